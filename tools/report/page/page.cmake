# The page of ritz report: bundled by vite, where there are node and npm, from packages pinned in package-lock.json. The
# program builds and works without; only `ritz report` then says what is missing. The bundle stands beside the program.
set(ritz_page_source ${CMAKE_CURRENT_LIST_DIR})
set(ritz_page_bundle ${PROJECT_BINARY_DIR}/tools/report_page)
find_program(RITZ_NPM npm)
mark_as_advanced(RITZ_NPM)
file(GLOB ritz_page_sources CONFIGURE_DEPENDS ${ritz_page_source}/source/* ${ritz_page_source}/*.js ${ritz_page_source}/*.json)
if(RITZ_NPM)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/report_page.stamp
    COMMAND ${CMAKE_COMMAND} -D npm=${RITZ_NPM} -D source=${ritz_page_source} -D work=${PROJECT_BINARY_DIR}/report_page
      -D bundle=${ritz_page_bundle} -D stamp=${PROJECT_BINARY_DIR}/report_page.stamp -P ${ritz_page_source}/bundle.cmake
    DEPENDS ${ritz_page_sources} ${ritz_page_source}/bundle.cmake
    COMMENT "Bundling the page of ritz report" VERBATIM)
  add_custom_target(report_page DEPENDS ${PROJECT_BINARY_DIR}/report_page.stamp)
else()
  message(STATUS "npm was not found: ritz report will say that its page is missing")
  add_custom_target(report_page COMMAND ${CMAKE_COMMAND} -E echo "npm was not found when this build folder was configured")
endif()
install(DIRECTORY ${ritz_page_bundle} DESTINATION ${CMAKE_INSTALL_DATADIR}/ritz OPTIONAL)

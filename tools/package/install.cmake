# cmake --install: libraries by room, their public headers as ritz/..., and what find_package(ritz) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(tools/package/public_headers.cmake)

# In this build too a user's source may write <ritz/room/file.hpp>.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/include/ritz SYMBOLIC)

set(ritz_rooms core bodies reduction integrators engine simulation estimation scenes)
list(TRANSFORM ritz_rooms PREPEND ritz_ OUTPUT_VARIABLE ritz_libraries)
install(TARGETS ${ritz_libraries} EXPORT ritzTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The headers are put together when they are installed: those of the list and what these include, nothing else.
set(ritz_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ritz)
set(ritz_header_tree ${PROJECT_BINARY_DIR}/package/ritz)
install(CODE "set(ritz_source_folder \"${PROJECT_SOURCE_DIR}\")
  set(ritz_header_tree \"${ritz_header_tree}\")
  set(ritz_public_headers \"${ritz_public_headers}\")
  include(\"${PROJECT_SOURCE_DIR}/tools/package/gather_headers.cmake\")")
install(DIRECTORY ${ritz_header_tree} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT ritzTargets NAMESPACE ritz:: DESTINATION ${ritz_package_folder})
configure_package_config_file(tools/package/ritzConfig.cmake.in ${PROJECT_BINARY_DIR}/package/ritzConfig.cmake
  INSTALL_DESTINATION ${ritz_package_folder})
# Before 1.0 the interface may change with every minor version.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/ritzConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/ritzConfig.cmake ${PROJECT_BINARY_DIR}/package/ritzConfigVersion.cmake
  tools/package/dependencies.cmake DESTINATION ${ritz_package_folder})

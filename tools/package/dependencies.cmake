# What the libraries need. Our own build and, through ritzConfig.cmake, the programs that use the installed libraries find
# it by the same lines: static libraries have to be linked with what they use.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(SUNDIALS 6 COMPONENTS cvode ida arkode)
find_dependency(Threads)
find_dependency(PkgConfig)

# Our own prefix: the user may look for the same libraries under theirs.
pkg_check_modules(RITZ_OPENBLAS QUIET IMPORTED_TARGET openblas)
pkg_check_modules(RITZ_HDF5 QUIET IMPORTED_TARGET hdf5-serial)
find_library(RITZ_CHOLMOD_LIBRARY cholmod)
find_path(RITZ_CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
mark_as_advanced(RITZ_CHOLMOD_LIBRARY RITZ_CHOLMOD_INCLUDE_DIR)

set(ritz_missing "")
if(NOT RITZ_OPENBLAS_FOUND)
  string(APPEND ritz_missing " OpenBLAS (libopenblas-dev)")
endif()
if(NOT RITZ_HDF5_FOUND)
  string(APPEND ritz_missing " HDF5 (libhdf5-dev)")
endif()
if(NOT RITZ_CHOLMOD_LIBRARY OR NOT RITZ_CHOLMOD_INCLUDE_DIR)
  string(APPEND ritz_missing " CHOLMOD (libsuitesparse-dev)")
endif()
if(ritz_missing)
  set(ritz_FOUND FALSE)
  set(ritz_NOT_FOUND_MESSAGE "ritz needs${ritz_missing}; the Debian packages stand in brackets")
  if(NOT CMAKE_FIND_PACKAGE_NAME)  # our own build
    message(FATAL_ERROR "${ritz_NOT_FOUND_MESSAGE}")
  endif()
  return()
endif()

if(NOT TARGET ritz_deps::cholmod)
  add_library(ritz_deps::cholmod UNKNOWN IMPORTED)
  set_target_properties(ritz_deps::cholmod PROPERTIES
    IMPORTED_LOCATION "${RITZ_CHOLMOD_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${RITZ_CHOLMOD_INCLUDE_DIR}")
endif()

# What the libraries need. Our own build and, through ritzConfig.cmake, the programs that use the installed libraries find
# it by the same lines: static libraries have to be linked with what they use.
include(CMakeFindDependencyMacro)
enable_language(C)  # SUNDIALS 7.1 looks for MPI by it, and fails in a project of C++ alone
find_dependency(Eigen3 3.4)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(SUNDIALS 6 COMPONENTS cvode ida arkode)
find_dependency(Threads)
find_dependency(PkgConfig)

# Our own prefix: the user may look for the same libraries under theirs.
pkg_check_modules(RITZ_OPENBLAS QUIET IMPORTED_TARGET openblas)
pkg_check_modules(RITZ_LAPACKE QUIET IMPORTED_TARGET lapacke)
pkg_check_modules(RITZ_HDF5 QUIET IMPORTED_TARGET hdf5-serial)
find_library(RITZ_CHOLMOD_LIBRARY cholmod)
find_path(RITZ_CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
# The archive where there is one: a few kilobytes, against one more library to load at every start.
find_library(RITZ_MD_LIBRARY NAMES libmd.a md)
find_path(RITZ_MD_INCLUDE_DIR sha2.h)
mark_as_advanced(RITZ_CHOLMOD_LIBRARY RITZ_CHOLMOD_INCLUDE_DIR RITZ_MD_LIBRARY RITZ_MD_INCLUDE_DIR)

set(ritz_missing "")
if(NOT RITZ_OPENBLAS_FOUND)
  string(APPEND ritz_missing " OpenBLAS (libopenblas-dev)")
endif()
if(NOT RITZ_LAPACKE_FOUND)
  string(APPEND ritz_missing " LAPACKE (liblapacke-dev)")
endif()
if(NOT RITZ_HDF5_FOUND)
  string(APPEND ritz_missing " HDF5 (libhdf5-dev)")
endif()
if(NOT RITZ_CHOLMOD_LIBRARY OR NOT RITZ_CHOLMOD_INCLUDE_DIR)
  string(APPEND ritz_missing " CHOLMOD (libsuitesparse-dev)")
endif()
if(NOT RITZ_MD_LIBRARY OR NOT RITZ_MD_INCLUDE_DIR)
  string(APPEND ritz_missing " libmd (libmd-dev)")
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
if(NOT TARGET ritz_deps::md)
  add_library(ritz_deps::md UNKNOWN IMPORTED)
  set_target_properties(ritz_deps::md PROPERTIES
    IMPORTED_LOCATION "${RITZ_MD_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${RITZ_MD_INCLUDE_DIR}")
endif()
# The shared HDF5 brings libcurl, for files in the cloud, and with it thirty libraries to load at every start. A program of
# our own that sets RITZ_HDF5_ARCHIVE to what replaces it is linked with that instead; others know nothing of it.
if(NOT TARGET ritz_deps::hdf5)
  add_library(ritz_deps::hdf5 INTERFACE IMPORTED)
  set_target_properties(ritz_deps::hdf5 PROPERTIES INTERFACE_LINK_LIBRARIES
    "$<IF:$<BOOL:$<TARGET_PROPERTY:RITZ_HDF5_ARCHIVE>>,$<TARGET_PROPERTY:RITZ_HDF5_ARCHIVE>,PkgConfig::RITZ_HDF5>")
endif()

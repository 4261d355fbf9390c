# What our own targets are compiled with. None of it reaches the programs that use the libraries, except what they have to
# agree on: the alignment of Eigen's types, and the sanitizers' run-time.

# ritz_compile_as_ours(TARGET): our warnings, our processor.
function(ritz_compile_as_ours target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
  if(RITZ_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  # GCC 12 takes Eigen's wide loads in branches that never run on 3-vectors for overruns and unset values; its own AVX-512
  # headers start from values unset on purpose, and say so.
  # Position-independent code of GCC calls even functions of the same file through a table, for another library might
  # replace them; ours are not to be replaced, and may be inlined.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overread -Wno-maybe-uninitialized -Wno-uninitialized>
    $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
  if(RITZ_NATIVE AND NOT RITZ_SANITIZE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  if(RITZ_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)  # objects with sanitizers link with nothing else
  endif()
endfunction()

# Eigen aligns to the widest vector that the compiler may use: 16 bytes, with AVX 32, with AVX-512 64. That decides where
# the members of a struct lie and how memory is freed. A library compiled for this processor and a program that is not would
# disagree, and the program crash at its first matrix. So the alignment of our build is a definition that comes with the
# targets; it only bounds the alignment, both sides still use the vectors they have.
function(ritz_find_eigen_alignment result)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
  if(RITZ_NATIVE AND NOT RITZ_SANITIZE)
    list(APPEND flags -march=native)
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -dM -E -x c++ /dev/null
    OUTPUT_VARIABLE macros COMMAND_ERROR_IS_FATAL ANY)
  if(macros MATCHES "#define __AVX512F__ ")
    set(${result} 64 PARENT_SCOPE)
  elseif(macros MATCHES "#define __AVX__ ")
    set(${result} 32 PARENT_SCOPE)
  else()
    set(${result} 16 PARENT_SCOPE)
  endif()
endfunction()
ritz_find_eigen_alignment(ritz_eigen_alignment)

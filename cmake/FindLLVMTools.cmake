# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# FindLLVMTools.cmake - the LLVM to build for, and the tools of exactly that
# LLVM.
#
# Input:  LLVM_DIR, optional: where LLVMConfig.cmake is.
# Output: LLVM_* as LLVMConfig.cmake sets them, and the programs
#   GPROF_CLANG GPROF_CLANGXX GPROF_OPT GPROF_LLVM_LINK GPROF_LLVM_AS
#                      needed to build
#   GPROF_FILECHECK GPROF_LIT
#                      needed to test; empty when absent
#   GPROF_LLD          used by tests when present
#
# No program is looked for in PATH: a clang of another version must never be
# taken silently.

# The newest /usr/lib/llvm-N that has the development files.
function(gprof_newest_llvm result)
  file(GLOB dirs /usr/lib/llvm-*/cmake/LLVMConfig.cmake
                 /usr/lib/llvm-*/lib/cmake/llvm/LLVMConfig.cmake)
  set(best 0)
  set(best_dir "")
  foreach(config ${dirs})
    string(REGEX REPLACE "^/usr/lib/llvm-([0-9]+)/.*" "\\1" version ${config})
    if(version GREATER best AND version GREATER_EQUAL 14
       AND EXISTS /usr/lib/llvm-${version}/bin/clang)
      set(best ${version})
      get_filename_component(best_dir ${config} DIRECTORY)
    endif()
  endforeach()
  set(${result} "${best_dir}" PARENT_SCOPE)
endfunction()

if(NOT LLVM_DIR)
  gprof_newest_llvm(newest)
  if(newest)
    set(LLVM_DIR ${newest} CACHE PATH "directory of LLVMConfig.cmake" FORCE)
  endif()
elseif(NOT EXISTS ${LLVM_DIR}/LLVMConfig.cmake)
  # find_package would take another LLVM without a word.
  message(FATAL_ERROR "no LLVMConfig.cmake in '${LLVM_DIR}': "
    "install the development package of this LLVM, or set LLVM_DIR to another")
endif()

# No version is asked for: LLVM accepts only its own major.minor.
find_package(LLVM CONFIG QUIET)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR
    "cannot find LLVM: install clang-N and llvm-N-dev (N: 14 to 22), "
    "or set LLVM_DIR to the directory of its LLVMConfig.cmake")
endif()
if(LLVM_VERSION_MAJOR LESS 14)
  message(FATAL_ERROR "LLVM ${LLVM_PACKAGE_VERSION} in '${LLVM_DIR}' is too old: "
    "14 or newer is needed")
elseif(LLVM_VERSION_MAJOR GREATER 22)
  message(WARNING "LLVM ${LLVM_PACKAGE_VERSION} is newer than 22, the newest tested")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

function(gprof_find_tool variable package)
  set(names ${ARGN})
  find_program(${variable} NAMES ${names}
    HINTS ${LLVM_TOOLS_BINARY_DIR} ${LLVM_TOOLS_BINARY_DIR}/../build/utils/lit
    NO_DEFAULT_PATH)
  list(GET names 0 name)
  if(NOT ${variable} AND NOT package STREQUAL "")
    message(FATAL_ERROR "cannot find '${name}' of LLVM ${LLVM_VERSION_MAJOR} in "
      "'${LLVM_TOOLS_BINARY_DIR}': install ${package}")
  endif()
  mark_as_advanced(${variable})
endfunction()

gprof_find_tool(GPROF_CLANG clang-${LLVM_VERSION_MAJOR} clang)
gprof_find_tool(GPROF_CLANGXX clang-${LLVM_VERSION_MAJOR} clang++)
gprof_find_tool(GPROF_OPT llvm-${LLVM_VERSION_MAJOR} opt)
gprof_find_tool(GPROF_LLVM_LINK llvm-${LLVM_VERSION_MAJOR} llvm-link)
gprof_find_tool(GPROF_LLVM_AS llvm-${LLVM_VERSION_MAJOR} llvm-as)
gprof_find_tool(GPROF_FILECHECK "" FileCheck)
gprof_find_tool(GPROF_LIT "" lit llvm-lit lit.py)
gprof_find_tool(GPROF_LLD "" ld.lld)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMTools
  REQUIRED_VARS GPROF_CLANG GPROF_OPT GPROF_LLVM_LINK)

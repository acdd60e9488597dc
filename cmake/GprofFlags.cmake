# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GprofFlags.cmake - what all C of the project is compiled with, as a target:
# gprof_flags.

option(GPROF_WERROR "treat warnings as errors" OFF)

add_library(gprof_flags INTERFACE)
target_include_directories(gprof_flags INTERFACE ${CMAKE_SOURCE_DIR}/include)
target_compile_definitions(gprof_flags INTERFACE _GNU_SOURCE)
target_compile_options(gprof_flags INTERFACE
  -Wall -Wextra -Wshadow
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<BOOL:${GPROF_WERROR}>:-Werror>)

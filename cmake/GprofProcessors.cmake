# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GprofProcessors.cmake - the processors that the plugin has a runtime for.
#
# Output:
#   GPROF_PROCESSORS         of x86_64 and aarch64: that of the build, and the other
#                            where clang generates code for it and its C headers are
#                            installed (Debian: libc6-dev-ARCH-cross)
#   GPROF_HEADERS_PROCESSOR  options that make clang find them
#
# Modules for another processor are refused by the plugin.

set(llvm_name_x86_64 X86)
set(llvm_name_aarch64 AArch64)
set(GPROF_PROCESSORS ${CMAKE_SYSTEM_PROCESSOR})
foreach(processor x86_64 aarch64)
  set(headers /usr/${processor}-linux-gnu/include)
  if(processor STREQUAL CMAKE_SYSTEM_PROCESSOR)
    continue()
  elseif(NOT llvm_name_${processor} IN_LIST LLVM_TARGETS_TO_BUILD)
    message(STATUS "no ${processor}: this clang does not generate code for it")
  elseif(NOT EXISTS ${headers}/elf.h OR NOT EXISTS ${headers}/linux/perf_event.h)
    message(STATUS "no ${processor}: its C headers are not in ${headers}")
  else()
    list(APPEND GPROF_PROCESSORS ${processor})
    set(GPROF_HEADERS_${processor} -isystem ${headers})
  endif()
endforeach()

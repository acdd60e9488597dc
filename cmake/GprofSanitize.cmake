# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GprofSanitize.cmake - gprof_flags of a build with the sanitizers for addresses
# and undefined behaviour, whose first finding ends the program; and with the
# counters that libFuzzer steers by.  Arrays have no spare room (base/util.c).

if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "GPROF_SANITIZE needs clang, for libFuzzer: "
    "-DCMAKE_C_COMPILER=/usr/lib/llvm-N/bin/clang")
endif()

set(sanitize -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all)
target_compile_definitions(gprof_flags INTERFACE GPROF_SANITIZE)
target_compile_options(gprof_flags INTERFACE ${sanitize} -fno-omit-frame-pointer)
target_link_options(gprof_flags INTERFACE ${sanitize})

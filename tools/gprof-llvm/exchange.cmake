# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# exchange.cmake - of the desk tool: merging, comparing, and other programs' formats.

find_path(LIBJANSSON_INCLUDE jansson.h)
find_library(LIBJANSSON jansson)
if(NOT LIBJANSSON_INCLUDE OR NOT LIBJANSSON)
  message(FATAL_ERROR "jansson not found: install libjansson-dev")
endif()

target_sources(gprof_desk PRIVATE export_csv.c export_gmon.c export_json.c settle.c)
target_include_directories(gprof_desk PRIVATE ${LIBJANSSON_INCLUDE})
target_link_libraries(gprof_desk PUBLIC ${LIBJANSSON} m)
target_sources(gprof-llvm PRIVATE cmd_export.c)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# exchange.cmake - of the desk tool: merging, comparing, and other programs' formats.

find_path(LIBJANSSON_INCLUDE jansson.h)
find_library(LIBJANSSON jansson)
if(NOT LIBJANSSON_INCLUDE OR NOT LIBJANSSON)
  message(FATAL_ERROR "jansson not found: install libjansson-dev")
endif()

target_sources(gprof_desk PRIVATE
  condition.c diff.c diff_print.c diff_read.c export_csv.c export_folded.c export_gmon.c
  export_json.c
  info_sum.c report_sum.c settle.c sum_add.c sum_collect.c sum_file.c sum_fill.c sum_put.c
  sum_take.c)
target_include_directories(gprof_desk PRIVATE ${LIBJANSSON_INCLUDE})
target_link_libraries(gprof_desk PUBLIC ${LIBJANSSON} m)
target_sources(gprof_commands PRIVATE args_sum.c cmd_diff.c cmd_export.c cmd_merge.c)

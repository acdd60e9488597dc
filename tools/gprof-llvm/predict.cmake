# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# predict.cmake - of the desk tool: what a changed program would cost.

target_sources(gprof_desk PRIVATE change.c predict.c predict_print.c)
target_sources(gprof_commands PRIVATE cmd_predict.c)

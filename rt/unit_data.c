/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_data.c - the unit's variables.  The unit's code reaches the modules as
 * assembly (x86_64/asm_unit.cmake), these as bitcode: whether __gprof_thread is
 * reached in the local-exec or the initial-exec way depends on the module
 * (pass/embed.c).
 */
#include "unit.h"

/* 'used': who changes it is out of an optimiser's sight. */
UNIT_HIDDEN __attribute__((used)) __thread struct gprof_tls __gprof_thread;
UNIT_HIDDEN struct gprof_unit __gprof_unit;
UNIT_HIDDEN const char __gprof_unit_name[] = GPROF_NOTE_NAME;

/* A program without a runtime has none. */
extern __attribute__((weak)) const struct gprof_runtime __gprof_runtime;
UNIT_HIDDEN const struct gprof_runtime *const __gprof_unit_runtime = &__gprof_runtime;

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * end.c - the orderly end where the executable is not instrumented.
 *
 * Only in the libraries: an embedded runtime is told of the end by the
 * executable's unit.
 */
#include "internal.h"

__attribute__((destructor)) static void end(void)
{
	gp_finish();
}

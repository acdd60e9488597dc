/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * base.c - no counting base, and the way back from signal handlers.
 *
 * All code counts by way of __gprof_thread.bias, so there is nothing to set.
 */
#include "../internal.h"

void gp_base_init(void)
{
}

int gp_base_get(uintptr_t *base)
{
	*base = 0;
	return 0;
}

int gp_base_set(uintptr_t base)
{
	(void)base;
	return 0;
}

__attribute__((naked)) void gp_restorer(void)
{
	__asm__("mov x8, #139\n\tsvc #0");
}

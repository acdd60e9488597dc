/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.c - a phase in the middle of the run. */
#include <gprof-llvm/gprof.h>

__attribute__((noinline)) static void work(void)
{
	__asm__ volatile("");
}

int main(void)
{
	work();
	gprof_phase_begin("middle");
	work();
	gprof_phase_end("middle");
	return 0;
}

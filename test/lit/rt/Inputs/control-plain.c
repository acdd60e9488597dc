/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ends with 0 if every function of gprof.h returns the number named. */
#include <gprof-llvm/gprof.h>
#include <stdlib.h>

int check(int want);

#ifndef MAIN
int check(int want)
{
	return gprof_start() != want || gprof_stop() != want || gprof_reset() != want ||
	       gprof_dump("d") != want || gprof_phase_begin("p") != want ||
	       gprof_phase_end("p") != want;
}
#endif

#ifndef LIBRARY
int main(int argc, char **argv)
{
	return argc < 2 || check(atoi(argv[1]));
}
#endif

/* CPU time that a process took before it became the profiled program is in no sample. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -DMS=300 %s -o before && %gclang -O2 -DMS=50 %s -o a.out
// RUN: ./before ./a.out
// RUN: %readprofile a.out.*.gprof | awk '$1 == "samples" { ns = $3 } END { exit !(ns > 0 && ns < 250000000) }'

#include "Inputs/burn.h"

#include <unistd.h>

/* Takes MS milliseconds more of CPU time. */
int main(int argc, char **argv)
{
	burn_for(CLOCKS_PER_SEC / 1000 * MS);
	if (argc > 1)
		execv(argv[1], argv + 1);
	return argc > 1;
}

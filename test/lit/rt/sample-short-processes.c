/* Processes that end before their first period are sampled as often as their time together says: some of them, and these weigh a period. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: export GPROF_OPTIONS=rate=100; for i in `seq 300`; do ./a.out || exit 1; done
// RUN: for f in *.gprof; do %gprof info $f; done > info && grep -q 'samples: [1-9]' info

#include <time.h>

/* 2 ms of a period of 10. */
int main(void)
{
	struct timespec now, end;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	while ((now.tv_sec - end.tv_sec) * 1000000000 + now.tv_nsec - end.tv_nsec < 2000000);
	return 0;
}

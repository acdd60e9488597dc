/* Times and stacks of the processes of a pool are the sums of theirs. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && export GPROF_FILE=%%e.%%1m.gprof
/* At such a rate each sample has a stack: those without one are shared within a profile. */
// RUN: export GPROF_OPTIONS=rate=200
// RUN: ./a.out 40; ./a.out 60; test $(ls *-*.gprof | wc -l) = 2
// RUN: mkdir apart && cp *-*.gprof apart && ./a.out
// RUN: test "$(echo *gprof*)" = a.out.1.gprof
// RUN: %gprof report --classic -b a.out a.out.1.gprof > pool && %gprof report --classic -b a.out apart/* > files
/* Without the share of all time and the sum so far, which <not sampled> changes, and without indices. */
// RUN: for i in pool files; do grep -E '^ .*[0-9] +(burn|once|twice)( |$)' $i | sed -E 's/^ *[0-9.]+ +[0-9.]+( +[0-9.]+ +[0-9]+ +[0-9.]+ +[0-9.]+ +[a-z]+$)/\1/; s/ \[.*//' > $i.rows; done
// RUN: grep -E '[1-9][0-9]* .* [24]/4 +twice' pool.rows
/* Each is rounded by itself, so they may be apart by a hundredth of a second. */
// RUN: test $(wc -l < pool.rows) = $(wc -l < files.rows) && paste pool.rows files.rows | awk '{ n = NF / 2; \
// RUN:   for (i = 1; i <= n; i++) bad += $i ~ /^[0-9.]+$/ ? ($i - $(n + i)) ^ 2 > 0.0002 : $i != $(n + i) } \
// RUN:   NF % 2 { bad++ } END { exit bad }'

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) void burn(int ms)
{
	clock_t end = clock() + ms * (CLOCKS_PER_SEC / 1000);

	while (clock() < end) /* seldom: kernel time is shared among the calls of all processes */
		for (int i = 0; i < 500000; i++)
			sink++;
}

__attribute__((noinline)) void once(int ms)
{
	burn(ms);
	sink++;
}

__attribute__((noinline)) void twice(int ms)
{
	burn(2 * ms);
	sink--;
}

/* Without an argument only the others' files are merged. */
int main(int argc, char **argv)
{
	int ms = argc > 1 ? atoi(argv[1]) : 0;

	if (!ms)
		return 0;
	once(ms);
	twice(ms);
	kill(getpid(), SIGKILL);
	return 1;
}

/* Stacks that a member has from earlier processes, and new ones, add up to what the files of these processes say. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && export GPROF_FILE=%%e.%%1m.gprof GPROF_OPTIONS=rate=1000
// RUN: for i in 1 2 3 4 5 6; do ./a.out $i; done; test $(ls *-*.gprof | wc -l) = 6
// RUN: mkdir apart && cp *-*.gprof apart
/* One process merges the six, each but the first into a sum, whose tables take some pages. */
// RUN: GPROF_OPTIONS=rate=0 ./a.out && test "$(echo *gprof*)" = a.out.1.gprof
// RUN: %gprof export --format=folded a.out a.out.1.gprof | grep -v '^<not sampled>' | sort > pool
// RUN: %gprof export --format=folded a.out apart/* | sort > files
// RUN: test $(grep -c 'left.*burn' pool) -gt 6
/* What no sample covers is known of the last process alone, which ended and takes no samples.
   Time is rounded to microseconds, a sample is 1000 of them.  Kernel time is divided among the
   stacks of each process in files, of their sum in a pool: there the total must agree. */
// RUN: paste pool files | awk '{ d = $2 - $4; all += d; bad += $1 != $3; \
// RUN:   if (!/<kernel>/) bad += d * d > 4 } END { exit bad || all * all > 400 }'
/* A process of which it has all stacks adds no entry. */
// RUN: wc -c <a.out.1.gprof >before && mv $(ls apart/*.gprof | head -1) a.out.1.4000007-1.gprof
// RUN: GPROF_OPTIONS=rate=0 ./a.out && test "$(echo *gprof*)" = a.out.1.gprof && wc -c <a.out.1.gprof | diff before -
// RUN: %gprof export --format=folded a.out a.out.1.gprof | sed 's/ [0-9]*$//' | grep -v 'no stack\|^<not sampled>' | sort > again
// RUN: sed 's/ [0-9]*$//' pool | grep -v 'no stack' | diff - again
// RUN: %gprof export --format=folded a.out a.out.1.gprof | grep -v '^<not sampled>' | sort > more && not cmp more pool

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;

__attribute__((noinline)) static void burn(void)
{
	clock_t end = clock() + 2 * (CLOCKS_PER_SEC / 1000);

	while (clock() < end)
		for (int i = 0; i < 50000; i++)
			sink++;
}

__attribute__((noinline)) static void right(unsigned way, int depth);

__attribute__((noinline)) static void left(unsigned way, int depth)
{
	if (!depth)
		burn();
	else if (way & 1)
		right(way >> 1, depth - 1);
	else
		left(way >> 1, depth - 1);
	sink++;
}

__attribute__((noinline)) static void right(unsigned way, int depth)
{
	if (!depth)
		burn();
	else if (way & 1)
		right(way >> 1, depth - 1);
	else
		left(way >> 1, depth - 1);
	sink--;
}

/* Without an argument only the others' files are merged. */
int main(int argc, char **argv)
{
	unsigned from = argc > 1 ? (unsigned)atoi(argv[1]) : 0;

	if (!from)
		return 0;
	for (unsigned i = 0; i < 64; i++)
		left(from * 31 + i * 37, 20);
	kill(getpid(), SIGKILL);
	return 1;
}

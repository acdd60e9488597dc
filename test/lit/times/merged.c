// Lengths of calls add up over processes: of a run, of a pool, of merged profiles; conditions of diff
// are of them.
//
// RUN: GPROF_PASS=time=handle %gclang -O2 %s -o t
// RUN: export GPROF_OPTIONS=rate=0
// RUN: for i in 1 2 3; do GPROF_FILE=one.%%p.gprof ./t $i; done
// RUN: %gprof export t one.*.gprof -o all.json
// RUN: %python %S/Inputs/quantiles.py all.json handle calls==600 'len(longest)==10' 'callers["main"]["calls"]==300'
// RUN: %gprof merge one.*.gprof -o merged && %gprof merge merged -o again
// RUN: for f in merged again; do %gprof export $f -o $f.json && \
// RUN:   %python %S/Inputs/compare.py all.json $f.json handle || exit 1; done
// RUN: for i in 1 2 3; do GPROF_FILE=pool.%%4m.gprof ./t $i; done
// RUN: %gprof export t pool.*.gprof -o pool.json
// RUN: %python %S/Inputs/quantiles.py pool.json handle calls==600 'len(longest)==10' 'callers["main"]["calls"]==300' 'max_ns>=6000000' 'p50_ns<6000000'
// RUN: GPROF_FILE=slow.gprof ./t 4
// RUN: not %gprof diff merged slow.gprof --fail-if 'max(handle) > +100%%' -q | FileCheck %s --check-prefix=MAX
// RUN: not %gprof diff all.json slow.gprof --fail-if 'p99.9(handle) > 7ms' -q | FileCheck %s --check-prefix=P999
// RUN: %gprof diff merged merged --fail-if 'p99(handle) > +5%%' --fail-if 'median(handle) > +1%%' -q
// RUN: not %gprof diff merged merged --fail-if 'p99(main) > +5%%' -q 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %gprof diff merged merged --fail-if 'p98(main) > +5%%' -q 2>&1 | FileCheck %s --check-prefix=BAD
// MAX: failed: max(handle) > +100%: handle: {{[0-9.]+}} -> {{[0-9.]+}} (+{{[0-9.]+}} %) us
// P999: failed: p99.9(handle) > 7ms: handle: {{[0-9.]+}} -> {{[0-9.]+}}
// NONE: no calls of 'main' were measured on both sides: compile it with GPROF_PASS=time=
// BAD: unknown metric 'p98'

#include <stdlib.h>
#include <time.h>

static volatile long sink;

void handle(long ns)
{
	struct timespec t = { 0, ns };

	sink++;
	if (ns)
		nanosleep(&t, NULL);
}

__attribute__((noinline)) void other(void)
{
	handle(0);
	sink++;
}

int main(int argc, char **argv)
{
	int run = atoi(argv[1]);

	for (int i = 0; i < 100; i++) {
		handle(i == 50 ? run == 4 ? 200000000 : 2000000 * run : 0);
		other();
	}
	return argc - 2;
}

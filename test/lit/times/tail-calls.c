// A call that becomes a jump is of the time of the outermost call only: functions that call each
// other that way take no stack.
//
// RUN: ulimit -s 256; for o in "" -fPIC "-flto -fuse-ld=lld"; do \
// RUN:   rm -f *.gprof; GPROF_PASS=time=even+must+slow %gclang -O2 $o %s -o t && \
// RUN:   GPROF_OPTIONS=rate=0 ./t && %gprof export t *.gprof -o t.json && \
// RUN:   %python %S/Inputs/quantiles.py t.json even calls==1 entries==500001 \
// RUN:     inner_calls==500000 && \
// RUN:   %python %S/Inputs/quantiles.py t.json must 'calls>=1' 'unwound_calls==0' && \
// RUN:   %python %S/Inputs/quantiles.py t.json slow calls==1 'min_ns>2000000' || exit 1; \
// RUN: done
// REQUIRES: lld

#include <time.h>

static volatile long sink;

long odd(long n);

long even(long n)
{
	sink++;
	return n ? odd(n - 1) : 1;
}

__attribute__((noinline)) long odd(long n)
{
	sink++;
	return n ? even(n - 1) : 0;
}

long must_odd(long n);

long must(long n)
{
	if (!n)
		return 1;
	__attribute__((musttail)) return must_odd(n - 1);
}

__attribute__((noinline)) long must_odd(long n)
{
	if (!n)
		return 0;
	__attribute__((musttail)) return must(n - 1);
}

__attribute__((noinline)) long sleeps(long n)
{
	struct timespec t = { 0, 2100000 };

	nanosleep(&t, 0);
	return n + sink;
}

long slow(long n)
{
	sink++;
	return sleeps(n + 1);
}

int main(void)
{
	int even_is = even(1000000) == 1, must_is = must(1000000) == 1;

	return !even_is + !must_is + (slow(1) == 0);
}

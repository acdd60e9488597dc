// The report counts calls that longjmp leaves apart, also if the next call is deeper in the stack.
// Of recursive calls it measures the outermost one.  A call that runs exit() stays open.
//
// RUN: for o in -O0 -O2; do \
// RUN:   rm -f *.gprof; GPROF_PASS=time=jumps+fact+last %gclang $o %s -o t && \
// RUN:   GPROF_OPTIONS=rate=0 ./t && %gprof export t *.gprof -o t.json && \
// RUN:   %python %S/Inputs/quantiles.py t.json jumps calls==50 unwound_calls==51 inner_calls==0 \
// RUN:     entries==101 && \
// RUN:   %python %S/Inputs/quantiles.py t.json fact calls==7 entries==70 inner_calls==63 && \
// RUN:   %python %S/Inputs/quantiles.py t.json last calls==0 open_calls==1 || exit 1; \
// RUN: done

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;
static volatile long sink;

void jumps(int i)
{
	sink += i;
	if (i % 2 == 0)
		longjmp(env, 1);
}

__attribute__((noinline)) void deeper(int i)
{
	volatile char room[4096];

	room[i] = 1;
	jumps(i);
	sink += room[i];
}

static void once(int i)
{
	if (!setjmp(env)) {
		if (i)
			deeper(i);
		else
			jumps(i);
	}
}

/* No tail recursion, which would become a loop. */
long fact(long n)
{
	return n < 2 ? 1 : n * fact(n - 1) + sink % 2;
}

void last(void)
{
	sink++;
	exit(0);
}

int main(void)
{
	for (int i = 0; i < 101; i++)
		once(i);
	for (int i = 0; i < 7; i++)
		sink += fact(10);
	last();
}

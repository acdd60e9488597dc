/* setjmp in loops, and longjmp over many frames, leave exact arcs at every level. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: lld
// RUN: for flags in -O0 -O1 -O2 -O3 -Os "-O2 -fPIC" "-O2 -flto=thin -fuse-ld=lld" "-O2 -flto -fuse-ld=lld"; do \
// RUN:   rm -f *.gprof; %gclang $flags %s -o a.out && ./a.out || exit 1; \
// RUN:   %expect a.out %s || { echo "$flags"; exit 1; }; \
// RUN: done

#include <setjmp.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;
static jmp_buf outer, inner;

NOINLINE void leaf(int x)
{
	sink = x;
}

/* ARC: down -> down 9900 */
/* ARC: down -> leaf 10000 */
/* ARC: down -> after 0 */
/* ARC: down -> longjmp 100 */
NOINLINE void after(void)
{
	sink++;
}

NOINLINE void down(int n, volatile int *round)
{
	leaf(n);
	if (n > 1)
		down(n - 1, round);
	else
		longjmp(*round & 1 ? inner : outer, *round + 1);
	after();
}

/* Returns by itself in odd rounds; even ones go by it. */
/* ARC: middle -> down 100 */
/* ARC: middle -> after 50 */
NOINLINE void middle(volatile int *round)
{
	if (!setjmp(inner)) {
		down(100, round);
		leaf(0);
	}
	after();
}

/* ARC: loop -> middle 100 */
/* ARC: loop -> leaf 300 */
NOINLINE void loop(void)
{
	volatile int round;

	for (round = 0; round < 100; round++) {
		leaf(1);
		if (!setjmp(outer))
			middle(&round);
		leaf(2);
		leaf(3);
	}
}

/* ARC: main -> loop 1 */
int main(void)
{
	loop();
	return 0;
}

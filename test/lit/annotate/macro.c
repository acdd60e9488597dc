/* A macro's code, and its calls, belong to the line that uses it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1
 * RUN: %gprof annotate -b main prog | FileCheck %s
 * CHECK:      24 X 5? 1.00 62.5 62.5 0.005? 62.5 ***** TWICE(3)
 * CHECK-NEXT: -> leaf, 2 calls
 * CHECK-NEXT: 25 X 3? 1.00 37.5 37.5 0.003? 37.5 *** TWICE(4)
 * CHECK-NEXT: -> leaf, 2 calls
 */
volatile long sink;

__attribute__((noinline)) void leaf(void) { sink++; }

#define TWICE(n)		\
	sink += n;		\
	leaf();			\
	leaf();

/* The samples are on the lines of the uses. */
int main(void)
{
	/* SAMPLE: 5 main:24 < libc */
	TWICE(3)
	TWICE(4)	/* SAMPLE: 3 main:25 < libc */
	return 0;
}

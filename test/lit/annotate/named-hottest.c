/* Of functions that are named, the lines with most time stand first if they are many, and those with what they called. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1
 * RUN: %gprof annotate -b work prog | FileCheck %s
 * CHECK:      The lines with most time:
 * CHECK:      30.0 % 30 named-hottest.c:[[#A:]] work sink += 6;
 * CHECK-NEXT: 5.0 % 5? named-hottest.c:[[#A-5]] work sink += 1;
 * CHECK-NOT:  leaf
 * CHECK:      The lines with most time, with what they called:
 * CHECK-EMPTY:
 * CHECK-NEXT: total samples line function source
 * CHECK-NEXT: 45.0 % 45 named-hottest.c:[[#A+1]] work leaf();
 * CHECK-NEXT: 30.0 % 30 named-hottest.c:[[#A]] work sink += 6;
 * CHECK-NOT:  main
 * CHECK:      {{^}}work (
 *
 * A function that called nothing in a sample has no such table, and one of few lines none at all.
 * RUN: %gprof annotate -b leaf prog | FileCheck %s --check-prefix=LEAF
 * LEAF-NOT: The lines
 * RUN: %gprof annotate -b main prog | FileCheck %s --check-prefix=LEAF
 *
 * Instructions have no such table.
 * RUN: %gprof annotate -b --asm work prog | FileCheck %s --check-prefix=ASM
 * ASM-NOT: The lines
 */
volatile long sink;

__attribute__((noinline)) void leaf(void) { sink++; }	/* SAMPLE: 45 leaf:29 < work:39 < main:45 < libc */

__attribute__((noinline)) void work(void)
{
	sink += 1;	/* SAMPLE: 5 work:33 < main:45 < libc */
	sink += 2;	/* SAMPLE: 5 work:34 < main:45 < libc */
	sink += 3;	/* SAMPLE: 5 work:35 < main:45 < libc */
	sink += 4;	/* SAMPLE: 5 work:36 < main:45 < libc */
	sink += 5;	/* SAMPLE: 5 work:37 < main:45 < libc */
	sink += 6;	/* SAMPLE: 30 work:38 < main:45 < libc */
	leaf();
	sink += 7;
}

int main(void)
{
	work();
	sink = 0;
	return 0;
}

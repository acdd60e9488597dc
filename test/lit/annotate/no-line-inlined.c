/* Inlined code without a line stands in its own function, not at a line of the function that holds it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1 -Wno-gnu-zero-line-directive
 * RUN: %gprof annotate -b --context=all add leaf prog | FileCheck %s
 * CHECK:      {{^}}add ({{.*}}no-line-inlined.c:
 * CHECK-NEXT: 0.040 s, 100.0 % of the program, in its body;
 * CHECK:      {{^ *}}[[#@LINE+11]] 0.040 100.0 static inline
 * CHECK-NEXT: {{^ *}}X 40 1.00 100.0 100.0 ******** (code after it that has no line)
 * CHECK:      {{^}}leaf (
 * CHECK:      X 40 1.00 100.0 100.0 ******** -> inlined add
 */
volatile long sink;



/* The table has no line of it: the one that it begins with stands for all. */

static inline __attribute__((always_inline)) void add(void)
{
#line 0
	sink *= 3;
#line 25
}

__attribute__((noinline)) long leaf(long n)
{
	sink += n;	/* SAMPLE: 40 leaf:29+ < main < libc */
	add();
	return n;
}

int main(void)
{
	return leaf(3) == 7;
}

/* A line has its own time, and beside it that with what it called and had inlined: each stack once, however often it has the line. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1 -fno-optimize-sibling-calls
 * RUN: %gprof annotate -b walk prog > out && FileCheck %s < out
 * CHECK:      mean itself, % of with calls % of
 * CHECK-NEXT: line samples weight funct. progr. s progr. source
 * CHECK:      {{^ +}}[[#W:]] {{[XPC]}} 20 1.00 66.7 20.0 0.060 60.0 ***** sink ^= leaf(n);
 * CHECK-NEXT: {{^ +}}0.040 40.0 ***** -> leaf, 4 calls
 * CHECK-NEXT: {{^ +}}[[#W+1]] {{[XPC]}} 5? 1.00 16.7 5.0 0.055 55.0 * n ? back(n - 1) : (void)0;
 * CHECK-NEXT: {{^ +}}0.055 55.0 ****** -> back, 3 calls
 * CHECK-NEXT: {{^ +}}[[#W+2]] 0.005? 5.0 sink += twice(n);
 * CHECK-NEXT: {{^ +}}X 5? 1.00 16.7 5.0 * -> inlined twice
 *
 * What is on the stack by two calls of one line is in its rows and counts once beside them.
 * RUN: %gprof annotate -b main prog | FileCheck %s --check-prefix=MAIN
 * MAIN: {{^ +}}[[#]] 0.100 100.0 walk(3), others();
 * MAIN: {{^ +}}0.070 70.0 ****** -> walk, 1 call
 * MAIN: {{^ +}}0.030 30.0 ** -> others, 1 call
 *
 * The lines of a file have the same; and JSON, by places, with the intervals.
 * RUN: %gprof annotate -b with-calls.c prog | grep -A1000 '^walk' | grep -E '^ +[0-9]+ [XPC] +20 +1.00 +66.7 +20.0 +0.060 +60.0 '
 * RUN: %gprof annotate -b --format=json walk prog | %python %S/Inputs/places.py | FileCheck %s --check-prefix=JSON
 * JSON:      own 20 ms, inlined 0 ms, total 60 ms [50, 70], 60 samples, 60 effective
 * JSON-NEXT: own 5 ms, inlined 0 ms, total 55 ms [45, 65], 55 samples, 55 effective
 * JSON-NEXT: own 0 ms, inlined 5 ms, total 5 ms [2, 12], 5 samples, 5 effective
 *
 * Instructions: what a call took stands at it.
 * RUN: %gprof annotate -b --asm main prog | FileCheck %s --check-prefix=ASM
 * ASM: {{^ +[0-9a-f]+}} 0.070 70.0 callq 0x{{[0-9a-f]+}} <walk>
 */
volatile long sink;

__attribute__((noinline)) long leaf(long n) { return sink++ | n; }
	/* SAMPLE: 30 leaf:34 < walk:44 < back:51 < walk:45 < main:58 < libc */
	/* SAMPLE: 10 leaf:34 < walk:44 < main:58 < libc */

static inline __attribute__((always_inline)) long twice(long n) { return sink ^ n; }

void back(long n);

__attribute__((noinline)) void walk(long n)
{
	sink ^= leaf(n);	/* SAMPLE: 20 walk:44 < back:51 < walk:45 < main:58 < libc */
	n ? back(n - 1) : (void)0; /* SAMPLE: 5 walk:45 < back:51 < walk:45 < main:58 < libc */
	sink += twice(n);	/* SAMPLE: 5 walk:38 < main:58 < libc */
}

__attribute__((noinline)) void back(long n)
{
	walk(n);
	sink = 1;
}
__attribute__((noinline)) void others(void) { sink = 2; } /* SAMPLE: 30 others:54 < main:58#2 < libc */

int main(void)
{
	walk(3), others();
	sink = 3;
	return 0;
}

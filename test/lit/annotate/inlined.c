/* Inlined code is shown where it was written, with all its copies; its holder has a row for it at the call. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1
 * RUN: %gprof annotate -b add main prog > out
 * RUN: FileCheck %s < out
 * RUN: FileCheck --check-prefix=HOLDER %s < out
 * CHECK:      {{^}}add ({{.*}}inlined.c:23)
 * CHECK-NEXT: 0.010 s, 100.0 % of the program, in its body;
 * CHECK-NEXT: of this inlined in main (0.006 s), other (0.004 s)
 * CHECK:      25 X 10 1.00 100.0 100.0 0.010 100.0 ******** sink += n;
 * CHECK-NEXT: 26 leaf();
 * CHECK-NEXT: -> leaf, 11 calls
 * HOLDER:      {{^}}main (
 * HOLDER-NEXT: 0.006 s, 60.0 % of the program, in its body; 0.010 s, 100.0 % total
 * HOLDER:      38 0.006? 60.0 add(1);
 * HOLDER-NEXT: X 6? 1.00 100.0 60.0 ******** -> inlined add
 */
volatile long sink;

__attribute__((noinline)) void leaf(void) { sink++; }

static inline __attribute__((always_inline)) void add(long n)
{
	sink += n;	/* SAMPLE: 6 main:25 < libc */
	leaf();		/* SAMPLE: 4 other:25 < main:40 < libc */
}

__attribute__((noinline)) void other(void)
{
	for (int i = 0; i < 10; i++)
		add(i);
}

int main(void)
{

	add(1);

	other();
	return 0;
}

/* The calls that remain are those that the program makes when it is really changed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: export GPROF_OPTIONS=rate=0
// RUN: %gclang -O1 %s -o before && ./before
// RUN: %gclang -O1 -DCHANGED %s -o after && ./after
// RUN: %gprof predict -b --no-head --remove=note --reduce-calls=step/work=1/4 before | FileCheck %s
// RUN: %gprof report --classic -b --graph after | FileCheck --check-prefix=REALLY %s
// CHECK:      2000 0 note: not called
// CHECK-NEXT: 2000 500 step/work: 0.25 of the calls
// CHECK-DAG:  0.00 0.00 0.00 2000 500 step -> work
// CHECK-DAG:  0.00 0.00 0.00 2000 0 step -> note
// REALLY:     0.00 0.00 500/501 step
// REALLY:     501 work
// REALLY-NOT: [0-9] note
static volatile unsigned sum;

__attribute__((noinline)) void work(unsigned n)
{
	sum += n;
}

__attribute__((noinline)) void note(unsigned n)
{
	sum ^= n;
}

__attribute__((noinline)) void step(unsigned n)
{
#ifdef CHANGED
	if (n % 4 == 0)
		work(n);
#else
	work(n);
	note(n);
#endif
}

int main(void)
{
	work(1);
	for (unsigned i = 0; i < 2000; i++)
		step(i);
	return 0;
}

/* With --inlines a difference follows inlining: the time of a callee that moved into its caller is one row, and what a caller lost by it is none. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: sed 's/__attribute__((noinline)) static/__attribute__((always_inline)) static/; s/mix:\([0-9]*\) < work:[0-9]*/work:\1/' %s > after.c
// RUN: %recorded %s before %gclang -g -O1
// RUN: %recorded after.c after %gclang -g -O1
// RUN: %gprof diff --all before.gprof after.gprof | FileCheck --check-prefix=CODE %s
// CODE-DAG: {{^ +0\.200 +0\.000 +-0\.200 .*  mix$}}
// CODE-DAG: {{^ +0\.100 +0\.300 +\+0\.200 .*  work$}}
// RUN: %gprof diff --inlines --all before.gprof after.gprof > written && FileCheck %s < written
// CHECK:     {{^ +inlined code is of the function that it was written in$}}
// CHECK-NOT: {{  (mix|work)$}}
// CHECK-DAG: {{^ +0\.200 +0\.200 +.0\.000 .*  0\.200 +0\.200 .*  mix$}}
// CHECK-DAG: {{^ +0\.100 +0\.100 +.0\.000 .*  0\.300 +0\.300 .*  work$}}
// CHECK-NOT: {{^[ 0-9.]+ .*  (mix|work)$}}
// CHECK:     Calls of functions
// RUN: %gprof diff -q --inlines before.gprof after.gprof --fail-if 'self(mix) > +1%%' --fail-if 'self(mix) < -1%%' | count 0
volatile long sink;

__attribute__((noinline)) static long mix(long n)
{
	return sink += n;	/* SAMPLE: 200 mix:21 < work:26 < main:31 < libc */
}

__attribute__((noinline)) void work(long n)
{
	mix(n);
	sink ^= 5;	/* SAMPLE: 100 work:27 < main:31 < libc */
}
int main(void)
{
	work(3);
	return 0;
}

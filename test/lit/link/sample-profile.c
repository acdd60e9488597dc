/* The sample profile has the entries of each function of each file, by the probes of every LLVM: up to LLVM 16 their distances go on from function to function. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling -c %s -o one.o && env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling -DOTHER -c %s -o two.o
// RUN: %gclang one.o two.o -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=llvm-sample a.out | FileCheck %s
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling -ffunction-sections -c %s -o one.o && %gclang one.o two.o -o b.out && env GPROF_OPTIONS=rate=0 ./b.out && %gprof export --format=llvm-sample b.out | FileCheck %s
// CHECK: {{^}}first:40:40
// CHECK: {{^}}fourth:70:70
// CHECK: {{^}}main:{{[0-9]+}}:1
// CHECK: {{^}}second:50:50
// CHECK: {{^}}third:60:60

extern volatile int sink;

#ifdef OTHER
volatile int sink;

__attribute__((noinline)) int third(int x)
{
	return sink = x + 3;
}

__attribute__((noinline)) int fourth(int x)
{
	return sink = x + 4;
}
#else
int third(int), fourth(int);

__attribute__((noinline)) int first(int x)
{
	return sink = x + 1;
}

__attribute__((noinline)) int second(int x)
{
	return sink = x + 2;
}

int main(void)
{
	for (int i = 0; i < 40; i++)
		first(i);
	for (int i = 0; i < 50; i++)
		second(i);
	for (int i = 0; i < 60; i++)
		third(i);
	for (int i = 0; i < 70; i++)
		fourth(i);
	return 0;
}
#endif

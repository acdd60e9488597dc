/* A call that nothing counts has "-" for its number also where a sample shows that it was made. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: echo 'fun:excluded' > list
// RUN: GPROF_PASS=exclude=list,mode=call %recorded %s by-call %gclang -g -O1
// RUN: %gprof report --classic -b --graph --no-head by-call | FileCheck %s
// CHECK-NOT: 0/0
// CHECK: -/{{[0-9]+}} {{.*}}excluded
// CHECK-NOT: 0/0

static volatile int sink;

__attribute__((noinline)) void excluded(void)
{
	sink++; /* SAMPLE: 20 excluded < main:21 < libc */
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		excluded();
	sink = 0;
	return 0;
}

/* --uncalled does not list a call that nothing counts: by an excluded function, in mode=call also of one. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: echo 'fun:excluded' > list
// RUN: GPROF_PASS=exclude=list %gclang -O1 %s -o a.out && ./a.out
// RUN: %gprof report --uncalled -b --no-head a.out | FileCheck %s
// RUN: %gprof report --graph -b --no-head a.out | FileCheck %s --check-prefix=GRAPH
// RUN: GPROF_PASS=exclude=list,mode=call %gclang -O1 %s -o by-call && ./by-call
// RUN: %gprof report --uncalled -b --no-head by-call | FileCheck %s
// CHECK: Calls that never executed: 1 of
// CHECK-NOT: ->
// CHECK: main -> not_called
// CHECK-NOT: ->
// GRAPH: -/5 excluded
// GRAPH: >{{ *}}5 counted

static volatile int sink;

__attribute__((noinline)) void counted(void)
{
	sink++;
}

__attribute__((noinline)) void not_called(void)
{
	sink--;
}

__attribute__((noinline)) void excluded(void)
{
	counted();
	sink++;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		excluded();
	if (sink > 1000)
		not_called();
	return 0;
}

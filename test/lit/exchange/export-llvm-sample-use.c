/* clang takes entry counts and branches from the exported sample profile, also of functions beside one that changed since. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=llvm-sample -o a.prof a.out
// RUN: %clang -g1 -O2 -fpseudo-probe-for-profiling -fprofile-sample-use=a.prof -S -emit-llvm %s -o same.ll && FileCheck %s < same.ll
// RUN: %clang -g1 -O2 -fpseudo-probe-for-profiling -fprofile-sample-use=a.prof -DCHANGED -S -emit-llvm %s -o changed.ll
// RUN: grep '"function_entry_count", i64 700[01]}' changed.ll
// RUN: llvm-profdata show --sample a.prof | grep '^Function: step: CFG checksum'
//
// CHECK-DAG: "function_entry_count", i64 400{{[01]}}}
// CHECK-DAG: "function_entry_count", i64 700{{[01]}}}
// CHECK-DAG: !"branch_weights", i32 {{1, i32 3999|3999, i32 1}}}

static volatile int sink;

__attribute__((noinline)) int kept(int x)
{
	sink = x;
	return x ^ 5;
}

__attribute__((noinline)) int step(int x)
{
#ifdef CHANGED
	while (sink > x)
		sink--;
#endif
	if (x < 0)
		for (int i = 0; i < 10; i++)
			sink += kept(i);
	return x + sink;
}

int main(void)
{
	for (int i = 0; i < 4000; i++)
		step(i);
	for (int i = 0; i < 7000; i++)
		kept(i);
	return 0;
}

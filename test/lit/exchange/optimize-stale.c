/* `optimize --against' names the functions that ran and are changed or gone in another build, and the share of their executions; clang leaves out exactly these. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gprof cc --collect --plugin=%plugin -- %clang -O2 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %clang -O2 -g1 -fpseudo-probe-for-profiling -DLATER %s -o now && %gprof optimize --against=now a.out > said && FileCheck %s < said
// RUN: %clang -O2 -g1 -fpseudo-probe-for-profiling -fprofile-sample-use=a.out.optimize/a.out.prof -DLATER -S -emit-llvm %s -o - | FileCheck --check-prefix=USED %s
// CHECK:      {{^}}covers 11 of 13 blocks of the source (85 %)
// CHECK-NEXT: {{^}}2 of 4 functions that ran differ in 'now', with 50.0 % of the executions of blocks; the compiler does without their counts{{$}}
// CHECK-NEXT: {{^}}  step has changed{{$}}
// CHECK-NEXT: {{^}}  old(int) is gone{{$}}
// CHECK-NEXT: {{^}}'now' has 1 function more, without counts{{$}}
// CHECK-NEXT: {{^}}expect
// USED-DAG: define {{.*}}@kept({{.*}} !prof [[KEPT:![0-9]+]]
// USED-DAG: [[KEPT]] = !{!"function_entry_count", i64 400{{[01]}}}
// USED-NOT: "function_entry_count", i64 800
// The program itself, with the plugin or without, has changed in nothing.
// RUN: %gprof optimize --against=a.out a.out | FileCheck --check-prefix=SAME %s
// RUN: %clang -O2 -g1 -fpseudo-probe-for-profiling %s -o same && %gprof optimize --against=same a.out | FileCheck --check-prefix=SAME %s
// SAME:     ' has all 4 functions that ran, unchanged{{$}}
// SAME-NOT: more, without counts
// A file without probes, or none, is an error, and nothing is written.
// RUN: rm -r a.out.optimize && %clang -O2 %s -o bare && not %gprof optimize --against=bare a.out 2>&1 | FileCheck --check-prefix=BARE %s
// BARE: gprof-llvm: 'bare' has no pseudo-probes to compare with: compile it with -fpseudo-probe-for-profiling{{$}}
// RUN: not %gprof optimize --against=none a.out 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: gprof-llvm: {{.*}}'none'
// RUN: test ! -e a.out.optimize

static volatile int sink;

#ifdef LATER
__attribute__((noinline)) int fresh(int x)
{
	return sink = 7 * x;
}
#else
__attribute__((noinline)) static int old(int x)
{
	return sink = x;
}
#endif

__attribute__((noinline)) int step(int x)
{
#ifdef LATER
	while (sink > x)
		sink--;
#endif
	if (x < 0)
		sink = 1;
	return x + sink;
}

__attribute__((noinline)) int kept(int x)
{
	return sink = x;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 4000; i++) {
		step(i);
		step(i);
		kept(i);
	}
#ifdef LATER
	fresh(1);
#else
	old(1);
#endif
	return argc > 5 ? kept(argc) : 0;
}

/* The extended binary form of a sample profile has what the text has for each LLVM, LLVM's own summary, and the list of the functions that were counted. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=llvm-sample -o a.txt a.out && %gprof export --format=llvm-sample --table=extbinary -o a.prof a.out
// RUN: %gprof export --format=llvm-sample --table=text a.out | cmp - a.txt && %gprof export --format=llvm-sample --table=extbinary a.out | cmp - a.prof
// RUN: for t in llvm-profdata /usr/lib/llvm-1[4-9]/bin/llvm-profdata; do command -v $t || continue; $t merge --sample --text -o of.txt a.txt && $t merge --sample --text -o of.prof a.prof && cmp of.txt of.prof || exit 1; done
// RUN: llvm-profdata merge --sample --extbinary -o theirs a.txt
// RUN: for f in theirs a.prof; do llvm-profdata show --sample --detailed-summary $f | sed -n '/^Total functions/,$p' > $f.summary; done; grep 'Total functions: 2' theirs.summary && cmp theirs.summary a.prof.summary
// RUN: llvm-profdata show --sample --show-prof-sym-list a.prof | sed -n '/symbol list/,$p' | FileCheck %s
// CHECK:      {{^}}==
// CHECK-NEXT: {{^}}_ZL{{[0-9]+}}inlined{{.*}}.__uniq.{{[0-9]+$}}
// CHECK-NEXT: {{^}}_ZL{{[0-9]+}}pointed{{.*}}.__uniq.{{[0-9]+$}}
// CHECK-NEXT: {{^}}main{{$}}
// CHECK-NEXT: {{^}}never{{$}}
// CHECK-NOT:  {{.}}
// The compiler takes a function that is known not to have run for cold, and a new one not, also beside a text.
// RUN: %clang -g1 -O2 -DLATER -fpseudo-probe-for-profiling -fprofile-sample-use=a.prof -S -emit-llvm %s -o used.ll && FileCheck --check-prefix=USED %s < used.ll
// USED-DAG: define {{.*}}@never({{.*}} !prof [[NEVER:![0-9]+]]
// USED-DAG: define {{.*}}@fresh({{.*}} !prof [[FRESH:![0-9]+]]
// USED-DAG: [[NEVER]] = !{!"function_entry_count", i64 0}
// USED-DAG: [[FRESH]] = !{!"function_entry_count", i64 -1}
// USED-DAG: "function_entry_count", i64 {{1500|1501}}}

static volatile int sink;

__attribute__((noinline)) static int pointed(int x)
{
	return sink = x;
}

static inline int inlined(int x)
{
	return x & 1 ? pointed(x) : x;
}

int never(int x)
{
	for (int i = 0; i < x; i++)
		sink += i;
	return sink = 3 * x;
}

#ifdef LATER
int fresh(int x)
{
	for (int i = 0; i < x; i++)
		sink += i;
	return sink = 5 * x;
}
#endif

int (*volatile pointer)(int) = pointed;

int main(void)
{
	for (int i = 0; i < 1000; i++)
		sink += inlined(i) + pointer(i);
	return 0;
}

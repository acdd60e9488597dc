/* Linkers place functions in the exported order, in which callers are beside what they call most; names are the names of a normal build. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64, lld
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O1 -fpseudo-probe-for-profiling %s -o probes && env GPROF_OPTIONS=rate=0 ./probes
// RUN: %gclang -O1 %s -o calls && env GPROF_OPTIONS=rate=0 ./calls
// RUN: %gprof export --format=ordering -o order probes 2> notes && FileCheck %s < order && count 0 < notes
// RUN: %gprof export --format=ordering calls | diff order -
// RUN: %gprof export --format=ordering --table=calls -o graph calls && FileCheck --check-prefix=CALLS %s < graph
// RUN: %clang -O1 -ffunction-sections -fuse-ld=lld -Wl,--symbol-ordering-file=order -Wl,--fatal-warnings %s -o ordered
// RUN: llvm-nm -n ordered | FileCheck --check-prefix=LAID %s
// RUN: %clang -O1 -ffunction-sections -fuse-ld=lld -Wl,--call-graph-ordering-file=graph -Wl,--call-graph-profile-sort=hfsort -Wl,--fatal-warnings %s -o ordered && llvm-nm -n ordered | FileCheck --check-prefix=LAID %s
// RUN: %gprof export --format=ordering --table=script -o script calls
// RUN: %clang -O1 -ffunction-sections -fuse-ld=bfd -Wl,-T,script %s -o ordered && llvm-nm -n ordered | FileCheck --check-prefix=LAID %s && ./ordered
// RUN: %gprof export --format=ordering --table=sections calls | FileCheck --check-prefix=SECTIONS %s
// A function that never ran is in none.
// CHECK-NOT:   never
// CHECK:       {{^}}main{{$}}
// CHECK-NEXT:  {{^}}often{{$}}
// CHECK-NEXT:  {{^}}chain{{$}}
// CHECK-NEXT:  {{^}}bond{{$}}
// CHECK-NOT:   {{.}}
// CALLS:      {{^}}main often 50000{{$}}
// CALLS-NEXT: {{^}}chain bond 600{{$}}
// CALLS-NEXT: {{^}}main chain 100{{$}}
// CALLS-NOT:  {{.}}
// LAID:      T main
// LAID-NEXT: t often
// LAID-NEXT: T chain
// LAID-NEXT: t bond
// SECTIONS:      {{^}}.text.main{{$}}
// SECTIONS-NEXT: {{^}}.text.often{{$}}

static volatile int sink;

int never(int x)
{
	return sink = 3 * x;
}

__attribute__((noinline)) static int bond(int x)
{
	sink = x;
	return x ^ 5;
}

__attribute__((noinline)) int chain(int x)
{
	for (int i = 0; i < 6; i++)
		x = bond(x + i);
	return x;
}

__attribute__((noinline)) static int often(int x)
{
	return sink = x + 1;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 100; i++) {
		for (int k = 0; k < 500; k++)
			often(k);
		chain(i);
	}
	return argc > 5 ? never(argc) : 0;
}

/* `gprof-llvm cc --collect' and `optimize' make the files of both exports, say on what they rest, and clang takes the profile with the flags printed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gprof cc --collect --plugin=%plugin -- %clang -O2 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof optimize a.out > said && FileCheck %s < said
// RUN: %gprof export --format=llvm-sample --table=extbinary a.out | cmp - a.out.optimize/a.out.prof
// RUN: %gprof export --format=ordering a.out | cmp - a.out.optimize/a.out.order
// RUN: %clang -O2 $(sed -n 's/^  \(-g1.*\)/\1/p' said) -S -emit-llvm %s -o - | grep '"function_entry_count", i64 40[01]}'
// RUN: %clang -O2 $(sed -n 's/^  \(-ffunction-sections.*\)/\1/p' said) %s -o ordered && ./ordered
// Two runs add up, into a folder of that name.
// RUN: env GPROF_OPTIONS=rate=0 ./a.out && %gprof optimize -o both a.out a.out.*.gprof | FileCheck --check-prefix=BOTH %s && llvm-profdata merge --sample --text both/a.out.prof 2>/dev/null | grep '^advance:.*:800$'
// CHECK:      {{^}}rests on 1 process: 2 of 3 functions ran, with {{[0-9]+}} instructions; 100.00 % of them are exact
// CHECK:      {{^}}  -g1 -fpseudo-probe-for-profiling -fprofile-sample-use=a.out.optimize/a.out.prof{{$}}
// CHECK:      {{^}}  -ffunction-sections -fuse-ld=lld -Wl,--symbol-ordering-file=a.out.optimize/a.out.order{{$}}
// BOTH:       {{^}}rests on 2 processes: 2 of 3 functions ran

static volatile int sink;

__attribute__((noinline)) int never(int x)
{
	return sink = 3 * x;
}

__attribute__((noinline)) int advance(int x)
{
	return sink = x + 1;
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < 400; i++)
		advance(i);
	return argc > 5 ? never(argc) : 0;
}

/* The options that optimize prints are words of a shell: blanks, quotes and commas in a folder's name are kept. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64, lld
// RUN: %gprof cc --collect --plugin=%plugin -- %clang -O2 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof optimize -o "it's, my files" a.out > said && FileCheck %s < said
// RUN: eval "%clang -O2 $(sed -n 's/^  \(-g1.*\)/\1/p' said) -S -emit-llvm %s -o -" | grep '"function_entry_count", i64 40[01]}'
// RUN: eval "%clang -O2 $(sed -n 's/^  \(-ffunction-sections.*\)/\1/p' said) -Wl,--fatal-warnings %s -o ordered" && ./ordered
// CHECK: -fprofile-sample-use='it'\''s, my files/a.out.prof'{{$}}
// CHECK: -Xlinker --symbol-ordering-file='it'\''s, my files/a.out.order'{{$}}

static volatile int sink;

__attribute__((noinline)) int go_on(int x)
{
	return sink = x + 1;
}

int main(void)
{
	for (int i = 0; i < 400; i++)
		go_on(i);
	return 0;
}

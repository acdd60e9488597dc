// A program whose section headers were stripped has the report that it had before: also without a build-id, with code and data in one segment, and of a library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O1 -fPIC -shared -fpass-plugin=%plugin -DLIBRARY %s -o libwhole.so
// RUN: bash %s plain %gclang -O1 %s
// RUN: bash %s blocks env GPROF_PASS=count=blocks %gclang -O1 %s -Wl,--build-id=none
// RUN: bash %s one %gclang -O1 %s -Wl,-z,noseparate-code -no-pie
// RUN: FileCheck %s <plain.bare
// CHECK-DAG: {{ 10 .*}}called
// CHECK-DAG: {{ 1000 .*}}inner
// CHECK-DAG: {{ 3 .*}}in_library

// Of a program that was compiled without the plugin, the error says that.
// RUN: %clang %s -c -o plain.o && %clang plain.o -L. -lwhole -Wl,-rpath,. -o plain && llvm-strip --strip-sections plain
// RUN: not %gprof report plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// PLAIN: no profile of 'plain' here, and it was compiled without the plugin
#if 0
set -e
name=$1
shift
cp libwhole.so lib.so
"$@" lib.so -Wl,-rpath,. -o a.out
GPROF_OPTIONS=rate=0 GPROF_FILE=$name.gprof ./a.out
gprof-llvm report --flat --graph --limit=0 --no-head a.out $name.gprof >$name.whole
llvm-strip --strip-sections a.out lib.so
gprof-llvm report --flat --graph --limit=0 --no-head a.out $name.gprof >$name.bare
cmp $name.whole $name.bare
rm $name.gprof
GPROF_OPTIONS=rate=0 GPROF_FILE=$name.gprof ./a.out
gprof-llvm report --flat --graph --limit=0 --no-head a.out $name.gprof | cmp - $name.whole
exit
#endif

#ifdef LIBRARY
int in_library(int x)
{
	return x + 1;
}
#else
int in_library(int x);

__attribute__((noinline)) static int inner(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x;
}

__attribute__((noinline)) int called(int x)
{
	for (int i = 0; i < 100; i++)
		x += inner(i);
	return x;
}

int main(void)
{
	int (*volatile by_pointer)(int) = called, n = 0;

	for (int i = 0; i < 10; i++)
		n += by_pointer(i);
	for (int i = 0; i < 3; i++)
		n += in_library(i);
	return n == 1;
}
#endif

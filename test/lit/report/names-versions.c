/* Of a function's names the one that programs link to now is shown, not one kept for old programs. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: echo 'ONE { global: aged; local: *; }; TWO { global: work; } ONE;' >versions
// RUN: %clang -O1 -fPIC -shared -DLIBRARY -Wl,--version-script=versions %s -o libother.so
// RUN: %gclang -O1 %s -L. -lother -Wl,-rpath,. -o a.out
// RUN: GPROF_OPTIONS=rate=0 ./a.out && gprof-llvm report --limit=0 a.out | FileCheck %s
// CHECK: {{ 7 +}}work{{(@|$)}}
// CHECK-NOT: aged

#ifdef LIBRARY

int now(int x)
{
	return x + 1;
}

int before(int x) __attribute__((alias("now")));

__asm__(".symver now,work@@TWO");
__asm__(".symver before,aged@ONE");

#else

int work(int x);

/* By pointer, so that the name is found by the address. */
int (*volatile worker)(int) = work;

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 7; i++)
		sum += worker(i);
	return sum != 28;
}

#endif

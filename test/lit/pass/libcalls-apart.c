/* Calls of two library functions that the compiler knows have a count each. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-math-errno %s -lm -o a.out && GPROF_OPTIONS=rate=0 ./a.out
// RUN: %expect a.out %s
#include <math.h>
#include <string.h>

/* ARC: work -> memcpy 10 */
/* ARC: work -> memset 3 */
/* ARC: work -> fmod 7 */
__attribute__((noinline)) static double work(char *to, const char *from, size_t n, double x)
{
	for (int i = 0; i < 10; i++) {
		memcpy(to, from, n);
		__asm__ volatile("" ::: "memory");
	}
	for (int i = 0; i < 3; i++) {
		memset(to, i, n);
		__asm__ volatile("" ::: "memory");
	}
	for (int i = 0; i < 7; i++) {
		x = fmod(x, 1.5 + i);
		__asm__ volatile("" : "+x"(x));
	}
	return x;
}

char from[100], to[100];

int main(int argc, char **argv)
{
	from[0] = argv[0][0];
	return work(to, from, (size_t)argc * 50, argc) < 0;
}

// Calls of the mathematical library of which the compiler makes intrinsics, or the instruction frem, are counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclang -O2 %s -o a.out -lm
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclang -O2 -fno-math-errno %s -o a.out -lm
// RUN: ./a.out
// RUN: %expect a.out %s

#include <math.h>

static volatile double d = 0.5;
static volatile float f = 0.5f;
static volatile long double l = 0.5L;
static volatile long whole;

// ARC: split -> modf 100
// ARC: split -> modff 101
__attribute__((noinline)) static void split(void)
{
	double above;
	float above_f;

	for (int i = 0; i < 100; i++)
		d = modf(d, &above);
	for (int i = 0; i < 101; i++)
		f = modff(f, &above_f);
}

// ARC: angles -> atan2 200
// ARC: angles -> tan 201
// ARC: angles -> tanhf 202
__attribute__((noinline)) static void angles(void)
{
	for (int i = 0; i < 200; i++)
		d = atan2(d, d);
	for (int i = 0; i < 201; i++)
		d = tan(d);
	for (int i = 0; i < 202; i++)
		f = tanhf(f);
}

// ARC: rounded -> lround 300
// ARC: rounded -> llroundf 301
__attribute__((noinline)) static void rounded(void)
{
	for (int i = 0; i < 300; i++)
		whole = lround(d);
	for (int i = 0; i < 301; i++)
		whole = llroundf(f);
}

// ARC: remainders -> fmod 400
// ARC: remainders -> fmodf 401
__attribute__((noinline)) static void remainders(void)
{
	for (int i = 0; i < 400; i++)
		d = fmod(d, 0.3);
	for (int i = 0; i < 401; i++)
		f = fmodf(f, 0.3f);
}

// ARC: extended -> tanhl 500
// ARC: extended -> fminl 501
// ARC: extended -> fmodl 502
__attribute__((noinline)) static void extended(void)
{
	for (int i = 0; i < 500; i++)
		l = tanhl(l);
	for (int i = 0; i < 501; i++)
		l = fminl(l, 2.0L);
	for (int i = 0; i < 502; i++)
		l = fmodl(l, 0.3L);
}

int main(void)
{
	split();
	angles();
	rounded();
	remainders();
	extended();
	return 0;
}

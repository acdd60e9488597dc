/* Arguments of a call by pointer survive its count, with one target and with many. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in -O0 -O1 -O2 -O3 -Os -fPIC "-O2 -fPIC"; do \
// RUN:   %gclang $how %s -o a.out || exit 1; \
// RUN:   ./a.out || exit 1; \
// RUN: done

#define NOINLINE __attribute__((noinline))
#define TARGETS 8

typedef long function(long, long, long, long, long, long, long, long, long);

/* Different constants, so that no two are merged. */
#define TARGET(n)                                                                                  \
	NOINLINE long target##n(long a, long b, long c, long d, long e, long f, long g, long h,    \
				long i)                                                            \
	{                                                                                          \
		return n + a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;      \
	}
TARGET(0)
TARGET(1)
TARGET(2)
TARGET(3)
TARGET(4)
TARGET(5)
TARGET(6)
TARGET(7)

function *const targets[TARGETS] = { target0, target1, target2, target3,
				     target4, target5, target6, target7 };

/* More values than argument registers, so that others hold some at the count. */
NOINLINE long call(function *f, const long *v)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4];
	long g = v[5], h = v[6], i = v[7], j = v[8];

	return f(a + b, b * c, c - d, d ^ e, e + g, g * h, h - i, i ^ j, j + a);
}

int main(void)
{
	volatile long one = 1;
	long v[9];

	for (int i = 0; i < 9; i++)
		v[i] = one + i;
	/* 3 + 2*6 - 3*1 + 4*1 + 5*11 + 6*42 - 7*1 + 8*1 + 9*10 = 414 */
	for (int i = 0; i < 4 * TARGETS; i++)
		if (call(targets[i % TARGETS], v) != 414 + i % TARGETS)
			return i + 1;
	return 0;
}

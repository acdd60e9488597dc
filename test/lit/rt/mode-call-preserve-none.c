/* mode=call does not change the eleventh argument of preserve_none, which is where the monitor works. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64, llvm-19-or-newer
// RUN: GPROF_PASS=mode=call %gclang -O1 %s -o a.out && ./a.out
// RUN: GPROF_PASS=mode=call %gclang -O0 %s -o a.out && ./a.out
// RUN: %expect a.out %s

#define NONE __attribute__((preserve_none, noinline))
#define TEN long a, long b, long c, long d, long e, long f, long g, long h, long i, long j
#define SUM (a + b + c + d + e + f + g + h + i + j)

static volatile long sink;

NONE long ten(TEN)
{
	sink++;
	return SUM;
}

NONE long eleven(TEN, long k)
{
	sink++;
	return SUM + 100 * k;
}

NONE long wide(__int128 v, __int128 w, __int128 x, __int128 y, __int128 z, long k)
{
	sink++;
	return (long)(v + w + x + y + z) + 100 * k;
}

/* ARC: main -> ten 3 */
int main(void)
{
	for (int n = 0; n < 3; n++) {
		if (ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) != 55)
			return 1;
		if (eleven(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) != 1155)
			return 1;
		if (wide(1, 2, 3, 4, 5, 6) != 615)
			return 1;
	}
	return 0;
}

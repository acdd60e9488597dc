/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 0.3 s of stacks of DEPTH frames, each one that was not seen before. */
#include <time.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void left(unsigned depth, unsigned way);

__attribute__((noinline)) static void right(unsigned depth, unsigned way)
{
	if (depth)
		(way & 1 ? left : right)(depth - 1, way >> 1 ^ depth * 2654435761u);
	for (unsigned i = 0; i < 100; i++)
		sum += i;
}

static void left(unsigned depth, unsigned way)
{
	if (depth)
		(way & 1 ? left : right)(depth - 1, way >> 1 ^ depth * 2246822519u);
	for (unsigned i = 0; i < 100; i++)
		sum += i;
}

int main(void)
{
	unsigned way = 1;

	while (clock() < CLOCKS_PER_SEC * 3 / 10)
		left(DEPTH, way += 0x9e3779b9u);
	return 0;
}

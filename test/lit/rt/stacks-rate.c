/* At a rate that the user chose all samples have a stack, unless walks take a tenth of the time. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -DFRAME=64 -DDEPTH=300 %s -o flat && GPROF_OPTIONS=rate=1000 ./flat
// RUN: %gprof report --verbose flat | FileCheck --check-prefix=ALL %s
// RUN: %gclang -O1 -DFRAME=8192 -DDEPTH=980 %s -o large && ulimit -s 16384 && GPROF_OPTIONS=rate=1000 ./large
// RUN: %gprof report --verbose large | FileCheck --check-prefix=SOME %s
/* A walk through frames of 8 KB reads each page of the stack by a system call of its own. */
// ALL: stacks: of {{[0-9]+}} samples with a stack, 0 truncated{{$}}
// SOME: samples with a stack, {{.*}}; {{[0-9]+}} taken without a stack to limit overhead
static volatile unsigned long result;

__attribute__((noinline)) static int descend(int depth)
{
	volatile char frame[FRAME];
	unsigned long x = (unsigned long)depth + 1;

	frame[depth % FRAME] = 1;
	if (depth)
		return descend(depth - 1) + frame[depth % FRAME];
	for (unsigned long i = 0; i < 700000000ul; i++)
		x = x * x + 1;
	result = x;
	return 0;
}

int main(void)
{
	return descend(DEPTH) != DEPTH;
}

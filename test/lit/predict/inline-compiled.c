/* What inlining a function is predicted to save is what it saves when it is really inlined, counted in instructions: all but the rearrangement of its body. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: export GPROF_OPTIONS=rate=0 GPROF_FILE=
// RUN: %gclang -O1 -fno-unroll-loops -no-pie -Wl,--build-id %s -o before
// RUN: %gclang -O1 -fno-unroll-loops -no-pie -Wl,--build-id -DINLINED %s -o after
// RUN: %stepped ./before before.gprof run
// RUN: %stepped ./after after.gprof run
// RUN: %gprof predict -b --no-head --inline=get before before.gprof > prediction
// RUN: FileCheck %s < prediction
// RUN: %gprof report --classic -b --no-head --code-classes before before.gprof > before.classes
// RUN: %gprof report --classic -b --no-head --code-classes after after.gprof > after.classes
// RUN: %python %S/Inputs/really_inlined.py prediction before.classes after.classes
// CHECK: get: inlined, no cost of calls
// CHECK-NOT: mix
#ifdef INLINED
#define GET __attribute__((always_inline)) static inline
#else
#define GET __attribute__((noinline)) static
#endif
static volatile unsigned result;

__attribute__((noinline)) static unsigned mix(unsigned x)
{
	x = (x ^ 61) ^ (x >> 16);
	x *= 9;
	__asm__ volatile("" : "+r"(x));
	x ^= x >> 4;
	x *= 0x27d4eb2d;
	return x ^ x >> 15;
}

/* Keeps values over its calls, so it saves registers. */
GET unsigned get(unsigned key, unsigned seed)
{
	unsigned first = mix(key), second = mix(seed + first);

	return first * second + key + seed;
}

__attribute__((noinline)) void run(void)
{
	unsigned x = 1;

	for (unsigned i = 0; i < 100; i++)
		x = x * 3 + get(x, i);
	result = x;
}

int main(void)
{
	run();
	return 0;
}

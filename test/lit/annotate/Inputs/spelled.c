/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
volatile long sink;
static inline __attribute__((always_inline)) void inner(void) { sink++; }
__attribute__((noinline)) static void work(void)
{
	sink += 2;
	inner();
	sink += 3;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
static volatile int sink;

static inline __attribute__((always_inline)) void shared(void)
{
	sink++; /* line 6: compiled with block counters, and without */
}

/* A return address in page 0 is not read by the walk: it ends there and the program goes on. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for how in -O0 -O2; do \
// RUN:   %gclang $how -fno-omit-frame-pointer %s -o a.out || exit 1; \
// RUN:   GPROF_OPTIONS=rate=10000 ./a.out || exit 1; \
// RUN: done
#include <stdint.h>
#include <time.h>

static volatile uint64_t work;

/* As a frame would be that was never called; put back before the return. */
__attribute__((noinline)) void spin(uintptr_t wrong)
{
	volatile uintptr_t *back = (volatile uintptr_t *)__builtin_frame_address(0) + 1;
	uintptr_t right = *back;
	clock_t end = clock() + CLOCKS_PER_SEC / 20;

	*back = wrong;
	while (clock() < end)
		for (int i = 0; i < 10000; i++)
			work++;
	*back = right;
}

int main(void)
{
	spin(1);
	spin(0x10);
	spin(0xff8);
	return 0;
}

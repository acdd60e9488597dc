/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "copies.h"

int main(void)
{
	volatile int n = 0;

	for (int i = 0; i < 10; i++)
		n += twice(i);
	return n + other(1000) < 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "copies.h"

int other(int n)
{
	volatile int sum = 0;

	for (int i = 0; i < n; i++)
		sum += twice(i);
	return sum;
}

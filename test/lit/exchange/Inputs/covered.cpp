/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* covered.cpp - lines in two files, some of which never run. */
#include "covered.h"

static volatile int sink;

namespace shapes
{
static void never(int x)
{
	sink = x;
}

static void try_half(int x)
{
	try {
		sink = half(x);
		sink = half(2.0 * x);
	} catch (int) {
		sink = 0;
	}
}
}

int main()
{
	for (int i = -3; i < 7; i++)
		shapes::try_half(i);
	if (sink > 1000)
		shapes::never(sink);
	return 0;
}

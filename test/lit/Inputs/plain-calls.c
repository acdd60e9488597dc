/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of code that is compiled without the plugin: of a function here, of one that has a
   record, of a library, and by a tail call. */
#include <stdlib.h>

void counted(int n);

static volatile int sink;

__attribute__((noinline)) static void inner(int n)
{
	sink = n;
}

__attribute__((noinline)) static void last(int n)
{
	sink = n + 1;
}

void plain(int n)
{
	inner(n);
	counted(n);
	srand(n);
	last(n);
}

/* A function that the program itself calls clone() is no thread's beginning: counts are exact. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -c -DOTHER %s -o other.o
// RUN: %gclang -O1 %s other.o -o a.out && GPROF_OPTIONS=rate=0 ./a.out && %expect a.out %s
// RUN: gprof-llvm report a.out | FileCheck %s
// CHECK-NOT: inexact

#include <stddef.h>

/* CALLS: clone 3 */
void *clone(void *tree, int depth, int flags);

#ifdef OTHER

void *clone(void *tree, int depth, int flags)
{
	return depth + flags > 0 ? tree : NULL;
}

#else

int main(void)
{
	int tree, copies = 0;

	for (int i = 0; i < 3; i++)
		copies += clone(&tree, i, 0x100) != NULL; /* CLONE_VM, if it were a flag */
	return copies != 3;
}

#endif

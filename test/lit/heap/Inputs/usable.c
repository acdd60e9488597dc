/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	for (size_t i = 0; i < 2000; i += 7)
		printf("%zu\n", malloc_usable_size(malloc(i)));
	return 0;
}

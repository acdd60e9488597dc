/* A static program gets what it refers to itself, also if the runtime could do without it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -static %s -o a.out && ./a.out
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <link.h>
#include <sys/auxv.h>

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info;
	(void)size;
	return ++*(int *)data;
}

/* ARC: main -> getauxval 1 */
/* ARC: main -> dl_iterate_phdr 1 */
int main(void)
{
	int objects = 0;

	dl_iterate_phdr(look, &objects);
	return !getauxval(AT_PHDR) || !objects;
}

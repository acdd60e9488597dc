/* With stacks each block has the calls around it: the tree, folded stacks and pprof know who called a wrapper of malloc. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls %s -o a.out && %allstacks ./a.out
// RUN: %gprof report --brief --tree --measure=peak a.out | FileCheck --check-prefix=PEAK %s
// RUN: %gprof report --brief --tree=bottom-up --measure=allocs a.out | FileCheck --check-prefix=UP %s
// RUN: %gprof report --brief --tree --measure=leaked --focus=cache --hide=push a.out | FileCheck --check-prefix=PART %s
// RUN: %gprof report --brief --tree --measure=alloc --limit=1 a.out | FileCheck --check-prefix=LIMIT %s
// RUN: %gprof export --format=folded --measure=allocs a.out | FileCheck --check-prefix=FOLDED %s
// RUN: %gprof export --format=pprof --measure=peak -o out.gz a.out && %python %S/../exchange/Inputs/pprof.py out.gz --print | FileCheck --check-prefix=PPROF %s
// RUN: %gprof report --measure=alloc a.out | FileCheck --check-prefix=TABLE %s
// PEAK: % bytes own function
// PEAK-NEXT: 100.00 55.7 KiB main
// PEAK-NEXT: 75.44 42.0 KiB |- cache -> push
// PEAK-NEXT: 47.37 26.4 KiB 26.4 KiB | |- copy -> xmalloc
// PEAK-NEXT: 28.07 15.6 KiB 15.6 KiB | `- xmalloc
// PEAK-NEXT: 24.56 13.7 KiB `- parse -> push
// PEAK-NEXT: 14.04 7.81 KiB 7.81 KiB |- xmalloc
// PEAK-NEXT: 10.53 5.86 KiB 5.86 KiB `- copy -> xmalloc
// UP: % blocks outermost function
// UP-NEXT: 100.00 103000 xmalloc
// UP-NEXT: 50.00 51500 |- copy <- push
// UP-NEXT: 49.03 50500 50500 | |- parse <- main
// UP-NEXT: 0.97 1000 1000 | `- cache <- main
// UP-NEXT: 50.00 51500 `- push
// PART: 100.00 42.0 KiB main
// PART-NEXT: `- cache
// PART-NEXT: 62.79 26.4 KiB 26.4 KiB |- copy -> xmalloc
// PART-NEXT: 37.21 15.6 KiB 15.6 KiB `- xmalloc
// LIMIT: main
// LIMIT-NEXT: ... {{[0-9]+}} other{{s?}}
// FOLDED: main;cache;push;copy;xmalloc 1000
// FOLDED-NEXT: main;cache;push;xmalloc 1000
// FOLDED-NEXT: main;parse;push;copy;xmalloc 50500
// FOLDED-NEXT: main;parse;push;xmalloc 50500
// PPROF-DAG: sample 1000 27000 1000 27000 27000 0 xmalloc:0@0x0 copy:0@0x0 push:0@0x0 cache:0@0x0 main:0@0x0 |
// PPROF-DAG: sample 50500 808000 0 0 8000 {{[0-9]+}} xmalloc:0@0x0 push:0@0x0 parse:0@0x0 main:0@0x0 |
// TABLE: when the heap was largest, with 55.7 KiB, 'xmalloc' had 100 % of it; calls of 'cache' led to 75 %
// TABLE: 103000 103000 1.0 55.7 KiB 42.0 KiB 2000 {{.*}} xmalloc
// TABLE: The calls around them: --tree --measure=alloc
#include <stdlib.h>
#include <string.h>

struct item {
	struct item *next;
	char *text;
};

static struct item *volatile kept;

__attribute__((noinline)) static void *xmalloc(size_t size)
{
	void *block = malloc(size);

	if (!block)
		abort();
	return block;
}

__attribute__((noinline)) static char *copy(const char *text)
{
	char *to = xmalloc(strlen(text) + 1);

	return strcpy(to, text);
}

__attribute__((noinline)) static struct item *push(struct item *list, const char *text)
{
	struct item *i = xmalloc(sizeof *i);

	i->next = list;
	i->text = copy(text);
	return i;
}

__attribute__((noinline)) static struct item *parse(int n)
{
	struct item *list = NULL;

	while (n--)
		list = push(list, "hello world");
	return list;
}

__attribute__((noinline)) static struct item *cache(int n)
{
	struct item *list = NULL;

	while (n--)
		list = push(list, "a longer text that is kept");
	return list;
}

__attribute__((noinline)) static void drop(struct item *list)
{
	while (list) {
		struct item *next = list->next;

		free(list->text);
		free(list);
		list = next;
	}
}

int main(void)
{
	for (int i = 0; i < 50; i++)
		drop(parse(1000));
	kept = cache(1000);
	drop(parse(500));
	return 0;
}

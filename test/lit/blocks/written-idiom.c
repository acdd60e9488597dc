// The lines of a loop that became a call of memset(), memmove() or memcpy() ran at least as often as what is left of it says, also of what was inlined in it; a loop that remains is exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 2 3; do env GPROF_PASS=count=blocks %gclang -g -O$o %s -o a.$o && env GPROF_OPTIONS=rate=0 ./a.$o && %gprof annotate -b --limit=0 written-idiom.c a.$o > out.$o && FileCheck %s < out.$o || exit 1; done
// RUN: %gprof annotate -b put a.2 | FileCheck --check-prefix=PUT %s
#include <stdlib.h>

static unsigned char *bytes;
static volatile int sink;

__attribute__((noinline)) static void work_fill(int from, int to)
{
	for (int i = from; i < to; i++)
		bytes[i] = 7; // CHECK-DAG: {{^ +[0-9]+ +>=[0-9]+ .*}}[i] = 7
}

__attribute__((noinline)) static void work_move(unsigned char *p, int to)
{
	for (int i = 0; i < to; i++)
		p[i] = p[i + 1]; // CHECK-DAG: {{^ +[0-9]+ +>=[0-9]+ .*}}= p
}

__attribute__((noinline)) static void work_copy(char *restrict to, const char *restrict from, int n)
{
	do {
		*to++ = *from++; // CHECK-DAG: {{^ +[0-9]+ +>=[0-9]+ .*}}= *from
	} while (--n);
}

static inline void put(unsigned char *to)
{
	*to = 9; // PUT: {{^ +[0-9]+ +>=0 .*}}= 9
}

__attribute__((noinline)) static void work_inlined(int from, int to)
{
	for (int i = from; i < to; i++)
		put(bytes + i);
}

/* What is left is the test before the first round. */
__attribute__((noinline)) static void work_while(unsigned char *p, int i, int to)
{
	while (i < to) // CHECK-DAG: {{^ +[0-9]+ +>=[0-9]+ .*}}while (i
		p[i++] = 7;
}

__attribute__((noinline)) static void work_loop(int from, int to)
{
	for (int i = from; i < to; i++)
		sink += bytes[i]; // CHECK-DAG: {{^ +[0-9]+ +900 .*}}sink += bytes
}

__attribute__((noinline)) static void work_few(void)
{
	for (int i = 0; i < 3; i++)
		sink ^= bytes[i]; // CHECK-DAG: {{^ +[0-9]+ +3 .*}}sink ^= bytes
}

int main(int argc, char **argv)
{
	bytes = calloc(2000, 1);
	(void)argv;
	work_fill(argc, 901);
	work_move(bytes, 900);
	work_copy((char *)bytes + 1000, (char *)bytes, 900);
	work_inlined(argc, 901);
	work_while(bytes, argc, 901);
	work_loop(argc, 901);
	work_few();
	return 0;
}

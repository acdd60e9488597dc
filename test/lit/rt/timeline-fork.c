/* A forked child logs its samples in its own file, with its own times; the parent's log goes on. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && GPROF_FILE=%%p.profile ./a.out > child
// RUN: mv $(cat child).profile child.gprof && mv *.profile parent.gprof
// RUN: %gprof export --format=chrome -o trace.json a.out parent.gprof && %python %S/Inputs/in_order.py trace.json before after
// RUN: %gprof export --format=chrome -o trace.json a.out child.gprof && %python %S/Inputs/in_order.py trace.json inside
// RUN: not grep -E '"(before|after)"' trace.json
// RUN: %gprof histogram --no-head --by=time a.out child.gprof > chart && %python %source/test/lit/histogram/Inputs/sum.py chart --total
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;

static void burn(void)
{
	for (clock_t end = clock() + CLOCKS_PER_SEC / 5; clock() < end;)
		for (int i = 0; i < 20000; i++)
			sink += (unsigned)i;
}

__attribute__((noinline)) static void before(void)
{
	burn();
	sink++;
}

__attribute__((noinline)) static void inside(void)
{
	burn();
	sink++;
}

__attribute__((noinline)) static void after(void)
{
	burn();
	sink++;
}

int main(void)
{
	pid_t child;

	before();
	child = fork();
	if (!child) {
		inside();
		return 0;
	}
	printf("%d\n", (int)child);
	after();
	return wait(NULL) != child;
}

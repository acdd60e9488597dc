/* A handler that allocates may interrupt malloc itself, if the allocator can bear that: no block is lost, and nothing waits. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -shared -fPIC -fno-builtin %S/Inputs/bump.c -o bump.so
// RUN: %gclang -O2 -fno-builtin %s -o a.out
// RUN: env GPROF_OPTIONS="rate=0 memory=callers" LD_PRELOAD="%rtdir/libgprof_heap.so $PWD/bump.so" ./a.out > handled
// RUN: test $(cat handled) -gt 20
// RUN: %sums *.gprof > sums && cat sums
// RUN: %python -c "w = open('sums').read().split(); v = dict(zip(w[::2], map(int, w[1::2]))); n = int(open('handled').read()); assert v['blocks'] == 3 * 400000 + n and v['frees'] == v['blocks'] and v['left'] == 0 and v['foreign'] == 0, (v, n)"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static void *volatile sink, *volatile other;
static volatile unsigned handled;

static void handle(int unused)
{
	(void)unused;
	other = malloc(33);
	free(other);
	handled++;
}

static void say(unsigned n)
{
	char line[16], *at = line + sizeof(line);

	*--at = '\n';
	do
		*--at = (char)('0' + n % 10);
	while (n /= 10);
	(void)!write(1, at, (size_t)(line + sizeof(line) - at));
}

int main(void)
{
	const struct itimerval every = { { 0, 1000 }, { 0, 1000 } }, never = { { 0, 0 }, { 0, 0 } };

	signal(SIGPROF, handle);
	setitimer(ITIMER_PROF, &every, NULL);
	for (int i = 0; i < 400000 || handled < 30; i++) {
		if (i >= 400000)
			continue;
		sink = malloc(10 + i % 90);
		sink = realloc(sink, 50);
		free(sink);
		sink = calloc(3, 3);
		free(sink);
	}
	setitimer(ITIMER_PROF, &never, NULL);
	say(handled);
	return 0;
}

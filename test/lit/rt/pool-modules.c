/* Processes of a pool merge whatever objects each has loaded, in whatever order, killed ones too. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for n in 1 2 3; do %gclang -O2 -fPIC -shared -DPART=$n %s -o $n.so || exit 1; done
// RUN: %gclang -O2 %s -ldl -o m && export GPROF_FILE=%%e.%%1m.gprof
/* Those that load nothing come after one that has loaded something: they do not know its counters. */
// RUN: ./m ./1.so && for i in 0 1 2 3; do ./m || exit 1; done && test "$(echo *gprof*)" = m.1.gprof
// RUN: ./m ./2.so ./1.so && ./m ./3.so ./2.so ./1.so && ./m && ./m ./1.so ./3.so
/* What the killed ones have loaded nobody has who comes later. */
// RUN: ./m ./2.so kill; ./m ./3.so kill; ./m && test "$(echo *gprof*)" = m.1.gprof
// RUN: %expect --set all m %s
/* CALLS[all]: part1 400 */
/* CALLS[all]: part2 300 */
/* CALLS[all]: part3 300 */
/* ARC[all]: part1 -> twice 400 */
/* ARC[all]: main -> own 1200 */

#ifdef PART

#define NAME(n) part##n
#define PART_NAME(n) NAME(n)

static volatile int sink;

__attribute__((noinline)) void twice(void)
{
	sink += 2;
}

static void (*volatile pointer)(void) = twice;

__attribute__((noinline)) void PART_NAME(PART)(void)
{
	pointer();
	sink++;
}

void part(void)
{
	PART_NAME(PART)();
}

#else

#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void own(void)
{
	sink++;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "kill"); i++) {
		void *object = dlopen(argv[i], RTLD_NOW);
		void (*part)(void) = object ? (void (*)(void))dlsym(object, "part") : NULL;

		if (!part)
			return 1;
		for (int k = 0; k < 100; k++)
			part();
	}
	for (int k = 0; k < 100; k++)
		own();
	if (argc > 1 && !strcmp(argv[argc - 1], "kill"))
		kill(getpid(), SIGKILL);
	return 0;
}

#endif

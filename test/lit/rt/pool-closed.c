/* Children of a pool have the counts of libraries that their parents have closed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DPART %s -o part.so && %gclang -O2 %s -ldl -o m
// RUN: export GPROF_FILE=%%e.%%1m.gprof
/* Who merges what they leave has not loaded the library, and their parent runs on. */
// RUN: ./m && ./m kill && ./m end && ./m exit && test "$(echo *gprof*)" = m.1.gprof
// RUN: rm *gprof && ./m exit && ./m kill && ./m end && ./m
// RUN: test "$(echo *gprof*)" = m.1.gprof
// RUN: %expect --set all m %s
/* CALLS[all]: part 300 */
/* ARC[all]: part -> twice 300 */
/* CALLS[all]: own 1000 */

static volatile int sink;

#ifdef PART

__attribute__((noinline)) void twice(void)
{
	sink += 2;
}

static void (*volatile pointer)(void) = twice;

void part(void)
{
	pointer();
	sink++;
}

#else

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void own(void)
{
	sink++;
}

static void count(void)
{
	for (int i = 0; i < 100; i++)
		own();
}

static void child(const char *end)
{
	count();
	if (!strcmp(end, "kill"))
		kill(getpid(), SIGKILL);
	if (!strcmp(end, "exit"))
		exit(0);
	_exit(0);
}

int main(int argc, char **argv)
{
	void *object = argc > 1 ? dlopen("./part.so", RTLD_NOW) : 0;
	void (*part)(void) = object ? (void (*)(void))dlsym(object, "part") : 0;

	for (int i = 0; i < 100 && part; i++)
		part();
	if (object)
		dlclose(object);
	count();
	if (argc == 1)
		return 0;
	if (!fork())
		child(argv[1]);
	wait(0);
	return system("./m");
}

#endif

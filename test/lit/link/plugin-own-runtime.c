/* Plugins with their own copies of the runtime, in a plain program: each has a profile, and may be closed. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DNAME=one %s -Wl,-u,__gprof_runtime %rtdir/libgprof_rt.a -o one.so
// RUN: %gclang -O2 -fPIC -shared -DNAME=two %s -Wl,-u,__gprof_runtime %rtdir/libgprof_rt.a -o two.so
// RUN: %clang -O2 %s -ldl -o plain && ./plain
// RUN: test $(ls plain.*.gprof* | wc -l) = 4 && ls *.gprof*
// RUN: for f in plain.*.gprof*; do for n in one two; do \
// RUN:   %readprofile $f | grep -q "flags 2 .*/$n.so" && mv $f $n.$(%readprofile $f | grep -o 'depth [01]' | tr -d ' '); \
// RUN: done; done; ls
// RUN: %expect --set one one.so %s one.depth0
// RUN: %expect --set two two.so %s two.depth0
// RUN: rm -f *.gprof* *.depth*
// RUN: %gclang -O2 %s -ldl -o a.out && ./a.out
// RUN: test $(ls a.out.*.gprof* | wc -l) = 2
// RUN: for f in *.gprof; do if %readprofile $f | grep -q 'depth 0'; then mv $f parent; fi; done
// RUN: %expect --set one --set two --set main a.out %s parent

#define NOINLINE __attribute__((noinline))
#define JOIN(a, b) a##_##b
#define NAMED(a, b) JOIN(a, b)

#ifdef NAME
static volatile int sink;

/* CALLS[one]: leaf_one 300 */
/* CALLS[two]: leaf_two 300 */
NOINLINE static void NAMED(leaf, NAME)(void)
{
	sink++;
}

/* ARC[one]: work_one -> leaf_one 300 */
/* ARC[two]: work_two -> leaf_two 300 */
NOINLINE static void NAMED(work, NAME)(void)
{
	for (int i = 0; i < 100; i++)
		NAMED(leaf, NAME)();
}

void work(void)
{
	NAMED(work, NAME)();
	sink++;
}
#else
#include <dlfcn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void (*load(const char *name, void **handle))(void)
{
	*handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	return *handle ? (void (*)(void))dlsym(*handle, "work") : 0;
}

/* Long enough for timers of the closed plugins to fire. */
static void burn(void)
{
	while (clock() < CLOCKS_PER_SEC / 20)
		;
}

/* ARC[main]: main -> dlclose 2 */
int main(void)
{
	void *handles[2], (*one)(void) = load("./one.so", &handles[0]);
	void (*two)(void) = load("./two.so", &handles[1]);
	int status = 1;

	if (!one || !two)
		return 1;
	for (volatile int i = 0; i < 3; i++) {
		one();
		two();
	}
	dlclose(handles[0]);
	dlclose(handles[1]);
	burn();
	if (!fork())
		_exit(0);
	wait(&status);
	return status;
}
#endif

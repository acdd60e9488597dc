/* Calls by pointer into a plugin are in the phase they were made in, though it is unloaded and comes back between snapshots. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DNAME=one %s -o one.so && %gclang -O2 -fPIC -shared -DNAME=two %s -o two.so
// RUN: %gclang -O2 -I%source/include %s -ldl -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof | grep '^snapshot end third'
// RUN: %expect --set all a.out %s
// RUN: for p in first second third; do %expect --set $p --option=--phase=$p a.out %s || exit 1; done

#define JOIN(a, b) a##_##b
#define NAMED(a, b) JOIN(a, b)

#ifdef NAME
static volatile int sink;

/* ARC[all]: call -> work_one 105 */
/* ARC[all]: call -> work_two 20 */
/* ARC[first]: call -> work_one 100 */
/* NOARC[first]: call -> work_two */
/* ARC[second]: call -> work_two 20 */
/* NOARC[second]: call -> work_one */
/* ARC[third]: call -> work_one 5 */
/* NOARC[third]: call -> work_two */
__attribute__((noinline)) static void NAMED(work, NAME)(void)
{
	sink++;
}

void (*work_of(void))(void)
{
	return NAMED(work, NAME);
}
#else
#include <dlfcn.h>
#include <gprof-llvm/gprof.h>

/* By one call site, whose targets change. */
__attribute__((noinline)) static void call(void (*work)(void))
{
	work();
}

static void *phase(const char *name, const char *object, int n)
{
	void *handle = dlopen(object, RTLD_NOW);
	void (*(*work_of)(void))(void);

	if (!handle)
		return 0;
	work_of = (void (*(*)(void))(void))dlsym(handle, "work_of");
	gprof_phase_begin(name);
	for (int i = 0; i < n; i++)
		call(work_of());
	return handle;
}

int main(void)
{
	void *handle = phase("first", "./one.so", 100);

	if (!handle || dlclose(handle))
		return 1;
	gprof_phase_end("first");
	handle = phase("second", "./two.so", 20);
	if (!handle || dlclose(handle))
		return 2;
	gprof_phase_end("second");
	handle = phase("third", "./one.so", 5);
	gprof_phase_end("third");
	return !handle;
}
#endif

/* 1000 rounds of dlopen and dlclose, different modules at the same address: counts exact, and no round takes space. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for n in a b c; do %gclang -O2 -fPIC -shared -DNAME=$n %s -o $n.so || exit 1; done
// RUN: %gclang -O2 -pthread %s -ldl -o a.out && ./a.out > told && cat told
// RUN: %expect a.out %s
// RUN: test $(cut -d' ' -f1 told) -ge 900
// RUN: test $(cut -d' ' -f2 told) -le 4
// RUN: test $(($(stat -c %%b a.out.*.gprof) * 512)) -le 500000
// RUN: test $(%readprofile a.out.*.gprof | grep -c '^module .*/[abc].so') = 3
// RUN: %readprofile a.out.*.gprof | grep '^lost 0 0 0 0 0'

#define NOINLINE __attribute__((noinline))
#define JOIN(a, b) a##_##b
#define NAMED(a, b) JOIN(a, b)

#ifdef NAME
static volatile int sink;

/* CALLS: leaf_a 3006 */
/* CALLS: leaf_b 2997 */
/* CALLS: leaf_c 2997 */
NOINLINE static void NAMED(leaf, NAME)(void)
{
	sink++;
}

static void (*volatile to_leaf)(void) = NAMED(leaf, NAME);

/* ARC: work_a -> leaf_a 3006 */
/* ARC: work_b -> leaf_b 2997 */
/* ARC: work_c -> leaf_c 2997 */
/* ARC: work_a -> back 1002 */
/* ARC: work_b -> back 999 */
/* ARC: work_c -> back 999 */
NOINLINE static void NAMED(work, NAME)(void (*back)(void))
{
	for (int i = 0; i < 3; i++)
		to_leaf();
	back();
}

/* Functions of the same name in all of them; each calls what has its own. */
void work(void (*back)(void))
{
	NAMED(work, NAME)(back);
	sink++;
}

/* Targets at the same address in every module. */
void (*work_of(void))(void (*)(void))
{
	return NAMED(work, NAME);
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

typedef void work_function(void (*)(void));

static pthread_barrier_t begin, done;
static work_function *volatile work;
static volatile int backs;

NOINLINE static void back(void)
{
	__atomic_fetch_add(&backs, 1, __ATOMIC_RELAXED);
}

/* ARC: other -> work_a 334 */
/* ARC: other -> work_b 333 */
/* ARC: other -> work_c 333 */
static void *other(void *argument)
{
	for (int round = 0; round < 1000; round++) {
		pthread_barrier_wait(&begin);
		work(back);
		pthread_barrier_wait(&done);
	}
	return argument;
}

static int mappings(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	int c, n = 0;

	while ((c = getc(maps)) != EOF)
		n += c == '\n';
	fclose(maps);
	return n;
}

/* ARC: main -> work_a 334 */
/* ARC: main -> work_b 333 */
/* ARC: main -> work_c 333 */
int main(void)
{
	static const char *const names[3] = { "./a.so", "./b.so", "./c.so" };
	void *module, *last = 0;
	int same = 0, maps = 0;
	pthread_t id;

	pthread_barrier_init(&begin, 0, 2);
	pthread_barrier_init(&done, 0, 2);
	if (pthread_create(&id, 0, other, 0))
		return 1;
	for (int round = 0; round < 1000; round++) {
		module = dlopen(names[round % 3], RTLD_NOW);
		if (!module)
			return 2;
		work = ((work_function * (*)(void)) dlsym(module, "work_of"))();
		same += last == (void *)work;
		last = (void *)work;
		pthread_barrier_wait(&begin);
		work(back);
		pthread_barrier_wait(&done);
		((work_function *)dlsym(module, "work"))(back);
		dlclose(module);
		if (round == 10)
			maps = mappings();
	}
	pthread_join(id, 0);
#ifdef LATER
	mkdir("later", 0700);
#endif
	printf("%d %d\n", same, mappings() - maps);
	return backs != 3000;
}
#endif

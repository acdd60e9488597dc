/* Ticks in a program whose threads come and go, allocate and fork: counts are exact, and each child ticks in a file of its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -pthread -o a.out && GPROF_OPTIONS="snapshot-every=1 rate=4000" ./a.out
// RUN: for f in a.out.*.gprof; do %readprofile $f > /dev/null || exit 1; done
// RUN: %readprofile a.out.*.gprof > all && grep -q '^snapshot tick' all
// RUN: %expect a.out %s
// RUN: %gprof histogram --no-head --by=time a.out > chart && %python %source/test/lit/histogram/Inputs/sum.py chart --total
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 40

static void *volatile kept;

/* CALLS: leaf 48000 */
__attribute__((noinline)) static void leaf(int i)
{
	free(kept = malloc((size_t)(i % 1000 + 1)));
}

/* ARC: thread -> leaf 40000 */
static void *thread(void *unused)
{
	for (int i = 0; i < 500; i++)
		leaf(i);
	return unused;
}

/* ARC: child -> leaf 8000 */
__attribute__((noinline)) static int child(void)
{
	for (int i = 0; i < 200; i++)
		leaf(i);
	for (clock_t end = clock() + CLOCKS_PER_SEC / 100; clock() < end;)
		;
	return 0;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < ROUNDS; i++) {
		pid_t pid;

		for (int k = 0; k < 2; k++)
			if (pthread_create(&t[k], NULL, thread, NULL))
				return 1;
		pid = fork();
		if (!pid)
			exit(child());
		for (int k = 0; k < 2; k++)
			pthread_join(t[k], NULL);
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}

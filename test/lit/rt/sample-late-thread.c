/* CPU time that a thread took before it came to instrumented code is in no sample. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -DPLAIN -c %s -o plain.o && %gclang -O2 -pthread %s plain.o -o a.out
// RUN: ./a.out
// RUN: %readprofile a.out.*.gprof | awk '$1 == "samples" { ns = $3 } END { exit !(ns > 0 && ns < 250000000) }'

#include <pthread.h>
#include <time.h>

void *thread(void *arg);
void burn(int ms);

#ifdef PLAIN
static void take(int ms)
#else
void burn(int ms)
#endif
{
	struct timespec now;
	long end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + ms;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < end);
}

#ifdef PLAIN
void *thread(void *arg)
{
	take(300);
	burn(50);
	return arg;
}
#else
int main(void)
{
	pthread_t id;

	pthread_create(&id, NULL, thread, NULL);
	return pthread_join(id, NULL);
}
#endif

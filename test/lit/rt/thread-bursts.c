/* A thread that works for a millisecond at a time, between two ticks, has samples: it has its event before any tick met it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -pthread %s -o a.out && ./a.out && %gprof export --format=json a.out > a.json
// RUN: %python -c "import json; rows = {f['name']: f for f in json.load(open('a.json'))['functions']}; n = rows['burst']['samples']; print(n); assert n >= 8"

#include <pthread.h>
#include <time.h>

static volatile unsigned long sum;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000l + t.tv_nsec;
}

/* A millisecond on any processor, nearly all of it outside the clock's function. */
__attribute__((noinline)) static void burst(void)
{
	for (long end = now() + 1000000; now() < end;)
		for (int i = 0; i < 20000; i++)
			sum++;
}

static void *run(void *unused)
{
	static const struct timespec wait = { 0, 3000000 };

	for (int i = 0; i < 40; i++) {
		burst();
		nanosleep(&wait, NULL);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL))
		return 1;
	return pthread_join(thread, NULL);
}

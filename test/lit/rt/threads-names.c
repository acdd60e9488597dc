/* A thread's record has the name it has at the end, or had when it entered another unit, not only its first. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fPIC -shared -DLIBRARY %s -o library.so
// RUN: %gclang -O2 -pthread %s library.so -Wl,-rpath,. -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof | grep '^thread ' > names
// RUN: grep -q ' lives-on$' names
// RUN: grep -q ' enters-library$' names
// RUN: grep -q ' named-late$' names

#ifdef LIBRARY
volatile int sink;

void library_function(void)
{
	sink++;
}
#else
#define _GNU_SOURCE
#include <pthread.h>

void library_function(void);

static pthread_barrier_t named, ended;

static void *live(void *argument)
{
	pthread_setname_np(pthread_self(), "lives-on");
	pthread_barrier_wait(&named);
	pthread_barrier_wait(&ended);
	return argument;
}

static void *enter(void *argument)
{
	pthread_setname_np(pthread_self(), "enters-library");
	library_function();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_barrier_init(&named, 0, 2);
	pthread_barrier_init(&ended, 0, 2);
	if (pthread_create(&one, 0, live, 0))
		return 1;
	pthread_barrier_wait(&named);
	if (pthread_create(&two, 0, enter, 0))
		return 1;
	pthread_join(two, 0);
	pthread_setname_np(pthread_self(), "named-late");
	return 0;
}
#endif

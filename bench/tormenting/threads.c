/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads.c - threads that end in all ways: they return, exit, are cancelled at a point or
 * anywhere, are left alone; with destructors that call instrumented functions after that.
 */
#include <limits.h>
#include <pthread.h>

#include "counted.h"

#define MAKERS 3

static pthread_key_t key;

static void last_words(void *value)
{
	ledger_call(3, counted_3(2));
	if (!storm_random(3))
		pthread_setspecific(key, value);
}

static void *life(void *argument)
{
	int how = (int)(long)argument, old;

	ledger_thread();
	pthread_setspecific(key, &key);
	work_some(storm_random(400));
	switch (how) {
	case 0:
		pthread_exit(0);
	case 1:	/* cancelled at a point */
		for (;;) {
			work_some(10);
			storm_pause(10);
		}
	case 2:	/* cancelled anywhere: a call may be under way for ever */
		pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
		for (;;)
			ledger_call(1, counted_pointer(1));
	case 3:
		storm_pause(storm_random(2000));
		break;
	}
	return argument;
}

static void make(void)
{
	int how = storm_random(6), detached = how > 2 && storm_random(2);
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	if (!storm_random(3))
		pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN + 65536);
	if (pthread_create(&thread, &attributes, life, (void *)(long)how))
		return;
	pthread_attr_destroy(&attributes);
	if (how == 1 || how == 2) {
		storm_pause(storm_random(500));
		pthread_cancel(thread);
	}
	if (detached)
		pthread_detach(thread);
	else
		pthread_join(thread, 0);
}

static void *maker(void *argument)
{
	ledger_thread();
	while (!storm_over())
		make();
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t makers[MAKERS];

	(void)argc;
	ledger_open(argv);
	pthread_key_create(&key, last_words);
	for (int i = 0; i < MAKERS; i++)
		if (pthread_create(&makers[i], 0, maker, 0))
			return 1;
	for (int i = 0; i < MAKERS; i++)
		pthread_join(makers[i], 0);
	storm_pause(20000);
	pthread_exit(0);
}

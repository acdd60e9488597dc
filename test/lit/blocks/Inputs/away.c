/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * away.c - a handler interrupts spin() between two marks, and does not come back: MARK(1) runs once
 * less than MARK(0).  The argument says how it leaves: its thread ends (thread, kernel), another
 * context goes on (context), a jump through a pointer (pointer) or of the compiler (builtin).
 * The handler only comes back if the argument is 'back'.
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))

static const char *how;
static sigjmp_buf place;
static void *builtin_place[5];
static ucontext_t context, unused;
static void (*volatile jump)(sigjmp_buf, int) = siglongjmp;
static volatile int there, away;

static int is(const char *argument)
{
	return !strcmp(how, argument);
}

NOINLINE static void *spin(void *argument)
{
	MARK(0);
	there = 1;
	__asm__ volatile("1: pause; cmpl $0, %0; je 1b" : : "m"(away));
	MARK(1);
	return argument;
}

NOINLINE static void jump_builtin(void)
{
	MARK(2);
	__builtin_longjmp(builtin_place, 1);
}

NOINLINE static void leave(void)
{
	MARK(3);
	if (is("thread"))
		pthread_exit(NULL);
	if (is("kernel"))
		syscall(SYS_exit, 0);
	if (is("context"))
		swapcontext(&unused, &context);
	if (is("pointer"))
		jump(place, 1);
	if (is("builtin"))
		jump_builtin();
	MARK(4);
}

/* A tail call where the compiler makes one. */
static void handler(int sig)
{
	away = sig;
	leave();
}

static void *interrupt(void *thread)
{
	while (!there)
		usleep(1000);
	pthread_kill(*(pthread_t *)thread, SIGUSR1);
	return NULL;
}

static void in_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, spin, NULL);
	interrupt(&thread);
	pthread_join(thread, NULL);
}

NOINLINE static void in_main(void)
{
	pthread_t self = pthread_self(), thread;

	pthread_create(&thread, NULL, interrupt, &self);
	spin(NULL);
	MARK(5);
	pthread_join(thread, NULL);
}

NOINLINE static void from_builtin(void)
{
	if (!__builtin_setjmp(builtin_place))
		in_main();
	MARK(6);
}

NOINLINE static void from_context(void)
{
	volatile int came = 0;

	getcontext(&context);
	if (!came++)
		in_main();
	MARK(7);
}

int main(int argc, char **argv)
{
	how = argc > 1 ? argv[1] : "";
	ledger_open();
	signal(SIGUSR1, handler);
	if (is("thread") || is("kernel") || is("back"))
		in_thread();
	else if (is("builtin"))
		from_builtin();
	else if (is("context"))
		from_context();
	else if (!sigsetjmp(place, 1))
		in_main();
	MARK(8);
	return 0;
}

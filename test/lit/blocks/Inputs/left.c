/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * left.c - code is left between two counts: MARK(1) runs once less than MARK(0).  The argument
 * says how: a thread still spins there as main() returns (spin), or is cancelled (cancel); a
 * handler jumps away (jump), ends the process (end), or sets another program counter (set).
 * Otherwise nothing is left: the process ends in a call (call; vforked: after a child of
 * vfork() ended), the thread is joined (joined), a handler comes back (alarm).
 */
#define _GNU_SOURCE
#include "ledger.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))

extern const char passed[] __attribute__((visibility("hidden")));
static const char *how;
static sigjmp_buf back;
static volatile int there;

NOINLINE static void *spin(void *argument)
{
	MARK(0);
	there = 1;
	__asm__ volatile("1: pause; cmpl $2, %0; jne 1b" : : "m"(there));
	MARK(1);
	return argument;
}

NOINLINE static void fault(void)
{
	MARK(0);
	__asm__ volatile("movl $0, 0; .globl passed; .hidden passed; passed: nop");
	MARK(1);
}

NOINLINE static void skip(int n)
{
	MARK(2);
	if (n)
		fault();
	MARK(3);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	MARK(4);
	if (!strcmp(how, "jump"))
		siglongjmp(back, 1);
	if (!strcmp(how, "end"))
		exit(0);
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] = (long)passed;
}

static void on_alarm(int sig)
{
	(void)sig;
	MARK(9);
}

static void *cancelled(void *argument)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	return spin(argument);
}

/* How a thread ends that spins. */
NOINLINE static void spin_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, *how == 'c' ? cancelled : spin, NULL);
	while (!there)
		usleep(1000);
	if (*how == 's')
		return;
	if (*how == 'c')
		pthread_cancel(thread);
	else
		there = 2;
	pthread_join(thread, NULL);
}

NOINLINE static void leave(int depth)
{
	MARK(5);
	if (depth == 0)
		_exit(0);
	leave(depth - 1);
	MARK(6);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };

	how = argc > 1 ? argv[1] : "";
	ledger_open();
	sigaction(SIGSEGV, &action, NULL);
	if (!strcmp(how, "vforked") && vfork() == 0)
		_exit(0);
	if (!strcmp(how, "vforked") || !strcmp(how, "call"))
		leave(5);
	if (!strcmp(how, "spin") || !strcmp(how, "cancel") || !strcmp(how, "joined")) {
		spin_thread();
		return 0;
	}
	if (!strcmp(how, "alarm")) {
		signal(SIGALRM, on_alarm);
		raise(SIGALRM);
		return 0;
	}
	MARK(7);
	if (!sigsetjmp(back, 1))
		skip(1);
	MARK(8);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * signals.c - signals of all kinds between threads whose handlers come and go: they call
 * instrumented functions, nest, run on stacks of their own, and are left by siglongjmp.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/time.h>

#include "counted.h"

#define THREADS 4
#define NESTED	8	/* handlers at a time: more would need more stack */
#define STACK	(1 << 20)

static const int kinds[] = {SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD, SIGURG,
			    SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGPIPE, SIGCONT, SIGPWR};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static pthread_t threads[THREADS];
static pthread_barrier_t together;	/* only then are all of 'threads' to be sent signals */
static __thread volatile int nested, can_jump;
static __thread sigjmp_buf back;
static int beyond;	/* SIGRTMIN, and two more */

static int any_kind(void)
{
	return storm_random(4) ? kinds[storm_random(KINDS)] : beyond + (int)storm_random(3);
}

static void handle(int signal)
{
	int saved = errno;

	if (!ledger_cell || nested >= NESTED)
		return;
	nested++;
	ledger_call(3, counted_3(signal));
	if (!storm_random(20))
		work_deep(20);
	nested--;
	errno = saved;
	if (can_jump && !storm_random(50)) {
		can_jump = 0;
		nested = 0;
		siglongjmp(back, 1);
	}
}

static void handle_with_info(int signal, siginfo_t *info, void *context)
{
	if (!context || info->si_signo != signal)
		ledger_mistake("signal %d came with information on %d", signal, info->si_signo);
	handle(signal);
}

static void fault(int signal, siginfo_t *info, void *context)
{
	(void)context;
	if (signal != SIGSEGV || info->si_addr != (void *)8)
		ledger_mistake("a fault at %p", info->si_addr);
	ledger_call(3, counted_3(signal));
	siglongjmp(back, 2);
}

static void choose_handler(int signal)
{
	struct sigaction action = {0};

	action.sa_handler = handle;
	if (storm_random(2)) {
		action.sa_sigaction = handle_with_info;
		action.sa_flags |= SA_SIGINFO;
	}
	action.sa_flags |= storm_random(2) ? SA_RESTART : 0;
	action.sa_flags |= storm_random(2) ? SA_ONSTACK : 0;
	action.sa_flags |= storm_random(4) || signal >= beyond ? 0 : SA_NODEFER;
	if (storm_random(2))
		sigfillset(&action.sa_mask);
	/* They queue: unblocked, any number of them would nest. */
	for (int i = 0; i < 3; i++)
		sigaddset(&action.sa_mask, beyond + i);
	sigdelset(&action.sa_mask, SIGSEGV);
	sigaction(signal, &action, 0);
}

/* A fault that the program catches, as collectors of garbage do. */
static void provoke(void)
{
	can_jump = 0;
	if (!sigsetjmp(back, 1))
		*(volatile int *)8 = 1;
}

static void wait_for_some(void)
{
	struct timespec soon = {0, storm_random(2000000)};
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, any_kind());
	pthread_sigmask(SIG_BLOCK, &set, 0);
	sigtimedwait(&set, 0, &soon);
	pthread_sigmask(SIG_UNBLOCK, &set, 0);
}

static void step(void)
{
	sigset_t all, old;

	switch (storm_random(12)) {
	case 0:
		choose_handler(any_kind());
		break;
	case 1:
		provoke();
		break;
	case 2:
		wait_for_some();
		break;
	case 3:
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &old);
		work_some(100);
		pthread_sigmask(SIG_SETMASK, &old, 0);
		break;
	case 4:
		raise(any_kind());
		break;
	case 5:
		kill(getpid(), any_kind());
		break;
	case 6:
		if (!sigsetjmp(back, 1)) {
			can_jump = 1;
			work_some(200);
		}
		can_jump = 0;
		break;
	default:
		pthread_kill(threads[storm_random(THREADS)], any_kind());
		work_some(50);
	}
}

static void live(void)
{
	pthread_barrier_wait(&together);
	while (!storm_over())
		step();
	pthread_barrier_wait(&together);
}

static void *life(void *argument)
{
	stack_t stack = {.ss_sp = malloc(STACK), .ss_size = STACK};

	ledger_thread();
	if (storm_random(4))
		sigaltstack(&stack, 0);
	live();
	return argument;
}

/* Signals that would end the program are handled before the first is sent. */
static void prepare(void)
{
	struct sigaction action = {.sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_NODEFER};

	beyond = SIGRTMIN;
	for (size_t i = 0; i < KINDS; i++)
		choose_handler(kinds[i]);
	for (int i = 0; i < 3; i++)
		choose_handler(beyond + i);
	sigaction(SIGSEGV, &action, 0);
}

int main(int argc, char **argv)
{
	struct itimerval often = {{0, 3000}, {0, 3000}}, never = {{0, 0}, {0, 0}};

	(void)argc;
	ledger_open(argv);
	prepare();
	setitimer(ITIMER_PROF, &often, 0);
	setitimer(ITIMER_REAL, &often, 0);
	threads[0] = pthread_self();
	pthread_barrier_init(&together, 0, THREADS);
	for (int i = 1; i < THREADS; i++)
		if (pthread_create(&threads[i], 0, life, 0))
			return 1;
	live();
	setitimer(ITIMER_PROF, &never, 0);
	setitimer(ITIMER_REAL, &never, 0);
	for (int i = 1; i < THREADS; i++)
		pthread_join(threads[i], 0);
	return 0;
}

/* A function that only keeps what it is handed, for later or for nothing, has no calls of it: 20 of them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclangxx -O2 %s -pthread -o a.out && ./a.out && %expect a.out %s
// RUN: %gclangxx -O0 %s -pthread -o none.out && env GPROF_OPTIONS=stacks=0 ./none.out && %expect none.out %s
// RUN: env GPROF_PASS=mode=call %gclangxx -O0 %s -pthread -o call.out && ./call.out && %expect call.out %s

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <pthread.h>
#include <sys/wait.h>
#include <threads.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int sink;
static pthread_key_t key;
static tss_t own;
static ucontext_t back, other;
static char stack[65536];

extern "C" {
#define PLAIN(name) __attribute__((noinline)) void name(void) { sink = sink + 1; }
#define TAKES(name) __attribute__((noinline)) void name(void *x) { sink = sink + (x != nullptr); }

PLAIN(at_exit)        /* SPONTANEOUS: at_exit 1 */
PLAIN(at_std_exit)    /* SPONTANEOUS: at_std_exit 1 */
PLAIN(before_fork)    /* SPONTANEOUS: before_fork 1 */
PLAIN(in_parent)      /* SPONTANEOUS: in_parent 1 */
PLAIN(in_context)     /* SPONTANEOUS: in_context 1 */
TAKES(of_key)         /* SPONTANEOUS: of_key 3 */
TAKES(of_tss)         /* SPONTANEOUS: of_tss 3 */
PLAIN(never)          /* NOARC: at_quick_exit -> never */
/* SPONTANEOUS: on_end 1 */
__attribute__((noinline)) void on_end(int, void *x)
{
	sink = sink + (x != nullptr);
}
/* SPONTANEOUS: of_signal 2 */
__attribute__((noinline)) void of_signal(int)
{
	sink = sink + 1;
}
/* SPONTANEOUS: of_new 1 */
__attribute__((noinline)) void of_new(void)
{
	throw std::bad_alloc();
}
/* SPONTANEOUS: printed 1 */
__attribute__((noinline)) int printed(const void *, const void *)
{
	return 0;
}

__attribute__((noinline)) void *thread(void *x)
{
	pthread_setspecific(key, &key);
	tss_set(own, &own);
	return x;
}
}

/* NOARC: atexit -> at_exit */
/* NOARC: on_exit -> on_end */
/* NOARC: pthread_atfork -> before_fork */
/* NOARC: pthread_atfork -> in_parent */
/* NOARC: pthread_key_create -> of_key */
/* NOARC: tss_create -> of_tss */
/* NOARC: signal -> of_signal */
/* NOARC: makecontext -> in_context */
/* NOARC: printf -> main */
/* NOARC: printf -> printed */
/* NOARC: qsort -> printed */
/* NOARC: std::set_new_handler(void (*)()) -> of_new */
/* SPONTANEOUS: main 1 */
int main()
{
	pthread_t t;
	int pair[2] = { 2, 1 };

	printf("%p %p\n", reinterpret_cast<void *>(&main), reinterpret_cast<void *>(printed));
	qsort(pair, 2, sizeof *pair, printed);
	atexit(at_exit);
	std::atexit(at_std_exit);
	at_quick_exit(never);
	on_exit(on_end, nullptr);
	pthread_atfork(before_fork, in_parent, never);
	pthread_key_create(&key, of_key);
	tss_create(&own, of_tss);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t, nullptr, thread, nullptr);
		pthread_join(t, nullptr);
	}
	signal(SIGUSR1, of_signal);
	raise(SIGUSR1);
	raise(SIGUSR1);
	std::set_terminate(never);
	std::set_new_handler(of_new);
	try {
		sink = sink + (operator new(static_cast<size_t>(sink) - 1000000) != nullptr);
	} catch (const std::bad_alloc &) {
		sink = sink + 1;
	}
	getcontext(&other);
	other.uc_stack.ss_sp = stack;
	other.uc_stack.ss_size = sizeof stack;
	other.uc_link = &back;
	makecontext(&other, in_context, 0);
	swapcontext(&back, &other);
	if (fork() == 0)
		_exit(0);
	wait(nullptr);
	return 0;
}

/* On an alternate stack just large enough for the program's handler, a first entry and samples need less than 1 KB more. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: for flags in -O0 -O2 "-O2 -fPIC" "-O2 -fPIE -pie"; do \
// RUN:   rm -f *.gprof; %gclang $flags -pthread %s -o a.out && GPROF_OPTIONS=rate=0 ./a.out || exit 1; \
// RUN:   %expect a.out %s && GPROF_OPTIONS=rate=10000 ./a.out sampled || exit 1; \
// RUN: done

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline, no_profile_instrument_function))
#define FRAMES 512 /* bytes that the handler and what it calls may use themselves */
#define OURS 1024

static volatile int sink;

__attribute__((noinline)) void in_handler(void)
{
	sink++;
}

/* CALLS: handler 1 */
/* ARC: handler -> in_handler 1 */
static void handler(int sig)
{
	(void)sig;
	in_handler();
}

static size_t frame_size(void)
{
	size_t size = getauxval(AT_MINSIGSTKSZ);

	return size ? size : MINSIGSTKSZ;
}

/* Fills the memory with a pattern, and finds how much of it, from its end, is changed. */
PLAIN static void fill(unsigned char *memory, size_t size)
{
	memset(memory, 0xa5, size);
}

PLAIN static size_t used(const unsigned char *memory, size_t size)
{
	size_t i = 0;

	while (i < size && memory[i] == 0xa5)
		i++;
	return size - i;
}

/* A thread that enters instrumented code for the first time in a handler. */
PLAIN static void *thread(void *argument)
{
	size_t size = 64 * 1024, taken;
	unsigned char *memory = malloc(size);
	stack_t stack = { .ss_sp = memory, .ss_size = size };

	fill(memory, size);
	sigaltstack(&stack, 0);
	pthread_kill(pthread_self(), SIGUSR1);
	taken = used(memory, size);
	stack.ss_flags = SS_DISABLE;
	sigaltstack(&stack, 0);
	if (taken <= frame_size() + FRAMES + OURS)
		return argument;
	printf("a first entry took %zu bytes, %zu of them for the signal\n", taken, frame_size());
	exit(2);
}

__attribute__((noinline)) static void burn(clock_t ticks)
{
	clock_t end = clock() + ticks;

	while (clock() < end)
		in_handler();
}

/*
 * Samples of a thread that has an alternate stack come on that; one that comes in a
 * handler there needs room for a second signal, as any other would.
 */
PLAIN static void sampled(void)
{
	size_t size = 64 * 1024, taken;
	unsigned char *memory = malloc(size);
	stack_t stack = { .ss_sp = memory, .ss_size = size };

	fill(memory, size);
	sigaltstack(&stack, 0);
	burn(CLOCKS_PER_SEC / 10);
	taken = used(memory, size);
	if (taken <= frame_size() + OURS)
		return;
	printf("samples took %zu bytes, %zu of them for the signal\n", taken, frame_size());
	exit(3);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	pthread_t id;

	sigaddset(&action.sa_mask, SIGPROF); /* a sample in the handler is another signal */
	(void)argv;
	if (argc > 1) {
		sampled();
		return 0;
	}
	sigaction(SIGUSR1, &action, 0);
	if (pthread_create(&id, 0, thread, 0))
		return 1;
	pthread_join(id, 0);
	return 0;
}

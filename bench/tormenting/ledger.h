/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ledger.h - what a storm's program knows of itself, kept where the profiler is not: in a
 * shared mapping of a file, so that it outlives kill -9.
 *
 * Each thread has a cell.  ledger_call() writes a call down before it is made, and takes it
 * for under way until it has returned: what the profile has may be less than the ledger by
 * the calls that were under way when their thread ended, and never more.  ledger_block_begin() and
 * ledger_block_end() do the same with a block and its bytes.
 *
 * Order: ledger_open() first; ledger_thread() in each new thread and in each child of a fork.
 * All else may be called anywhere, in signal handlers too.  A call costs three locked additions.
 */
#ifndef LEDGER_H
#define LEDGER_H

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LEDGER_CELLS	 4096 /* threads beyond that share one: additions are atomic */
#define LEDGER_FUNCTIONS 8    /* counted_0 to 3 of the program, 4 to 7 of libraries */

/* Blocks allocated and their bytes; of these, blocks that were freed and their bytes. */
enum ledger_heap { LEDGER_BLOCKS, LEDGER_BYTES, LEDGER_FREES, LEDGER_FREED, LEDGER_HEAP };

/* Not counted: it belongs to the ledger, not to the program. */
#define LEDGER static inline __attribute__((always_inline, no_instrument_function))
#define NOINLINE __attribute__((noinline))

struct ledger_cell {
	uint64_t calls[LEDGER_FUNCTIONS];     /* begun */
	uint64_t under_way[LEDGER_FUNCTIONS]; /* of these, not returned */
	/* The same of blocks that allocated_0 to 7 allocated, by enum ledger_heap. */
	uint64_t heap[LEDGER_FUNCTIONS][LEDGER_HEAP];
	uint64_t heap_under_way[LEDGER_FUNCTIONS][LEDGER_HEAP];
};

struct ledger {
	uint64_t taken;	   /* cells handed out: threads */
	uint64_t kills;	   /* processes killed on purpose */
	uint64_t mistakes; /* what the program found wrong with itself */
	char first[232];   /* the first of them, in words */
	struct ledger_cell cells[LEDGER_CELLS];
};

static struct ledger *ledger;
static uint64_t storm_end;	/* ns of the monotonic clock */
static uint64_t storm_seed;
static __thread struct ledger_cell *ledger_cell;
static __thread uint64_t ledger_random;

LEDGER uint64_t ledger_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

LEDGER int storm_over(void)
{
	return ledger_clock() >= storm_end;
}

/* Each thread has numbers of its own: they depend on the seed and on the order of births. */
LEDGER void ledger_thread(void)
{
	uint64_t number = __atomic_fetch_add(&ledger->taken, 1, __ATOMIC_RELAXED);

	ledger_cell = &ledger->cells[number % LEDGER_CELLS];
	ledger_random = (storm_seed + number + 1) * 0x9e3779b97f4a7c15;
}

LEDGER uint32_t storm_random(uint32_t below)
{
	ledger_random ^= ledger_random << 13;
	ledger_random ^= ledger_random >> 7;
	ledger_random ^= ledger_random << 17;
	return (uint32_t)(ledger_random >> 32) % below;
}

#define ledger_add(where, n) __atomic_fetch_add((where), (n), __ATOMIC_SEQ_CST)

#define ledger_call(function, call)                                        \
	do {                                                               \
		struct ledger_cell *its = ledger_cell;                     \
		ledger_add(&its->under_way[function], 1);                  \
		ledger_add(&its->calls[function], 1);                      \
		(void)(call);                                              \
		ledger_add(&its->under_way[function], -1);                 \
	} while (0)

/* Before and after a block of the function is allocated, or (LEDGER_FREES) freed. */
LEDGER void ledger_block_begin(uint32_t function, enum ledger_heap what, uint64_t bytes)
{
	struct ledger_cell *its = ledger_cell;

	ledger_add(&its->heap_under_way[function][what], 1);
	ledger_add(&its->heap_under_way[function][what + 1], bytes);
	ledger_add(&its->heap[function][what], 1);
	ledger_add(&its->heap[function][what + 1], bytes);
}

LEDGER void ledger_block_end(uint32_t function, enum ledger_heap what, uint64_t bytes)
{
	struct ledger_cell *its = ledger_cell;

	ledger_add(&its->heap_under_way[function][what], -1);
	ledger_add(&its->heap_under_way[function][what + 1], -bytes);
}

#define ledger_mistake(...)                                                            \
	do {                                                                           \
		if (!ledger_add(&ledger->mistakes, 1))                                 \
			snprintf(ledger->first, sizeof(ledger->first), __VA_ARGS__);   \
	} while (0)

/* The arguments of each storm: its seconds and its seed; the ledger's file is in TORMENT_LEDGER. */
LEDGER void ledger_open(char **argv)
{
	const char *name = getenv("TORMENT_LEDGER");
	int file = name ? open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;

	if (file < 0 || ftruncate(file, sizeof(*ledger)))
		exit(99);
	ledger = mmap(0, sizeof(*ledger), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (ledger == MAP_FAILED)
		exit(99);
	close(file);
	storm_seed = strtoull(argv[2], 0, 10);
	storm_end = ledger_clock() + (uint64_t)(1e9 * atof(argv[1]));
	ledger_thread();
}

LEDGER void storm_pause(uint32_t us)
{
	struct timespec t = {us / 1000000, us % 1000000 * 1000};

	nanosleep(&t, 0);
}

/* Waits for a child that ends well, or by a signal that it was sent; below 0: it was not made. */
LEDGER void storm_reap(pid_t child, int killed)
{
	int status;

	if (child < 0)
		return;
	while (waitpid(child, &status, 0) < 0)
		;
	if (WIFSIGNALED(status) && !(killed && WTERMSIG(status) == SIGKILL))
		ledger_mistake("a child died of signal %d", WTERMSIG(status));
	else if (WIFEXITED(status) && WEXITSTATUS(status))
		ledger_mistake("a child ended with status %d", WEXITSTATUS(status));
}

LEDGER void storm_kill(pid_t child)
{
	if (child < 0)	/* kill(-1) ends every process there is */
		return;
	ledger_add(&ledger->kills, 1);
	kill(child, SIGKILL);
	storm_reap(child, 1);
}

#endif

/* Memory that another thread takes away, protects or keys while a stack is walked does not end the program. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -O2 -pthread %s -o plain.out && ./plain.out
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: for options in "rate=10000 clock=wall" "rate=10000 tick-sampling=always"; do \
// RUN:   rm -f *.gprof; GPROF_OPTIONS="$options" ./a.out || exit 1; \
// RUN:   %expect a.out %s || exit 1; \
// RUN: done

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 16

/* ARC: main -> pthread_create 2 */

/*
 * push %rsi; push %rsi; 1: dec %rdi; jne 1b; pop %rsi; pop %rsi; ret: what lies where a return
 * address would be is an address in the pages that come and go.
 */
static const unsigned char code[] = { 0x56, 0x56, 0x48, 0xff, 0xcf, 0x75,
				      0xfb, 0x5e, 0x5e, 0xc3 };
typedef void leaf(long n, uintptr_t at);

static char *pages;
static leaf *run;
static volatile int stop;

static void *walked(void *unused)
{
	for (uintptr_t i = 0; !stop; i++)
		run(100000, (uintptr_t)pages + i * 1337 % (PAGES * PAGE));
	return unused;
}

/* Waits with such an address on its stack, for clock=wall to look at. */
static void wait_with(uintptr_t at)
{
	volatile uintptr_t kept[64];
	struct timespec time = { 0, 200000 };

	for (int i = 0; i < 64; i++)
		kept[i] = at + (uintptr_t)i;
	nanosleep(&time, NULL);
	(void)kept[0];
}

static void *waiting(void *unused)
{
	for (uintptr_t i = 0; !stop; i++)
		wait_with((uintptr_t)pages + i * 1337 % (PAGES * PAGE));
	return unused;
}

static void change(char *p, unsigned how, long key)
{
	const int all = PROT_READ | PROT_WRITE | PROT_EXEC;

	switch (how) {
	case 0:
		mprotect(p, PAGE, PROT_NONE);
		break;
	case 1:
		munmap(p, PAGE);
		break;
	case 2:
		if (key > 0)
			syscall(SYS_pkey_mprotect, p, PAGE, all, key);
		break;
	default:
		mprotect(p, PAGE, PROT_EXEC);
	}
	mmap(p, PAGE, all, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	memset(p, 0xe8, PAGE); /* a call everywhere */
}

int main(void)
{
	long key = syscall(SYS_pkey_alloc, 0, 3);
	const int all = PROT_READ | PROT_WRITE | PROT_EXEC;
	struct timespec now, end;
	pthread_t threads[2];

	pages = mmap(NULL, (PAGES + 1) * PAGE, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		return 1;
	run = (leaf *)(uintptr_t)memcpy(pages + PAGES * PAGE, code, sizeof(code));
	pthread_create(&threads[0], NULL, walked, NULL);
	pthread_create(&threads[1], NULL, waiting, NULL);
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += 1;
	do {
		for (unsigned i = 0; i < 200; i++)
			change(pages + PAGE * (i * 7 % PAGES), i % 4, key);
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end.tv_sec ||
		 (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
	stop = 1;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pages.c - code without tables made at run time, on pages that cannot be read or have a key,
 * with dead addresses on its stack that point to pages which another thread maps, unmaps,
 * protects and keys all the time: whatever a stack walk reads may go under it.
 *
 * x86-64 makes code; other machines run plain functions above the same stacks.
 */
#define _GNU_SOURCE
#include <pthread.h>

#include "counted.h"

#define RUNNERS 3
#define TURNS	200000	/* of the loop: some 0.1 ms */
#define PAGES	32	/* that come and go */
#define SIZE	4096

static char *volatile pages[PAGES];	/* some of them not there */
static int key = -1;

typedef void code(unsigned long turns, void *dead);

#ifdef __x86_64__
/* push rsi; push rdi; 1: dec rdi; jne 1b; pop rdi; pop rsi; ret: no frame, no table. */
static const unsigned char loop[] = {0x56, 0x57, 0x48, 0xff, 0xcf, 0x75, 0xfb, 0x5f, 0x5e, 0xc3};
/* The same with a frame pointer that is none: push rbp; mov rbp, rsi; ... pop rbp; ret */
static const unsigned char framed[] = {0x55, 0x48, 0x89, 0xf5, 0x48, 0xff, 0xcf, 0x75, 0xfb, 0x5d,
				       0xc3};

static code *code_make(char *page)
{
	if (storm_random(2))
		memcpy(page, loop, sizeof(loop));
	else
		memcpy(page, framed, sizeof(framed));
	return (code *)page;
}
#else
static void spin(unsigned long turns, void *dead)
{
	void *volatile kept = dead;

	while (turns--)
		__asm__ volatile("" : : "r"(&kept));
}

static code *code_make(char *page)
{
	(void)page;
	return spin;
}
#endif

/* Execute-only where there are keys, plain code, or code whose key forbids writing or reading. */
static void code_protect(char *page)
{
	int own;

	switch (storm_random(4)) {
	case 0:
		mprotect(page, SIZE, PROT_EXEC);
		return;
	case 1:
		own = pkey_alloc(0, storm_random(2) ? PKEY_DISABLE_WRITE : PKEY_DISABLE_ACCESS);
		if (own >= 0) {
			pkey_mprotect(page, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, own);
			return;
		}
		/* fall through */
	default:
		mprotect(page, SIZE, PROT_READ | PROT_EXEC);
	}
}

static void run_code(void)
{
	char *page = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	code *made;

	if (page == MAP_FAILED)
		return;
	made = code_make(page);
	code_protect(page);
	for (int i = 0; i < 20; i++) {
		made(TURNS, pages[storm_random(PAGES)] + storm_random(SIZE));
		ledger_call(3, counted_3(i));
	}
	munmap(page, SIZE);
}

static void *runner(void *argument)
{
	ledger_thread();
	while (!storm_over()) {
		run_code();
		work_some(100);
	}
	return argument;
}

/* A page that was unmapped is not touched again: somebody else's may be there now. */
static void change(int number)
{
	const int all = PROT_READ | PROT_WRITE;
	char *page = pages[number];

	switch (storm_random(5)) {
	case 0:
		munmap(page, SIZE);
		pages[number] = mmap(0, SIZE, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		break;
	case 1:
		mprotect(page, SIZE, PROT_NONE);
		break;
	case 2:
		mprotect(page, SIZE, all);
		break;
	case 3:
		if (key >= 0)
			pkey_mprotect(page, SIZE, all, key);
		break;
	default:
		mmap(page, SIZE, all, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	}
}

int main(int argc, char **argv)
{
	pthread_t runners[RUNNERS];

	(void)argc;
	ledger_open(argv);
	key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
	for (int i = 0; i < PAGES; i++)
		pages[i] = mmap(0, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < RUNNERS; i++)
		if (pthread_create(&runners[i], 0, runner, 0))
			return 1;
	while (!storm_over()) {
		change(storm_random(PAGES));
		if (!storm_random(20))
			storm_pause(storm_random(200));
	}
	for (int i = 0; i < RUNNERS; i++)
		pthread_join(runners[i], 0);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pool.c - a program of a test suite: 1000 calls of leaf, 600 through a pointer that
 * leads to six functions, from the one on that the first argument says.  With a file
 * 'truth', it adds to the number there before each call of leaf.
 *
 *   pool N kill   ends by SIGKILL
 *   pool N fork   the child makes the calls too
 *   pool N leave  the same, and nobody waits for it
 *   pool N wait   reads a byte first
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
#define TARGET(n) NOINLINE void target##n(void) { sink += n; }

static volatile int sink;
static long here, *truth = &here;

TARGET(0) TARGET(1) TARGET(2) TARGET(3) TARGET(4) TARGET(5)

static void (*volatile table[])(void) = {
	target0, target1, target2, target3, target4, target5,
};

NOINLINE void leaf(void)
{
	sink++;
}

/* ARC[pool]: work -> leaf N*1000 */
/* ARC[pool]: work -> target0 N*100 */
/* ARC[pool]: work -> target1 N*100 */
/* ARC[pool]: work -> target2 N*100 */
/* ARC[pool]: work -> target3 N*100 */
/* ARC[pool]: work -> target4 N*100 */
/* ARC[pool]: work -> target5 N*100 */
NOINLINE static void work(int n)
{
	for (int i = 0; i < 1000; i++) {
		__atomic_fetch_add(truth, 1, __ATOMIC_RELAXED);
		leaf();
	}
	for (int i = 0; i < 600; i++)
		table[(i + n) % 6]();
}

static void map_truth(void)
{
	int fd = open("truth", O_RDWR);
	void *map;

	if (fd < 0)
		return;
	map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map != MAP_FAILED)
		truth = map;
}

/* ARC[pool]: main -> work N */
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	pid_t child = 0;
	char byte;

	map_truth();
	if (argc > 2 && !strcmp(argv[2], "wait") && read(0, &byte, 1) < 0)
		return 1;
	if (argc > 2 && (!strcmp(argv[2], "fork") || !strcmp(argv[2], "leave")))
		child = fork();
	work(n);
	if (argc > 2 && !strcmp(argv[2], "kill"))
		kill(getpid(), SIGKILL);
	return child && strcmp(argv[2], "leave") && waitpid(child, NULL, 0) != child;
}

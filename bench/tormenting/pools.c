/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pools.c - many short processes that share the files of a pool: with different libraries, some
 * killed at any moment, at their end too, several at a time.
 */
#include "libraries.h"

#define AT_A_TIME 4

static int worker(void)
{
	int libraries = storm_random(4);

	work_some(storm_random(3000));
	for (int i = 0; i < libraries; i++)
		libraries_use(storm_random(4), storm_random(500), storm_random(2));
	if (!storm_random(3) && !fork()) {
		ledger_thread();
		work_some(100);
	}
	return 0;
}

static pid_t start(char **argv)
{
	char seed[32];
	pid_t child;

	snprintf(seed, sizeof(seed), "%u", storm_random(1 << 30));
	child = fork();
	if (child)
		return child;
	if (storm_random(3)) {
		execl("/proc/self/exe", argv[0], argv[1], seed, "worker", (char *)0);
		_exit(98);
	}
	ledger_thread();
	exit(worker());
}

int main(int argc, char **argv)
{
	pid_t workers[AT_A_TIME];

	ledger_open(argv);
	libraries_find();
	if (argc > 3)
		return worker();
	while (!storm_over()) {
		for (int i = 0; i < AT_A_TIME; i++)
			workers[i] = start(argv);
		for (int i = 0; i < AT_A_TIME; i++) {
			if (storm_random(10)) {
				storm_reap(workers[i], 0);
				continue;
			}
			storm_pause(storm_random(20000));
			storm_kill(workers[i]);
		}
	}
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ledger.cpp - threads that measure each of their calls of handle() themselves: 10 us to 1 ms, a
 * few planted ones of 200 ms and more, and one in a hundred left by an exception.
 *
 *	ledger CALLS THREADS PLANTED FILE
 *
 * FILE gets a line for each call: the ns that it measured inside and around itself, and 'x' if an
 * exception left it.
 */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <thread>
#include <vector>

static const double SHORTEST = 10e3, LONGEST = 1e6; /* ns */
static const double SPREAD = 4;	     /* so much rarer are calls of e times the length, and more */
static const long PLANTED_NS = 200000000;
static const long EXCEPTION_EACH = 100;

struct call {
	long inside, around;
	bool left;
};

static long now()
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static double chance(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return ((double)(*seed >> 11) + 1) / 9007199254740993.0;
}

/* The time inside is in *inside, however the call ends. */
void handle(long ns, bool leaves, long *inside)
{
	long begin = now();

	do
		*inside = now() - begin;
	while (*inside < ns);
	if (leaves)
		throw std::runtime_error("asked for");
}

static void work(std::vector<call> *calls, long planted, uint64_t seed)
{
	long n = (long)calls->size();

	for (long i = 0; i < n; i++) {
		call &c = (*calls)[i];
		double ns = fmin(LONGEST, SHORTEST * pow(chance(&seed), -1 / SPREAD));
		bool is_planted = planted && i % (n / planted) == n / planted / 2;
		long begin = now();

		c.left = !is_planted && i % EXCEPTION_EACH == 7;
		try {
			handle(is_planted ? PLANTED_NS + i : (long)ns, c.left, &c.inside);
		} catch (const std::runtime_error &) {
		}
		c.around = now() - begin;
	}
}

int main(int argc, char **argv)
{
	long calls = argc > 1 ? atol(argv[1]) : 1000, threads = argc > 2 ? atol(argv[2]) : 4;
	long planted = argc > 3 ? atol(argv[3]) : 0;
	std::vector<std::vector<call>> ledger(threads, std::vector<call>(calls / threads));
	std::vector<std::thread> running;
	FILE *file = fopen(argc > 4 ? argv[4] : "ledger", "w");

	if (!file)
		return 1;
	for (long i = 0; i < threads; i++)
		running.emplace_back(work, &ledger[i],
				     planted / threads + (i < planted % threads), 88172645u + i);
	for (std::thread &t : running)
		t.join();
	for (const std::vector<call> &of_thread : ledger)
		for (const call &c : of_thread)
			fprintf(file, "%ld %ld%s\n", c.inside, c.around, c.left ? " x" : "");
	return fclose(file) ? 1 : 0;
}

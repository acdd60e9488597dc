/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_clusters.c - the order of functions is a permutation, follows chains of calls, begins with
 * what is called most for its size, and keeps rare calls and large clusters apart.
 */
#include "base/util.h"
#include "optimize/clusters.h"
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>

#define LARGE (600 * 1024)

static void check_order(const char *what, const struct placed_function *functions, uint32_t n,
			const struct placed_call *calls, size_t ncalls, const uint32_t *expected)
{
	uint32_t *order = clusters_order(functions, n, calls, ncalls);

	for (uint32_t i = 0; i < n; i++)
		CHECK(order[i] == expected[i], "%s: %u at %u, not %u", what, order[i], i,
		      expected[i]);
	free(order);
}

/* 0 calls 2, that calls 3; 1 is called from outside, and is the densest. */
static void test_chain(void)
{
	struct placed_function functions[] = { { 1, 100 }, { 900, 10 }, { 50, 100 }, { 500, 100 } };
	struct placed_call calls[] = { { 0, 2, 50 }, { 2, 3, 500 } };

	check_order("chain", functions, 4, calls, 2, (uint32_t[]){ 1, 0, 2, 3 });
}

/* The one call in twenty that 0 makes does not draw 2 away from where it is alone. */
static void test_rare(void)
{
	struct placed_function functions[] = { { 10, 100 }, { 200, 100 }, { 100, 100 } };
	struct placed_call calls[] = { { 0, 2, 5 } };

	check_order("rare", functions, 3, calls, 1, (uint32_t[]){ 1, 2, 0 });
}

static void test_large(void)
{
	struct placed_function functions[] = { { 10, LARGE }, { 5, LARGE }, { 20, LARGE } };
	struct placed_call calls[] = { { 0, 1, 5 }, { 1, 2, 20 } };

	check_order("large", functions, 3, calls, 2, (uint32_t[]){ 2, 0, 1 });
}

/* Recursion and calls in a circle join nothing twice. */
static void test_circle(void)
{
	struct placed_function functions[] = { { 10, 10 }, { 10, 10 }, { 10, 10 } };
	struct placed_call calls[] = { { 0, 1, 10 }, { 1, 2, 10 }, { 2, 0, 9 }, { 1, 1, 99 } };

	check_order("circle", functions, 3, calls, 4, (uint32_t[]){ 2, 0, 1 });
}

static void test_permutation(void)
{
	uint64_t state = 1999;

	for (int round = 0; round < 500; round++) {
		uint32_t n = unit_random(&state) % 30, ncalls = n ? unit_random(&state) % 90 : 0;
		struct placed_function functions[30];
		struct placed_call calls[90];
		bool seen[30] = { false };
		uint32_t *order;

		for (uint32_t i = 0; i < n; i++)
			functions[i] = (struct placed_function){
				(int64_t)(unit_random(&state) % 1000), unit_random(&state) % 5000,
			};
		for (uint32_t i = 0; i < ncalls; i++)
			calls[i] = (struct placed_call){
				unit_random(&state) % n, unit_random(&state) % n,
				(int64_t)(unit_random(&state) % 1000),
			};
		order = clusters_order(functions, n, calls, ncalls);
		for (uint32_t i = 0; i < n; i++) {
			CHECK(order[i] < n && !seen[order[i]], "round %d: %u twice", round,
			      order[i]);
			if (order[i] < n)
				seen[order[i]] = true;
		}
		free(order);
	}
}

int main(void)
{
	test_chain();
	test_rare();
	test_large();
	test_circle();
	test_permutation();
	return unit_end();
}

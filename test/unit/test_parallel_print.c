/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_parallel_print.c - what several threads print comes out in the order of the items, whole,
 * and the same as from one; numbers sorted by their bytes are in order, equal ones as
 * they were; a heap gives the first of what is in it, whenever it was put in.
 */
#include "base/heap.h"
#include "base/keyed_sort.h"
#include "text/parallel_print.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define ITEMS 50001

/* Lines of very different lengths. */
static void print_items(FILE *out, size_t from, size_t to, void *factor)
{
	for (size_t i = from; i < to; i++)
		fprintf(out, "%zu:%*s\n", i * *(size_t *)factor, (int)(i * 7919 % 200), "");
}

static void check_parallel_print(size_t n)
{
	size_t factor = 3, expected_size, size;
	char *expected, *text;
	FILE *one = open_memstream(&expected, &expected_size), *many = open_memstream(&text, &size);

	print_items(one, 0, n, &factor);
	parallel_print(many, n, print_items, &factor);
	fclose(one);
	fclose(many);
	CHECK(size == expected_size && !memcmp(text, expected, size), "%zu items", n);
	free(expected);
	free(text);
}

/* 'kinds' different numbers, 'shift' bits up. */
static void check_numbers(uint64_t *state, size_t n, unsigned kinds, unsigned shift)
{
	struct numbered_item *items = calloc(n, sizeof *items);

	for (size_t i = 0; i < n; i++)
		items[i] = (struct numbered_item){ (unit_random(state) % kinds << shift) + 5, i };
	sort_by_number(items, n);
	for (size_t i = 1; i < n; i++)
		CHECK(items[i - 1].number < items[i].number ||
		      (items[i - 1].number == items[i].number &&
		       items[i - 1].item < items[i].item), "%zu of %zu", i, n);
	free(items);
}

static bool is_less(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b;
}

/* Takes one after every second put; 'left' says how many of each number are in. */
static void check_heap(uint64_t *state, int n)
{
	struct heap h = { .size = sizeof(int), .before = is_less };
	int left[50] = { 0 }, first;

	for (int puts = 0; puts < n || h.n;) {
		int item = unit_random(state) % 50;

		if (puts < n) {
			heap_put(&h, &item);
			left[item]++;
			if (++puts % 2)
				continue;
		}
		heap_pop(&h, &item);
		for (first = 0; first < 50 && !left[first]; first++)
			;
		CHECK(item == first, "%d in place of %d", item, first);
		left[item]--;
	}
	free(h.items);
}

int main(void)
{
	uint64_t state = 1962;

	check_parallel_print(0);
	check_parallel_print(100);
	check_parallel_print(ITEMS);
	for (unsigned shift = 0; shift < 64; shift += 9) {
		check_numbers(&state, 20, 10, shift);
		check_numbers(&state, 5000, 3, shift);
		check_numbers(&state, 5000, 70000, shift);
	}
	check_heap(&state, 1);
	check_heap(&state, 20000);
	return unit_end();
}

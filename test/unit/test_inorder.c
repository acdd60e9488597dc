/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_inorder.c - what several threads print comes out in the order of the items, whole,
 * and the same as from one; numbers sorted by their bytes are in order, equal ones as
 * they were.
 */
#include "base/order.h"
#include "text/inorder.h"
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

static void check_inorder(size_t n)
{
	size_t factor = 3, expected_size, size;
	char *expected, *text;
	FILE *one = open_memstream(&expected, &expected_size), *many = open_memstream(&text, &size);

	print_items(one, 0, n, &factor);
	inorder_print(many, n, print_items, &factor);
	fclose(one);
	fclose(many);
	CHECK(size == expected_size && !memcmp(text, expected, size), "%zu items", n);
	free(expected);
	free(text);
}

/* 'kinds' different numbers, 'shift' bits up. */
static void check_numbers(uint64_t *state, size_t n, unsigned kinds, unsigned shift)
{
	struct numbered *items = calloc(n, sizeof *items);

	for (size_t i = 0; i < n; i++)
		items[i] = (struct numbered){ (unit_random(state) % kinds << shift) + 5, i };
	order_by_number(items, n);
	for (size_t i = 1; i < n; i++)
		CHECK(items[i - 1].number < items[i].number ||
		      (items[i - 1].number == items[i].number &&
		       items[i - 1].item < items[i].item), "%zu of %zu", i, n);
	free(items);
}

int main(void)
{
	uint64_t state = 1962;

	check_inorder(0);
	check_inorder(100);
	check_inorder(ITEMS);
	for (unsigned shift = 0; shift < 64; shift += 9) {
		check_numbers(&state, 20, 10, shift);
		check_numbers(&state, 5000, 3, shift);
		check_numbers(&state, 5000, 70000, shift);
	}
	return unit_end();
}

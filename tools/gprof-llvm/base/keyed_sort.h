/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keyed_sort.h - sorting many items by what lies far apart in memory.  The keys are fetched
 * once and sorted beside the items, which spares a miss or two per comparison.
 */
#ifndef GPROF_BASE_KEYED_SORT_H
#define GPROF_BASE_KEYED_SORT_H

#include <stddef.h>
#include <stdint.h>

struct sort_key {
	double first; /* no NaN */
	int64_t second, third; /* where those before are equal */
};

/* Sorts item numbers by their keys, the largest first; where keys are equal they keep
   their order. */
void sort_by_key(uint32_t *items, size_t n,
		 struct sort_key (*key)(uint32_t item, const void *context),
		 const void *context);

/* An item, and a number to sort it by. */
struct numbered_item {
	uint64_t number;
	uint32_t item;
};

/* Sorts by ascending numbers; equal ones keep their order.  Linear (radix sort). */
void sort_by_number(struct numbered_item *items, size_t n);

/* Sorts the numbers themselves, ascending. */
void sort_numbers(uint64_t *numbers, size_t n);

/* Sorts numbers of names, given in ascending order, as strcmp() would; equal ones keep
   their order. */
void sort_by_name(uint32_t *items, size_t n, char *const *names);

/* The numbers below n by their names, as sort_by_name(); to be freed. */
uint32_t *sorted_by_name(size_t n, const char *(*name)(uint32_t item, const void *context),
			 const void *context);

#endif

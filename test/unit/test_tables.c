/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_tables.c - tables of words and of names find each key with its value and no other, of any
 * length: as long as was asked for, grown by doubling, and full up to two thirds.
 */
#include "base/util.h"
#include "unit.h"

#include <stdlib.h>

#define MOST 3000

/* Few pairs differ in both words; some are equal but for one. */
static uint64_t first_of(size_t i)
{
	return 16 * (i / 3);
}

static void check_map(size_t reserved, size_t n)
{
	struct gp_map m = { 0 };
	int created;

	gp_map_reserve(&m, reserved);
	for (size_t i = 0; i < n; i++) {
		*gp_map_put(&m, first_of(i), i % 3, &created) = i;
		CHECK(created, "%zu of %zu, %zu reserved", i, n, reserved);
	}
	CHECK(m.n == n && 3 * m.n <= 2 * m.room, "%zu in %zu", m.n, m.room);
	for (size_t i = 0; i < n; i++) {
		CHECK(gp_map_get(&m, first_of(i), i % 3) == i, "%zu of %zu", i, n);
		CHECK(gp_map_get(&m, first_of(i) + 1, i % 3) == GP_NONE, "beside %zu of %zu", i, n);
		CHECK(*gp_map_put(&m, first_of(i), i % 3, &created) == i && !created,
		      "%zu of %zu once more", i, n);
	}
	gp_map_release(&m);
}

static void check_names(size_t reserved, size_t n, char **keys)
{
	struct gp_names t = { 0 };
	int created;

	gp_names_reserve(&t, reserved);
	for (size_t i = 0; i < n; i++) {
		*gp_names_put(&t, keys[i], &created) = i;
		CHECK(created, "'%s', %zu reserved", keys[i], reserved);
	}
	CHECK(t.n == n && 3 * t.n <= 2 * t.room, "%zu in %zu", t.n, t.room);
	for (size_t i = 0; i < MOST; i++)
		CHECK(gp_names_get(&t, keys[i]) == (i < n ? i : GP_NONE), "'%s' of %zu", keys[i],
		      n);
	gp_names_release(&t);
}

int main(void)
{
	char *keys[MOST];

	for (size_t i = 0; i < MOST; i++)
		keys[i] = gp_format("%zu%s", i, i % 2 ? "_a_name_of_more_than_eight_bytes" : "");
	for (size_t n = 0; n < 70; n++) {
		check_map(0, n);
		check_map(n, n);
		check_names(0, n, keys);
		check_names(n, n, keys);
	}
	check_map(1000, MOST);
	check_map(MOST, MOST);
	check_names(1000, MOST, keys);
	check_names(MOST, MOST, keys);
	for (size_t i = 0; i < MOST; i++)
		free(keys[i]);
	return unit_end();
}

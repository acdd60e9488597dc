/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_columns.c - columns are what printf() writes, ties and huge figures included; many
 * names and keys are ordered as strcmp() and their values say.
 */
#include "base/keyed_sort.h"
#include "text/columns.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static void check_line(struct columns *c, FILE *out, char **text, const char *expected)
{
	columns_end(c);
	fputc(0, out);
	fflush(out);
	CHECK(!strcmp(*text, expected), "'%s', expected '%s'", *text, expected);
	rewind(out);
}

static void check_fixed(struct columns *c, FILE *out, char **text, double value, int width,
			int decimals)
{
	char expected[500];

	snprintf(expected, sizeof expected, "%*.*f", width, decimals, value);
	columns_fixed(c, width, decimals, value);
	check_line(c, out, text, expected);
}

static void check_figures(struct columns *c, FILE *out, char **text)
{
	static const double values[] = { 0, -0.0, 0.125, 0.375, 2.5, 0.005, 0.015, 1.005, 99.995,
					 9.999, 0.05, 0.25, 1e11 + 0.5, 999999999999.995, 1e12,
					 1e300, -1.5, INFINITY, -INFINITY, 1e-300,
					 4503599627370497.5 };
	uint64_t state = 1982;

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		for (int decimals = 0; decimals <= 2; decimals++)
			check_fixed(c, out, text, values[i], 7, decimals);
	for (int i = 0; i < 60000; i++) {
		double value = (double)(unit_random(&state) % 100000000);

		/* Halves of the last digit are where rounding can go wrong. */
		value = i % 3 == 0 ? value / 200 : i % 3 == 1 ? value / 1024 : value / 12345.6789;
		check_fixed(c, out, text, value, 8, i % 3);
	}
}

static void check_numbers(struct columns *c, FILE *out, char **text)
{
	static const int64_t values[] = { 0, 7, -7, 1234567, 12345678, INT64_MAX, INT64_MIN };
	char expected[64];

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		snprintf(expected, sizeof expected, "%7lld|%-7lld|%3s", (long long)values[i],
			 (long long)values[i], "");
		columns_number(c, 7, values[i]);
		columns_text(c, "|", 1);
		columns_number(c, -7, values[i]);
		columns_text(c, "|", 1);
		columns_blank(c, 3);
		check_line(c, out, text, expected);
	}
}

/* Text that is longer than what is kept, and much of it. */
static void check_long(struct columns *c, FILE *out, char **text)
{
	char name[1001], expected[3001] = "";

	memset(name, 'x', 1000);
	name[1000] = 0;
	for (int i = 0; i < 3; i++) {
		name[i] = 'y';
		columns_text(c, name, i == 1 ? 100 : 1000);
		snprintf(expected + strlen(expected), 1001, "%.*s", i == 1 ? 100 : 1000, name);
	}
	check_line(c, out, text, expected);
}

/* ------------------------------------------------------------------ */

#define NAMES 3000

static char *make_name(uint64_t *state)
{
	static const char *const parts[] = { "std::vector<", "a", "llvm::", "\xc3\xa4", "_", "" };
	char name[200] = "";

	for (int i = unit_random(state) % 12; i--;)
		strcat(name, parts[unit_random(state) % 6]);
	return strdup(name);
}

static void check_names(uint64_t *state)
{
	static char *names[NAMES];
	static uint32_t order[NAMES];

	for (uint32_t i = 0; i < NAMES; i++) {
		names[i] = make_name(state);
		order[i] = i;
	}
	sort_by_name(order, NAMES, names);
	for (uint32_t i = 1; i < NAMES; i++) {
		int sign = strcmp(names[order[i - 1]], names[order[i]]);

		CHECK(sign < 0 || (!sign && order[i - 1] < order[i]), "'%s' before '%s'",
		      names[order[i - 1]], names[order[i]]);
	}
	for (uint32_t i = 0; i < NAMES; i++)
		free(names[i]);
}

static struct sort_key key_of(uint32_t item, const void *keys)
{
	return ((const struct sort_key *)keys)[item];
}

/* Positive: a comes first, 0: they are equal. */
static int compare_keys(const struct sort_key *a, const struct sort_key *b)
{
	if (a->first != b->first)
		return a->first > b->first ? 1 : -1;
	if (a->second != b->second)
		return a->second > b->second ? 1 : -1;
	return a->third > b->third ? 1 : -(a->third < b->third);
}

static void check_keys(uint64_t *state)
{
	static struct sort_key keys[NAMES];
	static uint32_t order[NAMES];

	for (uint32_t i = 0; i < NAMES; i++) {
		keys[i].first = (double)(unit_random(state) % 9) - 4;
		keys[i].second = (int64_t)(unit_random(state) % 9) - 4;
		keys[i].third = i % 2 ? (int64_t)(unit_random(state) % 9) - 4 : INT64_MIN;
		order[i] = i;
	}
	sort_by_key(order, NAMES, key_of, keys);
	for (uint32_t i = 1; i < NAMES; i++) {
		int sign = compare_keys(&keys[order[i - 1]], &keys[order[i]]);

		CHECK(sign > 0 || (!sign && order[i - 1] < order[i]), "%u before %u", order[i - 1],
		      order[i]);
	}
}

int main(void)
{
	struct columns c = { 0 };
	uint64_t state = 1997;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	c.out = out;
	check_figures(&c, out, &text);
	check_numbers(&c, out, &text);
	check_long(&c, out, &text);
	fclose(out);
	free(text);
	check_names(&state);
	check_keys(&state);
	return unit_end();
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_browse.c PROFILE BINARY - browse without a terminal: where keys lead, and that no key on no
 * size of a screen leaves it with a line too long, or with a row selected that is not shown.
 */
#include "browse/browse.h"
#include "browse/keys.h"
#include "browse/screen.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static struct result result;
static const struct report_options options = { .names = NAMES_FULL };
static const struct source_places places;

static void press(struct browse *b, const char *keys)
{
	int key;

	while ((key = keys_next(&keys)) > 0)
		browse_key(b, key);
	CHECK(key == 0, "unknown key at '%s'", keys);
}

static void start(struct browse *b, size_t lines, size_t columns)
{
	browse_init(b, &result, &options, &places, "library", false);
	browse_resize(b, lines, columns);
}

/* Without its figures, as they stand in front of the name. */
static char *selected(const struct browse *b)
{
	struct screen_line *lines = screen_lines(b);
	char *text = gp_strdup("");

	for (size_t i = 0; i < b->lines; i++) {
		if (lines[i].style != SCREEN_SELECTED)
			continue;
		free(text);
		text = gp_strdup(lines[i].text);
	}
	screen_release(lines, b);
	return text;
}

static void expect(const struct browse *b, const char *name)
{
	char *text = selected(b);
	size_t n = strlen(text), size = strlen(name);

	CHECK(n > size && !strcmp(text + n - size, name), "'%s' and not '%s'", text, name);
	free(text);
}

static void test_walk(void)
{
	struct browse b;

	start(&b, 24, 100);
	press(&b, "/sorter<Enter>");
	expect(&b, "  sorter");
	press(&b, "<Enter>");
	CHECK(b.pane == PANE_ENTRY, "pane %d", b.pane);
	expect(&b, "  sorter");
	press(&b, "<Up>");
	expect(&b, "<- main");
	press(&b, "<Enter>");
	expect(&b, "  main");
	press(&b, "u");
	expect(&b, "<- main");
	press(&b, "<Backspace>");
	CHECK(b.pane == PANE_FUNCTIONS, "pane %d", b.pane);
	expect(&b, "  sorter");
	press(&b, "<Backspace>");
	CHECK(b.message && !b.quit, "the way back ends");
	press(&b, "hq");
	CHECK(!b.quit, "q left the keys");
	press(&b, "q");
	CHECK(b.quit, "q quits");
	browse_release(&b);
}

static void test_tree(void)
{
	struct browse b;
	size_t all;

	start(&b, 24, 100);
	press(&b, "tE");
	all = b.lists[PANE_TREE].n;
	press(&b, "C");
	CHECK(b.lists[PANE_TREE].n && b.lists[PANE_TREE].n < all, "%zu of %zu",
	      b.lists[PANE_TREE].n, all);
	press(&b, "/compare<Enter>"); /* folded, it is found */
	expect(&b, "  compare");
	press(&b, "u");
	expect(&b, "- qsort");
	press(&b, "-");
	expect(&b, "+ qsort");
	press(&b, "l");
	expect(&b, "compare");
	browse_release(&b);
}

static void test_keys(void)
{
	const char *text = "a<lt><PgDn>>";

	CHECK(keys_next(&text) == 'a', "a character");
	CHECK(keys_next(&text) == '<', "<lt>");
	CHECK(keys_next(&text) == BROWSE_PAGE_DOWN, "<PgDn>");
	CHECK(keys_next(&text) == '>', "> is itself");
	CHECK(keys_next(&text) == 0, "the end");
	text = "<Nothing>";
	CHECK(keys_next(&text) == -1, "an unknown name");
}

/* ------------------------------------------------------------------ any keys */

static void check_screen(const struct browse *b)
{
	struct screen_line *lines = screen_lines(b);
	const struct browse_list *l = &b->lists[b->pane];
	size_t shown = 0;

	for (size_t i = 0; i < b->lines; i++) {
		CHECK(strlen(lines[i].text) <= b->columns, "line %zu of %zux%zu", i, b->columns,
		      b->lines);
		shown += lines[i].style == SCREEN_SELECTED;
	}
	CHECK(shown == (l->n > 0), "%zu rows selected in pane %d, %zu lines", shown, b->pane,
	      b->lines);
	CHECK(!l->n || l->at < l->n, "row %zu of %zu", l->at, l->n);
	screen_release(lines, b);
}

static void press_anything(struct browse *b, uint64_t *state)
{
	static const char likely[] = "jjjkkkfgthau/nNs<>+-ecECl \n";
	uint64_t what = unit_random(state);

	if (what % 20 == 0)
		browse_resize(b, unit_random(state) % 30, unit_random(state) % 130);
	else if (what % 3 == 0)
		browse_key(b, BROWSE_UP + (int)(unit_random(state) % (BROWSE_TAB - BROWSE_UP + 1)));
	else if (what % 3 == 1)
		browse_key(b, likely[unit_random(state) % (sizeof likely - 1)]);
	else
		browse_key(b, 1 + (int)(unit_random(state) % 255));
}

static void test_anything(void)
{
	uint64_t state = 1;
	struct browse b;

	start(&b, 24, 80);
	for (int i = 0; i < 20000; i++) {
		press_anything(&b, &state);
		b.quit = false;
		check_screen(&b);
	}
	browse_release(&b);
}

static void test_fit(void)
{
	static const struct {
		const char *text, *fit;
		size_t columns;
	} cases[] = {
		{ "name", "name", 4 },
		{ "name", "nam", 3 },
		{ "name", "", 0 },
		{ "a\tb", "a\\x09b", 10 },
		{ "a\033[2J", "a\\x1b", 5 },
		{ "\xff", "\\xff", 9 },
		{ "a\xe2\x80\xae" "b", "a\\xe2\\x80\\xaeb", 20 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *fit = screen_fit(gp_strdup(cases[i].text), cases[i].columns);

		CHECK(!strcmp(fit, cases[i].fit), "'%s' and not '%s'", fit, cases[i].fit);
		free(fit);
	}
}

int main(int argc, char **argv)
{
	struct request q = { .binary = argv[2], .attribution = ATTRIBUTION_BY_STACKS,
			     .needs = BROWSE_NEEDS };
	struct gp_error e = { "" };

	if (argc != 3)
		return 2;
	q.wanted = (struct profiles_wanted){ .paths = &argv[1], .npaths = 1 };
	CHECK(result_make(&result, &q, &e) == 0, "%s", e.text);
	test_walk();
	test_tree();
	test_keys();
	test_fit();
	test_anything();
	result_release(&result);
	return unit_end();
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - GPROF_FILE, GPROF_OPTIONS and the program's own defaults.
 *
 * GPROF_FILE     pattern of the profile's name; empty: off
 * GPROF_OPTIONS  "key=value ..."; a key or value that is not known is named on
 *                stderr and skipped: the others hold, and the program runs all the same
 *
 * Blanks, tabs, ends of lines and commas separate items, any number of them.  What is quoted
 * after `=` may have them inside: key="a, b" or key='a, b'.  The value of a key that stands
 * twice is its last.  A list, if an option had one, has `+` between its parts.  The compiler's
 * GPROF_PASS has the same syntax (pass/options.c).
 *
 * A program may define `const char *__gprof_default_options(void)`, whose text is
 * read before GPROF_OPTIONS.  It is called before the program's constructors.
 *
 * A new option is a line in 'options' and a field of struct gp_options.
 */
#include "base/options.h"

#include "base/message.h"
#include "base/text.h"

#include <gprof-llvm/format.h>

#define DEFAULT_PATTERN "%e.%p.gprof"
#define MOST_RATE 10000
#define FIRST_RATE 1000 /* of rate=auto */

struct gp_options gp_options;

/* The value is a number, or, with 'words', the place of a word among them. */
struct option {
	const char *key;
	unsigned *value;
	unsigned initial, max;
	const char *words; /* "word|word|word", or NULL */
	bool automatic;    /* "auto" is max + 1 */
};

/* Where max is 1 and there are no words, the key alone stands for 1. */
static const struct option options[] = {
	{ "rate", &gp_options.rate, MOST_RATE + 1, MOST_RATE, NULL, true },
	{ "stacks", &gp_options.stacks, 1, 1, NULL, false },
	{ "clock", &gp_options.wall, 0, 1, "cpu|wall", false },
	{ "ticks", &gp_options.ticks, GP_TICKS_AUTO, 2, "auto|never|always", false },
	{ "verbose", &gp_options.verbose, 0, 1, NULL, false },
	{ "paused", &gp_options.paused, 0, 1, NULL, false },
	{ "snapshots", &gp_options.snapshots, GPROF_SNAPSHOT_MB, 100000, NULL, false },
	{ "every", &gp_options.every, 0, 3600000, NULL, false },
	{ "timeline", &gp_options.timeline, 1, 1, NULL, false },
};
#define NOPTIONS (sizeof(options) / sizeof(*options))

extern __attribute__((weak)) const char *__gprof_default_options(void);

/* A piece of the text; 'end' is after it. */
struct piece {
	const char *s, *end;
};

/* What follows 'prefix' at the start of 's' to 'end'; NULL when it does not stand there. */
static const char *after(const char *s, const char *end, const char *prefix)
{
	while (*prefix && s < end && *s == *prefix)
		s++, prefix++;
	return *prefix ? NULL : s;
}

/* The number from 's' to 'end'; max + 1 when it is none or too large. */
static unsigned number(const char *s, const char *end, unsigned max)
{
	unsigned n = 0;

	if (s == end)
		return max + 1;
	for (; s < end; s++) {
		if (*s < '0' || *s > '9' || n > max)
			return max + 1;
		n = n * 10 + (unsigned)(*s - '0');
	}
	return n > max ? max + 1 : n;
}

/* Which of 'words' stands from 's' to 'end'; max + 1 when none does. */
static unsigned word(const char *s, const char *end, unsigned max, const char *words)
{
	for (unsigned n = 0; n <= max; n++) {
		const char *at = s;

		while (*words && *words != '|' && at < end && *at == *words)
			at++, words++;
		if (at == end && at > s && (!*words || *words == '|'))
			return n;
		while (*words && *words++ != '|')
			;
	}
	return max + 1;
}

/* The value of an option from 's', where its key ends, to 'end'; max + 2 when it is none. */
static unsigned value_of(const struct option *o, const char *s, const char *end)
{
	unsigned n;

	if (s == end)
		return o->max == 1 && !o->words ? 1 : o->max + 2;
	s++;
	if (end - s >= 2 && (*s == '"' || *s == '\'') && end[-1] == *s)
		s++, end--;
	if (o->automatic && word(s, end, 0, "auto") == 0)
		return o->max + 1;
	n = o->words ? word(s, end, o->max, o->words) : number(s, end, o->max);
	return n > o->max ? o->max + 2 : n;
}

static bool apply(const struct option *o, const char *s, const char *end)
{
	unsigned n = value_of(o, s, end);

	if (n > o->max + 1)
		return false;
	*o->value = n;
	return true;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Returns true if the rest of a key is the rest of a word. */
static bool is_rest(const char *key, const char *s, const char *end)
{
	while (*key && s < end && *key == lower(*s))
		key++, s++;
	return !*key && s == end;
}

/* Returns true if a word is the beginning of a key, or the key but for capitals and for one letter:
   one too few, too many or wrong, or two swapped. */
static bool is_near(const char *key, const char *s, const char *end)
{
	const char *begin = s;

	while (*key && s < end && *key == lower(*s))
		key++, s++;
	if (s == end)
		return s - begin >= 3 || !*key;
	if (is_rest(key, s + 1, end))
		return true;
	if (!*key)
		return false;
	return is_rest(key + 1, s, end) || is_rest(key + 1, s + 1, end) ||
	       (end - s >= 2 && key[1] && lower(s[0]) == key[1] && lower(s[1]) == key[0] &&
		is_rest(key + 2, s + 2, end));
}

static void put_values(struct gp_text *t, const struct option *o)
{
	gp_put_char(t, '=');
	if (o->words) {
		gp_put(t, o->words);
	} else if (o->max > 1) {
		gp_put(t, o->automatic ? "auto|0.." : "0..");
		gp_put_number(t, o->max);
	} else {
		gp_put(t, "0|1");
	}
}

static void put_known(struct gp_text *t)
{
	for (unsigned i = 0; i < NOPTIONS; i++) {
		gp_put(t, i ? ", " : "");
		gp_put(t, options[i].key);
		put_values(t, &options[i]);
	}
}

/* 'o' is the option that has no such value, or NULL; a key goes up to 'key_end'. */
static void complain(const struct option *o, const struct piece *item, const char *key_end,
		     const char *where)
{
	char what[64], rest[380];
	struct gp_text t = gp_text(what, sizeof(what));

	for (const char *s = item->s; s < item->end; s++)
		gp_put_char(&t, *s);
	t = gp_text(rest, sizeof(rest));
	gp_put(&t, where);
	gp_put(&t, ": ");
	for (unsigned i = 0; !o && i < NOPTIONS; i++) {
		if (!is_near(options[i].key, item->s, key_end))
			continue;
		gp_put(&t, "did you mean ");
		gp_put(&t, options[i].key);
		gp_put(&t, "? ");
		break;
	}
	gp_put(&t, "known are ");
	if (o) {
		gp_put(&t, o->key);
		put_values(&t, o);
	} else {
		put_known(&t);
	}
	gp_say("ignored '", what, "' in ", rest);
}

static bool is_separator(char c)
{
	return c == ' ' || c == ',' || (c >= '\t' && c <= '\r');
}

/* Where a value that is quoted from 's' on ends; 's' itself where none is. */
static const char *quoted_end(const char *s)
{
	const char *end = s + 1;

	if (*s != '"' && *s != '\'')
		return s;
	while (*end && *end != *s)
		end++;
	return *end ? end : s;
}

/* The next item of a text, which goes on at its end; false: there is none. */
static bool next_item(const char *s, struct piece *item)
{
	while (is_separator(*s))
		s++;
	item->s = s;
	for (; *s && !is_separator(*s); s++)
		if (s > item->s && s[-1] == '=')
			s = quoted_end(s);
	item->end = s;
	return s > item->s;
}

static void read_item(const struct piece *item, const char *where)
{
	const char *key_end = item->s, *s = NULL;
	unsigned i;

	while (key_end < item->end && *key_end != '=')
		key_end++;
	for (i = 0; i < NOPTIONS; i++) {
		s = after(item->s, key_end, options[i].key);
		if (s == key_end)
			break;
	}
	if (i == NOPTIONS || !apply(&options[i], s, item->end))
		complain(i == NOPTIONS ? NULL : &options[i], item, key_end, where);
}

static void read_options(const char *s, const char *where)
{
	struct piece item = { s, s };

	while (s && next_item(item.end, &item))
		read_item(&item, where);
}

/* A copy: children make their names of it, and programs write titles over their environment. */
static void keep_pattern(void)
{
	struct gp_text t = gp_text(gp_options.pattern, sizeof(gp_options.pattern));
	const char *s = gp_environment("GPROF_FILE");

	gp_put(&t, s ? s : DEFAULT_PATTERN);
}

void gp_options_read(void)
{
	keep_pattern();
	if (!*gp_options.pattern)
		return;
	for (unsigned i = 0; i < NOPTIONS; i++)
		*options[i].value = options[i].initial;
	if (__gprof_default_options)
		read_options(__gprof_default_options(), "__gprof_default_options");
	read_options(gp_environment("GPROF_OPTIONS"), "GPROF_OPTIONS");
	gp_options.automatic = gp_options.rate > MOST_RATE;
	if (gp_options.automatic)
		gp_options.rate = FIRST_RATE;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - GPROF_FILE, GPROF_OPTIONS and the program's own defaults.
 *
 * GPROF_FILE     pattern of the profile's name; empty: off
 * GPROF_OPTIONS  "key=value ..."; a key or value that is not known is named on
 *                stderr and skipped: the program runs all the same
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
};
#define NOPTIONS (sizeof(options) / sizeof(*options))

extern __attribute__((weak)) const char *__gprof_default_options(void);

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

static bool apply(const struct option *o, const char *s, const char *end)
{
	const char *value = after(s, end, o->key);
	unsigned n = o->max + 1;

	if (!value)
		return false;
	if (value < end && *value == '=')
		n = o->words ? word(value + 1, end, o->max, o->words)
			     : number(value + 1, end, o->max);
	else if (value == end && o->max == 1 && !o->words)
		n = 1;
	if (n > o->max && o->automatic && value < end && *value == '=' &&
	    word(value + 1, end, 0, "auto") == 0)
		n = o->max + 1;
	else if (n > o->max)
		return false;
	*o->value = n;
	return true;
}

static void put_known(struct gp_text *t)
{
	for (unsigned i = 0; i < NOPTIONS; i++) {
		gp_put(t, i ? ", " : "");
		gp_put(t, options[i].key);
		if (options[i].words) {
			gp_put_char(t, '=');
			gp_put(t, options[i].words);
		} else if (options[i].max > 1) {
			gp_put(t, options[i].automatic ? "=auto|0.." : "=0..");
			gp_put_number(t, options[i].max);
		} else {
			gp_put(t, "=0|1");
		}
	}
}

static void complain(const char *s, const char *end, const char *where)
{
	char what[64], rest[380];
	struct gp_text t = gp_text(what, sizeof(what));
	bool comma = false;

	for (; s < end; s++) {
		comma |= *s == ',';
		gp_put_char(&t, *s);
	}
	t = gp_text(rest, sizeof(rest));
	gp_put(&t, where);
	gp_put(&t, comma ? ": blanks separate options, not commas; known are "
			 : ": known are ");
	put_known(&t);
	gp_say("ignored '", what, "' in ", rest);
}

static void read_options(const char *s, const char *where)
{
	const char *end;
	unsigned i;

	while (s && *s) {
		for (end = s; *end && *end != ' '; end++)
			;
		for (i = 0; i < NOPTIONS && end > s && !apply(&options[i], s, end); i++)
			;
		if (i == NOPTIONS)
			complain(s, end, where);
		s = *end ? end + 1 : end;
	}
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

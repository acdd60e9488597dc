/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - GPROF_FILE, GPROF_OPTIONS and the program's own defaults.
 *
 * GPROF_FILE     pattern of the profile's name, in which %q{VARIABLE} is a variable of the
 *                environment; empty: off
 * GPROF_OPTIONS  "key=value ..."; a key or value that is not known is named on
 *                stderr and skipped: the others hold, and the program runs all the same
 *
 * Blanks, tabs, ends of lines and commas separate items, any number of them.  What is quoted
 * after `=` may have them inside: key="a, b" or key='a, b'.  If a key occurs twice, its last value
 * counts.  A list has `+` between its parts (chosen_events.c).  The compiler's GPROF_PASS has the
 * same syntax (pass/options.c).
 *
 * A program may define `const char *__gprof_default_options(void)`, whose text is
 * read before GPROF_OPTIONS.  It is called before the program's constructors.
 *
 * A new option is a line in 'options' and a field of struct gprt_options.  A key that was renamed
 * keeps its old name, which no message names.
 */
#include "base/options.h"

#include "base/chosen_events.h"
#include "base/maps.h"
#include "base/message.h"
#include "base/text.h"

#include <gprof-llvm/format.h>

#define DEFAULT_PATTERN "%e.%p.gprof"
#define HEAP_LIBRARY "/libgprof_heap.so" /* which reads memory= too */
#define IO_LIBRARY "/libgprof_io.so" /* the same of io= */
#define MOST_RATE 10000
#define FIRST_RATE 1000 /* of rate=auto */
#define MOST_FAULTS 1000000
#define MOST_VARIABLE 256 /* bytes of a variable's name */

struct gprt_options gprt_options;

/* The value is a number, or, with 'words', the place of a word among them.  Without 'value' it is a
   list of events. */
struct option {
	const char *key;
	unsigned *value;
	unsigned initial, max;
	const char *words; /* "word|word|word", or NULL */
	bool automatic;    /* "auto" is max + 1 */
	const char *old;   /* its key in earlier versions, or NULL */
};

/* If max is 1 and 'words' is NULL, the key alone means 1. */
static const struct option options[] = {
	{ "rate", &gprt_options.rate, MOST_RATE + 1, MOST_RATE, NULL, true, NULL },
	{ "stacks", &gprt_options.stacks, 1, 1, NULL, false, NULL },
	{ "clock", &gprt_options.wall, 0, 1, "cpu|wall", false, NULL },
	{ "tick-sampling", &gprt_options.tick_sampling, GPRT_TICKS_AUTO, 2, "auto|never|always",
	  false, "ticks" },
	{ "verbose", &gprt_options.verbose, 0, 1, NULL, false, NULL },
	{ "paused", &gprt_options.paused, 0, 1, NULL, false, NULL },
	{ "snapshots", &gprt_options.snapshots, GPROF_SNAPSHOT_MB, 100000, NULL, false, NULL },
	{ "snapshot-every", &gprt_options.snapshot_every, 0, 3600000, NULL, false, "every" },
	{ "timeline", &gprt_options.timeline, 1, 1, NULL, false, NULL },
	{ "faults", &gprt_options.faults, 0, MOST_FAULTS, NULL, true, NULL },
	{ "events", NULL, 0, 0, GPRT_EVENTS_VALUES, false, NULL },
	{ "io", &gprt_options.io, 0, 1, "off|files", false, NULL },
	{ "memory", &gprt_options.memory, 0, 4, "off|callers|stacks|all-stacks|samples", false,
	  NULL },
};
#define NKNOWN (sizeof(options) / sizeof(*options))
#define NOPTIONS (NKNOWN - 1) /* the last one is 0 without being set */

extern __attribute__((weak)) const char *__gprof_default_options(void);

/* A piece of the text; 'end' is after it. */
struct piece {
	const char *s, *end;
};

/* The text after 'prefix', if the text from 's' to 'end' begins with it; else NULL. */
static const char *after(const char *s, const char *end, const char *prefix)
{
	while (*prefix && s < end && *s == *prefix)
		s++, prefix++;
	return *prefix ? NULL : s;
}

/* The number from 's' to 'end'; max + 1 when it is not a number or too large. */
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

/* The number of the word in 'words' that is the text from 's' to 'end'; max + 1: none. */
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

/* Leaves out the quotes around the text from 's' to 'end'. */
static void unquote(const char **s, const char **end)
{
	if (*end - *s >= 2 && (**s == '"' || **s == '\'') && (*end)[-1] == **s)
		++*s, --*end;
}

/* The value of an option from 's', where its key ends, to 'end'; max + 2 when it is none. */
static unsigned value_of(const struct option *o, const char *s, const char *end)
{
	unsigned n;

	if (s == end)
		return o->max == 1 && !o->words ? 1 : o->max + 2;
	s++;
	unquote(&s, &end);
	if (o->automatic && word(s, end, 0, "auto") == 0)
		return o->max + 1;
	n = o->words ? word(s, end, o->max, o->words) : number(s, end, o->max);
	return n > o->max ? o->max + 2 : n;
}

static bool apply(const struct option *o, const char *s, const char *end, const char *where)
{
	unsigned n;

	if (!o->value) {
		s += s < end; /* the equals sign */
		unquote(&s, &end);
		return gprt_chosen_events_read(s, end, where);
	}
	n = value_of(o, s, end);
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

static void put_values(struct gprt_text *t, const struct option *o)
{
	gprt_put_char(t, '=');
	if (o->words) {
		gprt_put(t, o->words);
	} else if (o->max > 1) {
		gprt_put(t, o->automatic ? "auto|0.." : "0..");
		gprt_put_number(t, o->max);
	} else {
		gprt_put(t, "0|1");
	}
}

static void put_known(struct gprt_text *t)
{
	for (unsigned i = 0; i < NKNOWN; i++) {
		gprt_put(t, i ? ", " : "");
		gprt_put(t, options[i].key);
		put_values(t, &options[i]);
	}
}

/* 'o' is the option that has no such value, or NULL; a key goes up to 'key_end'. */
static void complain(const struct option *o, const struct piece *item, const char *key_end,
		     const char *where)
{
	char what[64], rest[380];
	struct gprt_text t = gprt_text(what, sizeof(what));

	for (const char *s = item->s; s < item->end; s++)
		gprt_put_char(&t, *s);
	t = gprt_text(rest, sizeof(rest));
	gprt_put(&t, where);
	gprt_put(&t, ": ");
	for (unsigned i = 0; !o && i < NKNOWN; i++) {
		if (!is_near(options[i].key, item->s, key_end))
			continue;
		gprt_put(&t, "did you mean ");
		gprt_put(&t, options[i].key);
		gprt_put(&t, "? ");
		break;
	}
	gprt_put(&t, o ? "expected " : "the keys are ");
	if (o) {
		gprt_put(&t, o->key);
		put_values(&t, o);
	} else {
		put_known(&t);
	}
	gprt_say("ignored '", what, "' in ", rest);
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

static bool is_key(const char *key, const char *s, const char *end)
{
	return key && after(s, end, key) == end;
}

/* Counts that a library makes, and there is none. */
static void check_library(const struct option *o, const char *where)
{
	if (o->value == &gprt_options.memory && gprt_options.memory &&
	    !gprt_maps_has(HEAP_LIBRARY)) {
		gprt_options.memory = 0;
		gprt_say("ignored 'memory' in ", where, ": ",
			 "start the program with `gprof-llvm run --memory', or link "
			 "GprofLLVM::heap");
	}
	if (o->value == &gprt_options.io && gprt_options.io && !gprt_maps_has(IO_LIBRARY)) {
		gprt_options.io = 0;
		gprt_say("ignored 'io=files' in ", where, ": ",
			 "start the program with `gprof-llvm run --io', or link GprofLLVM::io");
	}
}

static void read_item(const struct piece *item, const char *where)
{
	const char *key_end = item->s;
	unsigned i;

	while (key_end < item->end && *key_end != '=')
		key_end++;
	for (i = 0; i < NKNOWN; i++)
		if (is_key(options[i].key, item->s, key_end) ||
		    is_key(options[i].old, item->s, key_end))
			break;
	if (i == NKNOWN || !apply(&options[i], key_end, item->end, where))
		complain(i == NKNOWN ? NULL : &options[i], item, key_end, where);
	else
		check_library(&options[i], where);
}

static void read_options(const char *s, const char *where)
{
	struct piece item = { s, s };

	while (s && next_item(item.end, &item))
		read_item(&item, where);
}

/* Puts a variable's value as a part of a file's name, which the name's own patterns leave alone. */
static void put_variable(struct gprt_text *t, const char *name)
{
	const char *value = gprt_environment(name);

	for (; value && *value; value++) {
		if (*value == '%')
			gprt_put_char(t, '%');
		gprt_put_char(t, *value == '/' ? '_' : *value);
	}
}

/* %q{VARIABLE}, from after the %: the last character of it; NULL if it is not that. */
static const char *put_quoted(struct gprt_text *t, const char *s)
{
	char name[MOST_VARIABLE];
	unsigned n = 0;

	if (s[0] != 'q' || s[1] != '{')
		return NULL;
	for (s += 2; *s && *s != '}' && n < sizeof(name) - 1; s++)
		name[n++] = *s;
	if (*s != '}')
		return NULL;
	name[n] = 0;
	put_variable(t, name);
	return s;
}

/* A copy: children make their names of it, and programs write titles over their environment. */
static void keep_pattern(void)
{
	struct gprt_text t = gprt_text(gprt_options.pattern, sizeof(gprt_options.pattern));
	const char *s = gprt_environment("GPROF_FILE"), *end;

	for (s = s ? s : DEFAULT_PATTERN; *s; s++) {
		end = *s == '%' ? put_quoted(&t, s + 1) : NULL;
		if (end) {
			s = end;
			continue;
		}
		gprt_put_char(&t, *s);
		if (*s == '%' && s[1]) /* of %%q{ the first two are one percent sign */
			gprt_put_char(&t, *++s);
	}
}

void gprt_options_read(void)
{
	keep_pattern();
	if (!*gprt_options.pattern)
		return;
	for (unsigned i = 0; i < NOPTIONS; i++)
		if (options[i].value)
			*options[i].value = options[i].initial;
	if (__gprof_default_options)
		read_options(__gprof_default_options(), "__gprof_default_options");
	read_options(gprt_environment("GPROF_OPTIONS"), "GPROF_OPTIONS");
	gprt_options.automatic = gprt_options.rate > MOST_RATE;
	if (gprt_options.automatic)
		gprt_options.rate = FIRST_RATE;
	if (gprt_options.faults > MOST_FAULTS)
		gprt_options.faults = GPRT_FAULTS;
}

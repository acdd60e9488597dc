/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - parses GPROF_PASS and the lists it names (see options.h).
 *
 * An item ends at a separator.  A path may contain blanks, as long as the text after them is not
 * an item: paths with blanks need no quotes.
 */
#include "options.h"
#include "array.h"
#include "gprof_pass.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(char *error, const char *format, const char *subject)
{
	snprintf(error, GPROF_PASS_ERROR_SIZE, format, subject);
	return -1;
}

static int list_add(struct pattern_list *l, bool source, const char *glob)
{
	struct pattern *items = array_room(l->items, l->n, &l->room, sizeof *items);

	if (!items)
		return -1;
	l->items = items;
	l->items[l->n].source = source;
	l->items[l->n].glob = strdup(glob);
	return l->items[l->n++].glob ? 0 : -1;
}

static char *trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = 0;
	return s;
}

static int list_line(struct pattern_list *l, char *line, const char *file, char *error)
{
	char *s = trim(line);

	if (!*s || *s == '#' || *s == '[')
		return 0;
	if (strncmp(s, "fun:", 4) && strncmp(s, "src:", 4)) {
		snprintf(error, GPROF_PASS_ERROR_SIZE,
			 "cannot read list '%s': '%.80s' is neither fun: nor src:", file, s);
		return -1;
	}
	if (list_add(l, *s == 's', s + 4) < 0)
		return fail(error, "out of memory reading '%s'", file);
	return 0;
}

static int list_read(struct pattern_list *l, const char *file, char *error)
{
	char *line = NULL;
	size_t room = 0;
	int rc = 0;
	FILE *f = fopen(file, "r");

	if (!f) {
		snprintf(error, GPROF_PASS_ERROR_SIZE, "cannot open list '%s': %s", file,
			 strerror(errno));
		return -1;
	}
	l->given = true;
	while (rc == 0 && getline(&line, &room, f) >= 0)
		rc = list_line(l, line, file, error);
	free(line);
	fclose(f);
	return rc;
}

/*
 * Where the first file of a list ends: `+` separates files, but the longest name that a file has
 * is taken, for `+` may be in it.
 */
static char *file_end(const char *list)
{
	char *copy = strdup(list), *end = copy ? copy + strlen(copy) : NULL;
	size_t n = strlen(list);

	while (end && access(copy, F_OK) < 0 && (end = strrchr(copy, '+')))
		*end = 0;
	if (end)
		n = (size_t)(end - copy);
	free(copy);
	return (char *)list + n;
}

static int lists_read(struct pattern_list *l, char *files, char *error)
{
	char *end;
	bool more;

	do {
		end = file_end(files);
		more = *end && end[1];
		*end = 0;
		if (list_read(l, files, error) < 0)
			return -1;
		files = end + 1;
	} while (more);
	return 0;
}

/* One of two values; 'flag' is whether it is 'on'. */
struct choice {
	const char *key, *off, *on;
	bool *flag;
};

static int option_choice(const struct choice *c, const char *value, char *error)
{
	*c->flag = !strcmp(value, c->on);
	if (*c->flag || !strcmp(value, c->off))
		return 0;
	snprintf(error, GPROF_PASS_ERROR_SIZE,
		 "invalid value '%.80s' for '%s' in GPROF_PASS: expected %s or %s", value, c->key,
		 c->off, c->on);
	return -1;
}

/* The names between `+`. */
static int names_add(struct pattern_list *l, char *names, char *error)
{
	char *end;
	bool more;

	do {
		end = names + strcspn(names, "+");
		more = *end;
		*end = 0;
		if (*names && list_add(l, false, names) < 0)
			return fail(error, "%s", "out of memory");
		names = end + 1;
	} while (more);
	l->given |= l->n;
	return 0;
}

static bool is_path(const char *key, size_t n)
{
	return n == 7 && (!strncmp(key, "exclude", n) || !strncmp(key, "include", n));
}

static int probes_choose(struct options *o, const char *value, char *error)
{
	static const char *const values[] = { "compiler", "add", "only" };

	for (int i = 0; i < 3; i++)
		if (!strcmp(value, values[i])) {
			o->probes = i > 0;
			o->bare = i > 1;
			return 0;
		}
	return fail(error, "invalid value '%.80s' for 'probes' in GPROF_PASS: expected compiler, "
			   "add or only", value);
}

static int option_one(struct options *o, const char *key, char *value, char *error)
{
	const struct choice choices[] = {
		{ "mode", "counters", "call", &o->mode_call },
		{ "bias", "auto", "tls", &o->bias_tls },
		{ "count", "calls", "blocks", &o->blocks },
	};

	if (is_path(key, strlen(key)))
		return lists_read(*key == 'e' ? &o->exclude : &o->include, value, error);
	if (!strcmp(key, "time") || !strcmp(key, "time-cpu"))
		return names_add(&o->timed[key[4] == '-'], value, error);
	if (!strcmp(key, "probes"))
		return probes_choose(o, value, error);
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (!strcmp(key, choices[i].key))
			return option_choice(&choices[i], value, error);
	return fail(error,
		    "unknown option '%s' in GPROF_PASS: "
		    "known are mode, bias, count, probes, time, time-cpu, exclude, include",
		    key);
}

#define SEPARATORS " \t\n\v\f\r,"

/* Returns true if an item begins here, or the text ends: a path does not go on. */
static bool is_item(const char *s)
{
	static const char *const keys[] = { "mode", "bias", "count", "probes", "time", "time-cpu",
					   "exclude", "include" };
	size_t n = strcspn(s, "=" SEPARATORS);

	for (size_t i = 0; s[n] == '=' && i < sizeof keys / sizeof *keys; i++)
		if (strlen(keys[i]) == n && !strncmp(s, keys[i], n))
			return true;
	return !*s || *s == ',';
}

/* Where a value ends that is not quoted. */
static char *value_end(char *value, bool path)
{
	char *end = value + strcspn(value, SEPARATORS);

	while (path && !is_item(end + strspn(end, " \t\n\v\f\r"))) {
		end += strspn(end, " \t\n\v\f\r");
		end += strcspn(end, SEPARATORS);
	}
	return end;
}

/* The item from 'text' on, which ends where '*next' begins. */
static int options_item(struct options *o, char *text, char **next, char *error)
{
	size_t n = strcspn(text, "=" SEPARATORS);
	char *value = text + n + 1, *end;
	bool quoted;

	if (text[n] != '=') {
		text[n] = 0;
		return fail(error, "option '%s' in GPROF_PASS has no value", text);
	}
	text[n] = 0;
	quoted = *value == '"' || *value == '\'';
	end = quoted ? strchr(value + 1, *value) : value_end(value, is_path(text, n));
	if (!end || (quoted && !strchr(SEPARATORS, end[1]))) {
		snprintf(error, GPROF_PASS_ERROR_SIZE,
			 "the value of '%s' in GPROF_PASS %s its closing quote", text,
			 end ? "goes on behind" : "lacks");
		return -1;
	}
	*next = end + !!*end + (quoted && end[1]);
	*end = 0;
	return option_one(o, text, value + quoted, error);
}

static int options_items(struct options *o, char *text, char *error)
{
	while (*(text += strspn(text, SEPARATORS)))
		if (options_item(o, text, &text, error) < 0)
			return -1;
	if (o->blocks && o->mode_call)
		return fail(error, "cannot have '%s' in GPROF_PASS: mode=call has no counters",
			    "count=blocks");
	if (o->blocks && o->bare)
		return fail(error, "cannot have '%s' in GPROF_PASS: probes=only counts nothing",
			    "count=blocks");
	return 0;
}

/* The list of names in force, as text for the static section; owned by the caller. */
static char *names_text(const struct pattern_list *l, const char *key)
{
	size_t size = strlen(key) + 2;
	char *text;

	for (uint32_t i = 0; i < l->n; i++)
		size += strlen(l->items[i].glob) + 1;
	text = calloc(size, 1);
	if (text && l->n)
		strcat(text, key);
	for (uint32_t i = 0; text && i < l->n; i++) {
		strcat(text, i ? "+" : "");
		strcat(text, l->items[i].glob);
	}
	return text;
}

static int options_text(struct options *o)
{
	char *wall = names_text(&o->timed[0], ",time="), *cpu = names_text(&o->timed[1],
									   ",time-cpu=");
	int rc = -1;

	if (wall && cpu)
		rc = asprintf(&o->text, "mode=%s,bias=%s%s%s%s%s%s%s",
			      o->mode_call ? "call" : "counters", o->bias_tls ? "tls" : "auto",
			      o->blocks ? ",count=blocks" : "",
			      o->probes ? ",probes=add" : "", wall, cpu,
			      o->exclude.given ? ",exclude" : "",
			      o->include.given ? ",include" : "");
	free(wall);
	free(cpu);
	return rc;
}

int options_parse(struct options *o, const char *text, char *error)
{
	char *copy;
	int rc;

	memset(o, 0, sizeof *o);
	copy = strdup(text ? text : "");
	if (!copy)
		return fail(error, "%s", "out of memory");
	rc = options_items(o, copy, error);
	free(copy);
	if (rc == 0 && options_text(o) < 0) {
		o->text = NULL;
		rc = fail(error, "%s", "out of memory");
	}
	if (rc < 0)
		options_release(o);
	return rc;
}

static void list_release(struct pattern_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->items[i].glob);
	free(l->items);
}

void options_release(struct options *o)
{
	list_release(&o->exclude);
	list_release(&o->include);
	list_release(&o->timed[0]);
	list_release(&o->timed[1]);
	free(o->text);
	memset(o, 0, sizeof *o);
}

static bool list_matches(const struct pattern_list *l, const char *function, const char *source)
{
	for (size_t i = 0; i < l->n; i++)
		if (!fnmatch(l->items[i].glob, l->items[i].source ? source : function, 0))
			return true;
	return false;
}

bool options_select(const struct options *o, const char *function, const char *source)
{
	if (list_matches(&o->exclude, function, source))
		return false;
	return !o->include.given || list_matches(&o->include, function, source);
}

enum timed options_timed(const struct options *o, const char *name)
{
	if (list_matches(&o->timed[0], name, ""))
		return TIMED_WALL;
	return list_matches(&o->timed[1], name, "") ? TIMED_CPU : TIMED_NOT;
}

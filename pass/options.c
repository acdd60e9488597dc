/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - parses GPROF_PASS and the lists it names (see options.h).
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

static int option_one(struct options *o, const char *key, const char *value, char *error)
{
	const struct choice choices[] = {
		{ "mode", "counters", "call", &o->mode_call },
		{ "bias", "auto", "tls", &o->bias_tls },
		{ "count", "calls", "blocks", &o->blocks },
	};

	if (!strcmp(key, "exclude"))
		return list_read(&o->exclude, value, error);
	if (!strcmp(key, "include"))
		return list_read(&o->include, value, error);
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (!strcmp(key, choices[i].key))
			return option_choice(&choices[i], value, error);
	return fail(error,
		    "unknown option '%s' in GPROF_PASS: "
		    "known are mode, bias, count, exclude, include",
		    key);
}

static int options_items(struct options *o, char *text, char *error)
{
	char *save, *item;

	for (item = strtok_r(text, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
		char *value = strchr(item, '=');

		if (!value)
			return fail(error, "option '%s' in GPROF_PASS has no value", item);
		*value = 0;
		if (option_one(o, item, value + 1, error) < 0)
			return -1;
	}
	if (o->blocks && o->mode_call)
		return fail(error, "cannot have '%s' in GPROF_PASS: mode=call has no counters",
			    "count=blocks");
	return 0;
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
	if (rc == 0 && asprintf(&o->text, "mode=%s,bias=%s%s%s%s",
				o->mode_call ? "call" : "counters", o->bias_tls ? "tls" : "auto",
				o->blocks ? ",count=blocks" : "",
				o->exclude.given ? ",exclude" : "",
				o->include.given ? ",include" : "") < 0) {
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

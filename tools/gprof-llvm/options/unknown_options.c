/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unknown_options.c - see unknown_options.h.
 *
 * argp prints what it does not know and ends the tool: nothing can be added to that, so it is
 * found before.  A word after an option that may have a value is left to argp.
 */
#include "options/unknown_options.h"
#include "base/spelling.h"
#include "options/args.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A long option in the making. */
struct wanted {
	const char *name;
	size_t length;
	struct spelling_guess near;
	bool known;  /* it, or its beginning, is an option */
	bool valued; /* that has a value */
};

static void try_option(struct wanted *w, const struct argp_option *o, const char *value)
{
	if (!strncmp(o->name, w->name, w->length)) {
		w->known = true;
		w->valued |= value != NULL;
	}
	if (!(o->flags & OPTION_HIDDEN))
		spelling_guess_try(&w->near, o->name);
}

/* In a parser and all its children; an alias has the value of what it is another name of. */
static void look_up(struct wanted *w, const struct argp *argp)
{
	const struct argp_option *o = argp->options;
	const char *value = NULL;

	for (; o && (o->name || o->key || o->doc || o->group); o++) {
		if (!(o->flags & OPTION_ALIAS))
			value = o->arg;
		if (o->name && !(o->flags & OPTION_DOC))
			try_option(w, o, value);
	}
	for (const struct argp_child *c = argp->children; c && c->argp; c++)
		look_up(w, c->argp);
}

static struct wanted find(const struct argp *argp, const char *word)
{
	static const struct argp_option own[] = { { .name = "help" }, { .name = "usage" },
						  { .name = "version" } };
	size_t length = strcspn(word + 2, "=");
	struct wanted w = { .name = word + 2, .length = length,
			    .near = spelling_guess_for(word + 2, length) };

	look_up(&w, argp);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		try_option(&w, &own[i], NULL);
	return w;
}

/* Returns true if the word after may be its value. */
static bool may_want_value(const struct argp *argp, const char *word)
{
	struct wanted w;

	if (*word != '-' || !word[1])
		return false;
	if (word[1] != '-')
		return true;
	w = find(argp, word);
	return !strchr(word, '=') && (!w.known || w.valued);
}

void unknown_options_check(const struct argp *argp, int argc, char **argv, unsigned flags)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		bool option = !strncmp(argv[i], "--", 2), value;
		struct wanted w;

		value = i > 1 && may_want_value(argp, argv[i - 1]);
		if (flags & ARGP_IN_ORDER && !option && !value && *argv[i] != '-')
			return;
		if (!option || value)
			continue;
		w = find(argp, argv[i]);
		if (!w.known && w.near.word)
			args_error(&(struct argp_state){ .root_argp = argp, .argc = argc,
							 .argv = argv, .name = argv[0],
							 .err_stream = stderr,
							 .out_stream = stdout },
				   "'%.*s' is not an option: did you mean '--%s'?",
				   (int)w.length + 2, argv[i], w.near.word);
	}
}

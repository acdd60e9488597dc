/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * short_name.c - see short_name.h.
 *
 * A name is read once: its brackets, its scopes, and where the next name of the line begins.  Each
 * step leaves out one of them, until the name fits:
 *
 *	1. lists of parameters, from left to right
 *	2. what is in other brackets, the innermost first
 *	3. scopes and the type of the result, from left to right
 *	4. all but the last part, or of several names those between the first and the last
 *	5. the middle of an identifier
 */
#include "text/short_name.h"
#include "base/util.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DOTS 2  /* columns of ".." */
#define LEAST 8 /* of a name */

size_t short_fitting(const char *text, size_t columns)
{
	size_t n = 0;

	while (text[n] && columns) {
		n++;
		while ((text[n] & 0xc0) == 0x80)
			n++;
		columns--;
	}
	return n;
}

size_t short_columns(const char *text, size_t n)
{
	size_t columns = 0;

	for (size_t i = 0; i < n; i++)
		columns += (text[i] & 0xc0) != 0x80;
	return columns;
}

int short_width(const char *text, int columns)
{
	size_t n = strlen(text);

	return columns + (int)(n - short_columns(text, n));
}

/* Where the last 'columns' of the first 'n' bytes begin. */
static size_t last_columns(const char *text, size_t n, size_t columns)
{
	while (columns-- && n)
		while (--n && (text[n] & 0xc0) == 0x80)
			;
	return n;
}

#define NONE SIZE_MAX

/* A pair of brackets: of what is in it. */
struct bracket {
	size_t from, to; /* bytes; 'to' is 0: it was not closed */
	size_t columns, saved;
	size_t around;   /* NONE: no other */
	unsigned depth;
	bool parameters, kept, left_out;
};

/* Bytes of the first part of one of the names: a scope, or the type that it returns. */
struct scope {
	size_t begin, from, to; /* 'begin' of that name */
	bool type;
};

struct reading {
	const char *name;
	size_t n, columns; /* bytes; columns with what is left out so far */
	struct bracket *brackets; /* by 'from' */
	size_t nbrackets, brackets_room;
	struct scope *scopes;
	size_t nscopes, scopes_room, first_scope; /* of the present name */
	size_t inner; /* the innermost that is open, or NONE */
	size_t begin, last, nnames; /* the present name, the last one; how many */
	size_t first_end; /* of the first one */
	size_t list;      /* the last list of parameters of the present one, 0: none yet */
	bool named;       /* no scope follows in it */
};

/* ------------------------------------------------------------------ reading */

/* Bytes of an operator's name at 'at', whose signs are no brackets; 0: none is there. */
static size_t operator_at(const char *name, size_t at)
{
	static const char *const signs[] = { "<=>", "<<=", ">>=", "->*", "->", "<<", ">>", "<=",
					     ">=", "<", ">", "()", "[]" };

	if (name[at] != 'o' || strncmp(name + at, "operator", 8) || name[at + 8] == '_' ||
	    isalnum((unsigned char)name[at + 8]))
		return 0;
	if (at && (name[at - 1] == '_' || isalnum((unsigned char)name[at - 1])))
		return 0;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (!strncmp(name + at + 8, signs[i], strlen(signs[i])))
			return 8 + strlen(signs[i]);
	return 8;
}

static bool is_joint(const char *text)
{
	return !strncmp(text, " -> ", 4) || !strncmp(text, " <- ", 4);
}

static void add_scope(struct reading *r, size_t to, bool type)
{
	const struct scope *before = r->nscopes ? &r->scopes[r->nscopes - 1] : NULL;
	size_t from = before && before->begin == r->begin ? before->to : r->begin;

	*gp_push(r->scopes, r->nscopes, r->scopes_room) =
		(struct scope){ .begin = r->begin, .from = from, .to = to, .type = type };
}

/* Types stand only before names with parameters: all other blanks are those of some text.  Of a
   type no part is left. */
static void end_name(struct reading *r)
{
	size_t kept = r->first_scope, all = r->nscopes, from = r->begin;

	for (size_t i = r->nscopes; i-- > r->first_scope && from == r->begin;)
		if (r->scopes[i].type && r->scopes[i].to < r->list)
			from = r->scopes[i].to;
	r->nscopes = r->first_scope;
	for (size_t i = kept; i < all; i++)
		if (r->scopes[i].to >= from && (!r->scopes[i].type || r->scopes[i].to == from))
			add_scope(r, r->scopes[i].to, false);
}

/* After the mark of "[inferred] f". */
static const char *behind_mark(const char *name)
{
	const char *end = *name == '[' ? strstr(name, "] ") : NULL;

	return end ? end + 2 : name;
}

/* "... 3 others, the largest f" is of a view's words, too. */
static void begin_name(struct reading *r, size_t at)
{
	r->begin = r->last = behind_mark(r->name + at) - r->name;
	r->list = 0;
	r->named = !strncmp(r->name + at, "...", 3);
	r->first_scope = r->nscopes;
	r->nnames++;
}

static void open_bracket(struct reading *r, size_t at)
{
	struct bracket b = { .from = at + 1, .around = r->inner, .depth = 1 };
	char c = r->name[at], before = at > r->begin ? r->name[at - 1] : ' ';

	if (r->inner != NONE)
		b.depth = r->brackets[r->inner].depth + 1;
	b.kept = (c != '<' && c != '(') ||
		 !strncmp(r->name + at, "(anonymous namespace)", 21) ||
		 (b.depth == 1 && before == ' ' && at > r->begin && r->name[at - 2] != '<');
	b.parameters = b.depth == 1 && c == '(' && before != ' ';
	if (b.parameters)
		r->list = at;
	r->inner = r->nbrackets;
	*gp_push(r->brackets, r->nbrackets, r->brackets_room) = b;
}

static void close_bracket(struct reading *r, size_t at)
{
	static const char opening[] = "<({[", closing[] = ">)}]";
	char open = opening[strchr(closing, r->name[at]) - closing];
	size_t i = r->inner;
	struct bracket *b;

	if (open == '<' && (r->name[at - !!at] == '-' || r->name[at - !!at] == '='))
		return; /* an arrow */
	/* Signs in parentheses may be no brackets. */
	while (open != '<' && i != NONE && r->name[r->brackets[i].from - 1] != open)
		i = r->brackets[i].around;
	if (i == NONE || r->name[r->brackets[i].from - 1] != open)
		return;
	b = &r->brackets[i];
	b->to = at;
	b->columns = short_columns(r->name + b->from, at - b->from);
	/* "<T as U>::f" is a scope, <kernel> a word. */
	if (open == '<' && b->from == r->begin + 1 && r->name[at + 1] != ':')
		b->kept = true;
	r->inner = b->around;
}

/* What is at 'at', beside brackets: how many bytes, or 0. */
static size_t read_word(struct reading *r, size_t at)
{
	size_t n = operator_at(r->name, at);
	bool outside = r->inner == NONE;

	if (n) {
		r->named |= outside;
		return n;
	}
	if (!outside)
		return 0;
	if (is_joint(r->name + at)) {
		end_name(r);
		if (r->nnames == 1)
			r->first_end = at;
		begin_name(r, at + 4);
		return r->begin - at;
	}
	if (r->named)
		return 0;
	if (!strncmp(r->name + at, "::", 2)) {
		add_scope(r, at + 2, false);
		return 2;
	}
	if (r->name[at] == ' ' && at > r->begin && r->name[at - 1] != ')' &&
	    !strchr("[(<&", r->name[at + 1]))
		add_scope(r, at + 1, true);
	return 0;
}

static void read_name(struct reading *r)
{
	begin_name(r, 0);
	for (size_t at = r->begin; at < r->n;) {
		size_t n = read_word(r, at);

		if (!n && strchr("<({[", r->name[at]))
			open_bracket(r, at);
		else if (!n && strchr(">)}]", r->name[at]))
			close_bracket(r, at);
		at += n ? n : 1;
	}
	end_name(r);
	if (r->nnames == 1)
		r->first_end = r->n;
}

/* ------------------------------------------------------------------ leaving out */

/* Columns that it saves to leave out what is in a pair of brackets. */
static size_t gain_of(const struct bracket *b)
{
	size_t columns = b->columns - b->saved;

	return b->to && !b->kept && !b->left_out && columns > DOTS ? columns - DOTS : 0;
}

static void leave_out(struct reading *r, struct bracket *b)
{
	size_t gain = gain_of(b);

	b->left_out |= gain > 0;
	b->saved += gain;
	r->columns -= gain;
}

static void leave_parameters(struct reading *r, size_t columns)
{
	for (size_t i = 0; i < r->nbrackets && r->columns > columns; i++)
		if (r->brackets[i].parameters)
			leave_out(r, &r->brackets[i]);
}

/* Deep ones first, and those by their place. */
static int compare_depths(const void *a, const void *b)
{
	const struct bracket *const *x = a, *const *y = b;

	if ((*x)->depth != (*y)->depth)
		return (*x)->depth > (*y)->depth ? -1 : 1;
	return ((*x)->from > (*y)->from) - ((*x)->from < (*y)->from);
}

static void leave_brackets(struct reading *r, size_t columns)
{
	struct bracket **order = gp_alloc(r->nbrackets, sizeof *order);
	bool *gone = gp_alloc(r->nbrackets, sizeof *gone);
	size_t n = 0;

	for (size_t i = 0; i < r->nbrackets; i++) {
		size_t around = r->brackets[i].around;

		gone[i] = around != NONE && (gone[around] || r->brackets[around].left_out);
		if (!gone[i])
			order[n++] = &r->brackets[i];
	}
	qsort(order, n, sizeof *order, compare_depths);
	for (size_t i = 0; i < n && r->columns > columns; i++) {
		leave_out(r, order[i]);
		if (order[i]->around != NONE)
			r->brackets[order[i]->around].saved += order[i]->saved;
	}
	free(gone);
	free(order);
}

/* Copies bytes without what is left out in brackets; returns the columns. */
static size_t copy(const struct reading *r, size_t from, size_t to, char *text, size_t *length)
{
	size_t bracket = 0, n = 0;

	while (from < to) {
		const struct bracket *b;

		while (bracket < r->nbrackets && (r->brackets[bracket].from < from ||
						  !r->brackets[bracket].left_out))
			bracket++;
		b = bracket < r->nbrackets && r->brackets[bracket].from < to
			    ? &r->brackets[bracket] : NULL;
		memcpy(text + n, r->name + from, (b ? b->from : to) - from);
		n += (b ? b->from : to) - from;
		from = b ? b->to : to;
		if (b) {
			memcpy(text + n, "..", DOTS);
			n += DOTS;
		}
	}
	*length = n;
	return short_columns(text, n);
}

/* The text with as many scopes left out as it takes; *last is where its last name begins. */
static char *leave_scopes(struct reading *r, size_t columns, size_t *last)
{
	char *text = gp_alloc(r->n + DOTS * (r->nbrackets + r->nscopes) + 1, 1);
	size_t at = 0, length, all = 0, begin = NONE;

	*last = r->last;
	for (size_t i = 0; i < r->nscopes && r->columns > columns; i++) {
		const struct scope *s = &r->scopes[i];
		size_t saved;

		saved = copy(r, s->from, s->to, text + all, &length);
		if (s->begin != begin) {
			if (saved <= DOTS)
				continue;
			copy(r, at, s->begin, text + all, &length);
			all += length;
			memcpy(text + all, "..", DOTS);
			all += DOTS;
			r->columns += DOTS;
			begin = s->begin;
		}
		r->columns -= saved;
		at = s->to;
		if (at > *last)
			*last = at;
	}
	copy(r, at, r->n, text + all, &length);
	text[all + length] = '\0';
	return text;
}

/* ------------------------------------------------------------------ the last resort */

/* What is cut stands after the first third of the columns. */
static char *cut_within(const char *name, size_t n, size_t columns)
{
	size_t kept = columns / 3, from = last_columns(name, n, columns - kept - DOTS);

	return gp_format("%.*s..%.*s", (int)short_fitting(name, kept), name, (int)(n - from),
			 name + from);
}

/* The last part alone, which begins at 'at'. */
static char *shorten_part(const struct reading *r, size_t at, size_t columns)
{
	const char *part = r->name + at;
	size_t n = r->n - at, all;

	for (size_t i = 0; i < r->nbrackets && n == r->n - at; i++)
		if (r->brackets[i].from > at + 1 && r->brackets[i].depth == 1)
			n = r->brackets[i].from - 1 - at;
	while (n && part[n - 1] == ' ')
		n--;
	all = short_columns(part, n);
	if (all + DOTS * (at > 0) + DOTS * (at + n < r->n) <= columns)
		return gp_format("%s%.*s%s", at ? ".." : "", (int)n, part,
				 at + n < r->n ? ".." : "");
	if (all + DOTS <= columns)
		return gp_format(at ? "..%.*s" : "%.*s..", (int)n, part);
	return all <= columns ? gp_format("%.*s", (int)n, part) : cut_within(part, n, columns);
}

/* Without the names between the first and the last, or else the first alone. */
static char *shorten_line(const struct reading *r, size_t columns)
{
	const char *joint = r->name + r->first_end, *last = r->name + r->last;
	char *first = gp_format("%.*s", (int)r->first_end, r->name), *line, *text;

	/* Else there is but "..", or "...", between. */
	if (last - joint > 4 + 3 + 4) {
		line = gp_format("%s%.4s..%.4s%s", first, joint, joint, last);
		text = short_name(line, columns);
	} else {
		line = short_name(first, columns - 4 - DOTS);
		text = gp_format("%s%.4s..", line, joint);
	}
	free(line);
	free(first);
	return text;
}

char *short_name(const char *name, size_t columns)
{
	struct reading r = { .name = name, .n = strlen(name), .inner = NONE };
	size_t last;
	char *text;

	r.columns = short_columns(name, r.n);
	if (r.columns <= columns)
		return gp_strdup(name);
	read_name(&r);
	leave_parameters(&r, columns);
	leave_brackets(&r, columns);
	text = leave_scopes(&r, columns, &last);
	if (r.columns > columns) {
		free(text);
		text = r.nnames > 1 && columns >= LEAST + 4 + DOTS
			       ? shorten_line(&r, columns) : shorten_part(&r, last, columns);
	}
	free(r.brackets);
	free(r.scopes);
	return text;
}

/* ------------------------------------------------------------------ of many names */

struct short_names {
	struct gp_names whole; /* their numbers */
	struct gp_names given; /* which of them a short one is of */
	char **texts;	       /* keys of both; owned */
	size_t n, room;
	uint32_t nwhole;
};

struct short_names *short_names_new(void)
{
	return gp_alloc(1, sizeof(struct short_names));
}

void short_names_free(struct short_names *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free(s->texts[i]);
	free(s->texts);
	gp_names_release(&s->whole);
	gp_names_release(&s->given);
	free(s);
}

static const char *keep(struct short_names *s, const char *text)
{
	return *gp_push(s->texts, s->n, s->room) = gp_strdup(text);
}

static uint32_t number_of(struct short_names *s, const char *name)
{
	uint32_t number = gp_names_get(&s->whole, name);
	int created;

	if (number == GP_NONE) {
		number = s->nwhole++;
		*gp_names_put(&s->whole, keep(s, name), &created) = number;
	}
	return number;
}

char *short_names_add(struct short_names *s, const char *name, size_t columns)
{
	size_t all = short_columns(name, strlen(name));
	uint32_t number = number_of(s, behind_mark(name)), other;
	char *text = short_name(name, columns);
	int created;

	while ((other = gp_names_get(&s->given, behind_mark(text))) != GP_NONE && other != number &&
	       columns < all) {
		columns += columns / 8 + 1;
		free(text);
		text = short_name(name, columns);
	}
	if (other == GP_NONE)
		*gp_names_put(&s->given, keep(s, behind_mark(text)), &created) = number;
	return text;
}

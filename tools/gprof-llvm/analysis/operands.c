/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * operands.c - see operands.h.
 */
#include "analysis/operands.h"
#include "base/magic.h"
#include "merge/sum.h"
#include "profile/profile_list.h"
#include "profile/profile.h"
#include "program/find_program.h"
#include "join/program_list.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum kind { IS_PROGRAM, IS_SCRIPT, IS_PROFILE, IS_FOLDER, IS_NAME };

#define NONE SIZE_MAX

struct sorting {
	const struct operands *w;
	enum kind *kinds; /* of each word */
	struct request *q;
	bool functions;   /* the command takes them */
};

static enum kind kind_of(const char *word)
{
	char bytes[SELFMAG];
	struct stat st;
	size_t n;

	if (stat(word, &st) == 0 && S_ISDIR(st.st_mode))
		return IS_FOLDER;
	n = gp_first_bytes(word, bytes, sizeof bytes);
	if (n == SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG))
		return IS_PROGRAM;
	if (n >= 2 && !memcmp(bytes, "#!", 2))
		return IS_SCRIPT;
	if (n == SELFMAG && !memcmp(bytes, GMON_MAGIC, SELFMAG))
		return IS_PROFILE; /* whose reader says what it is */
	return sum_is_file(word) || profile_is_file(word) ? IS_PROFILE : IS_NAME;
}

static size_t first_of(const struct sorting *s, enum kind kind)
{
	for (size_t i = 0; i < s->w->n; i++)
		if (s->kinds[i] == kind)
			return i;
	return NONE;
}

/* A folder may be named as a function is. */
static bool has_profiles(const char *folder)
{
	struct profile_list found = { 0 };
	struct gp_error ignored;
	bool any = profile_list_add_folder(&found, folder, 0, &ignored) == 0 && found.n > 0;

	profile_list_release(&found);
	return any;
}

/* Folders without profiles are names of functions, where another word says what to read. */
static void judge_folders(struct sorting *s)
{
	if (!s->functions || s->w->n < 2)
		return;
	for (size_t i = 0; i < s->w->n; i++)
		if (s->kinds[i] == IS_FOLDER && !has_profiles(s->w->items[i]))
			s->kinds[i] = IS_NAME;
}

/* Returns true if a profile, of those named or found here, is of a program of this name. */
static bool names_program(const struct sorting *s, const char *word)
{
	return find_program_is_needed(word) &&
	       find_program_is_known(word, &s->q->wanted, &s->q->files);
}

/* The program, where no file is one: a name that profiles have, or any that nothing explains. */
static size_t named_program(const struct sorting *s, bool profiles)
{
	size_t first = first_of(s, IS_NAME);
	struct program_list ran = { 0 };
	struct gp_error ignored;
	bool any_run;

	if (!s->functions || first == NONE)
		return first;
	for (size_t i = first; i < s->w->n; i++)
		if (s->kinds[i] == IS_NAME && names_program(s, s->w->items[i]))
			return i;
	if (profiles)
		return NONE;
	any_run = program_list_read(&ran, NULL, &ignored) == 0;
	program_list_release(&ran);
	return any_run ? NONE : first;
}

static void add_path(struct sorting *s, size_t i)
{
	struct profiles_wanted *w = &s->q->wanted;

	w->paths[w->npaths++] = s->w->items[i];
}

static void add_profiles(struct sorting *s)
{
	for (size_t i = 0; i < s->w->n; i++)
		if (s->kinds[i] == IS_PROFILE || s->kinds[i] == IS_FOLDER)
			add_path(s, i);
}

static size_t find_program(struct sorting *s)
{
	size_t program = first_of(s, IS_PROGRAM);

	if (program == NONE)
		program = first_of(s, IS_SCRIPT);
	if (program == NONE)
		program = named_program(s, s->q->wanted.npaths > 0);
	return program;
}

/* A profile knows its program; of a folder it is that with the most time. */
static size_t find_profile(const struct sorting *s)
{
	size_t profile = first_of(s, IS_PROFILE);

	return profile == NONE ? first_of(s, IS_FOLDER) : profile;
}

/* In the order of the words, so that messages name the first that is wrong. */
static void distribute(struct sorting *s, size_t program, struct operands *functions)
{
	s->q->wanted.npaths = 0;
	for (size_t i = 0; i < s->w->n; i++) {
		bool read = s->kinds[i] == IS_PROFILE || s->kinds[i] == IS_FOLDER;

		if (i == program)
			s->q->binary = s->w->items[i];
		else if (read || !functions)
			add_path(s, i);
		else
			*gp_push(functions->items, functions->n, functions->room) = s->w->items[i];
	}
}

void operands_sort(const struct operands *w, struct request *q, struct operands *functions)
{
	struct sorting s = { .w = w, .q = q, .functions = functions };
	size_t program;

	if (!w->n)
		return;
	s.kinds = gp_alloc(w->n, sizeof *s.kinds);
	q->wanted.paths = gp_alloc(w->n, sizeof *q->wanted.paths);
	for (size_t i = 0; i < w->n; i++)
		s.kinds[i] = kind_of(w->items[i]);
	judge_folders(&s);
	add_profiles(&s); /* in which a program of some name may be */
	program = find_program(&s);
	distribute(&s, program == NONE ? find_profile(&s) : program, functions);
	free(s.kinds);
}

bool operand_is_file(const char *word)
{
	struct stat st;

	return stat(word, &st) == 0;
}

bool operand_is_program(const char *word)
{
	return kind_of(word) == IS_PROGRAM;
}

bool request_names_profiles(const struct request *q)
{
	return q->wanted.npaths || (q->binary && kind_of(q->binary) == IS_PROFILE);
}

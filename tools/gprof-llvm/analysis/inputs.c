/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inputs.c - see inputs.h.
 */
#include "analysis/inputs.h"
#include "merge/sum.h"
#include "profile/profile.h"
#include "program/find_program.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Each file is asked once: it may change while it is looked at. */
static void look(struct inputs *in, const struct request *q)
{
	in->names_sum = q->binary && sum_is_file(q->binary);
	in->names_profile = q->binary && !in->names_sum && profile_is_file(q->binary);
	in->any_sum = in->names_sum;
	for (size_t i = 0; i < q->wanted.npaths && !in->any_sum; i++)
		in->any_sum = sum_is_file(q->wanted.paths[i]);
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The program of a profile; PROFILE_UNBEGUN: its process ended before it named one. */
static int find_program(struct inputs *in, const struct request *q, const char *path,
			struct gp_error *e)
{
	const struct gprof_module *m;
	struct profile p;
	int rc = profile_read(&p, path, e);

	if (rc < 0)
		return rc;
	m = profile_main(&p);
	in->binary = m ? object_find(&q->files, m, path) : NULL;
	if (!m) {
		gp_fail(e, "'%s' names no program: its process ended too early", path);
		rc = PROFILE_UNBEGUN;
	} else if (!in->binary) {
		rc = gp_fail(e, "'%s' is a profile, and its program '%s' %s: put the program that "
			     "ran beside it, or name that program first", path, m->path,
			     files_lack(&q->files, m->path));
	}
	profile_release(&p);
	return rc;
}

/* A profile in place of the binary knows its program, or one of those named after it does. */
static int find_of_profile(struct inputs *in, const struct request *q, struct gp_error *e)
{
	struct gp_error later;
	int rc;

	if (in->binary || q->merge || in->any_sum || !in->names_profile)
		return 0;
	rc = find_program(in, q, q->binary, e);
	for (size_t i = 0; rc == PROFILE_UNBEGUN && i < q->wanted.npaths; i++)
		if (profile_is_file(q->wanted.paths[i])) {
			rc = find_program(in, q, q->wanted.paths[i], &later);
			if (rc == -1)
				*e = later;
		}
	if (rc < 0)
		return -1;
	in->of_profile = true;
	in->paths = gp_alloc(q->wanted.npaths + 1, sizeof *in->paths);
	in->paths[in->npaths++] = (char *)q->binary;
	for (size_t i = 0; i < q->wanted.npaths; i++)
		in->paths[in->npaths++] = q->wanted.paths[i];
	return 0;
}

/* The profiles of the program that was found, and the files named beside its folder. */
static void take_paths(struct inputs *in, const struct request *q)
{
	char **found = program_list_paths(&in->ran, 0);

	in->npaths = in->ran.items[0].profiles;
	in->paths = gp_alloc(in->npaths + q->wanted.npaths, sizeof *in->paths);
	memcpy(in->paths, found, in->npaths * sizeof *found);
	free(found);
	for (size_t i = 0; i < q->wanted.npaths; i++)
		in->paths[in->npaths++] = q->wanted.paths[i];
	in->of_profile = q->wanted.npaths > 0;
}

/* Without a binary: the program with the most time of the newest run, or of a folder. */
static int find_binary(struct inputs *in, const struct request *q, struct gp_error *e)
{
	if (in->binary || q->merge || (q->binary && !is_folder(q->binary)))
		return 0;
	if (program_list_read(&in->ran, q->binary, e) < 0)
		return -1;
	in->binary = program_list_binary(&in->ran, 0, &q->files);
	take_paths(in, q);
	if (in->binary)
		return 0;
	return gp_fail(e, "the program '%s' %s: put the program that ran beside its profile '%s', "
		       "or name it", in->ran.items[0].exe,
		       files_lack(&q->files, in->ran.items[0].exe), in->paths[0]);
}

int inputs_find(struct inputs *in, const struct request *q, struct gp_error *e)
{
	look(in, q);
	return find_of_profile(in, q, e) < 0 || find_binary(in, q, e) < 0 ? -1 : 0;
}

const char *inputs_binary(const struct inputs *in, const struct request *q)
{
	return in->meant ? in->meant : in->binary ? in->binary : q->binary;
}

int inputs_resolve(struct inputs *in, const struct request *q, struct gp_error *e)
{
	if (in->meant || in->binary || q->profile || !q->binary ||
	    !find_program_is_needed(q->binary))
		return 0;
	in->meant = find_program_by_name(q->binary, &q->wanted, &q->files, e);
	if (!in->meant)
		return -1;
	fputs("gprof-llvm: ", stderr);
	gprintf(stderr,
		find_program_is_script(q->binary)
			? "'%s' is a script: reporting '%s', which has a profile here\n"
			: "'%s' is not here: reporting '%s', which its profile names\n",
		q->binary, in->meant);
	return 0;
}

void inputs_release(struct inputs *in)
{
	program_list_release(&in->ran);
	free(in->paths);
	free(in->binary);
	free(in->meant);
}

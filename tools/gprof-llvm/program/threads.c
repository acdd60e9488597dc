/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads.c - threads of a program by their number, and reports of some threads only (see
 * program.h).
 */
#include "program/program.h"

#include <stdio.h>
#include <string.h>

static bool is_thread(const struct gprof_thread *t, const char *which)
{
	char slot[16], tid[16];

	snprintf(slot, sizeof slot, "#%u", t->index);
	snprintf(tid, sizeof tid, "%u", t->tid);
	return !strcmp(which, t->name) || !strcmp(which, slot) || !strcmp(which, tid);
}

int program_choose_thread(struct program *p, const char *which, struct gp_error *e)
{
	bool any = false;

	for (size_t i = 0; i < p->nloaded; i++) {
		struct loaded *l = &p->loaded[i];

		l->shared_left_out = true;
		l->left_out = gp_alloc(l->profile.nthreads, sizeof *l->left_out);
		for (size_t k = 0; k < l->profile.nthreads; k++) {
			l->left_out[k] = !is_thread(l->profile.threads[k], which);
			any |= !l->left_out[k];
		}
	}
	if (!any)
		return gp_fail(e, "no thread '%s' here: --threads lists them", which);
	return 0;
}

uint32_t program_threads(const struct program *p)
{
	const struct loaded *last = p->nloaded ? &p->loaded[p->nloaded - 1] : NULL;

	return last ? last->first_thread + last->profile.nthreads : 0;
}

const struct gprof_thread *program_thread(const struct program *p, uint32_t number,
					  const struct loaded **l)
{
	size_t after = gp_first(i, p->nloaded, p->loaded[i].first_thread <= number);

	if (!after)
		return NULL;
	*l = &p->loaded[after - 1];
	number -= (*l)->first_thread;
	return number < (*l)->profile.nthreads ? (*l)->profile.threads[number] : NULL;
}

bool loaded_has_thread(const struct loaded *l, uint32_t thread)
{
	return thread == GP_NONE ? !l->shared_left_out : !l->left_out || !l->left_out[thread];
}

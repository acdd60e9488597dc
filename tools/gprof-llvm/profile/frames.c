/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * frames.c - the call stacks of a profile: tables of frames made into
 * one list in which every frame comes after its caller, so that code that reads
 * it needs neither recursion nor a check.
 *
 * A frame whose caller is not there ends its stack: a file that was read while
 * the process wrote it has such frames, and they are counted.  A frame that
 * is its own caller, or two frames with one id, no process writes.
 *
 * Cost: O(frames * log(tables)), and 8 bytes a slot beside the list.
 */
#include "profile/profile.h"

#include <stdlib.h>

struct climb {
	struct profile *p;
	struct gprof_frame_place *path; /* frames whose caller is being looked for */
	size_t npath, room;
};

static int by_first_id(const void *x, const void *y, void *unused)
{
	const struct gprof_frames *a = x, *b = y;

	(void)unused;
	return gprof_frames_before(a, b) ? -1 : gprof_frames_before(b, a);
}

uint32_t profile_frame(const struct profile *p, uint32_t slot, uint32_t id)
{
	struct gprof_frame_place place;

	if (!id || !gprof_frames_find(p->frame_tables, p->nframe_tables, slot, id, &place))
		return GP_NONE;
	return p->frame_tables[place.table].known[place.slot];
}

static int fail_ring(const struct gprof_frames *t, uint32_t slot, struct gp_error *e)
{
	return gp_fail(e, "is damaged: frame %u of thread %u is its own caller",
		       t->first_id + slot, t->slot);
}

/* Goes outwards from a frame until one that is in the list, or the end of the stack;
   *caller is its position, or GP_NONE. */
static int go_out(struct climb *c, struct gprof_frame_place at, uint32_t *caller,
		  struct gp_error *e)
{
	struct profile *p = c->p;
	struct gprof_frame_place next = at;

	*caller = GP_NONE;
	for (;; at = next) {
		enum gprof_step step =
			gprof_frames_step(p->frame_tables, p->nframe_tables, at, &next);

		if (step == GPROF_STEP_RING)
			return fail_ring(&p->frame_tables[at.table], at.slot, e);
		if (step == GPROF_STEP_KNOWN) {
			*caller = p->frame_tables[at.table].known[at.slot];
			return 0;
		}
		*gp_push(c->path, c->npath, c->room) = at;
		p->without_caller += step == GPROF_STEP_NO_CALLER;
		if (step != GPROF_STEP_ON)
			return 0;
	}
}

/* Puts the frames of the path into the list, the outermost first. */
static void come_back(struct climb *c, uint32_t caller)
{
	struct profile *p = c->p;

	while (c->npath) {
		struct gprof_frame_place at = c->path[--c->npath];
		struct gprof_frames *t = &p->frame_tables[at.table];

		*gp_push(p->frames, p->nframes, p->frames_room) = (struct profile_frame){
			.pc = t->slots[at.slot].pc, .caller = caller, .epoch = t->epoch };
		caller = t->known[at.slot] = p->nframes - 1;
	}
}

static int add_table(struct climb *c, uint32_t table, struct gp_error *e)
{
	struct gprof_frames *t = &c->p->frame_tables[table];
	uint32_t caller = GP_NONE;

	for (uint32_t i = 0; i < t->n; i++) {
		if (!t->slots[i].pc || t->known[i] != GP_NONE)
			continue;
		if (go_out(c, (struct gprof_frame_place){ table, i }, &caller, e) < 0)
			return -1;
		come_back(c, caller);
	}
	return 0;
}

static int check_ids(const struct profile *p, struct gp_error *e)
{
	for (size_t i = 1; i < p->nframe_tables; i++) {
		const struct gprof_frames *a = &p->frame_tables[i - 1], *b = a + 1;

		if (gprof_frames_overlap(a, b))
			return gp_fail(e, "is damaged: two tables of thread %u have a frame %u",
				       a->slot, b->first_id);
	}
	return 0;
}

int profile_link_frames(struct profile *p, struct gp_error *e)
{
	struct climb c = { .p = p };
	int rc;

	gp_sort(p->frame_tables, p->nframe_tables, sizeof *p->frame_tables, by_first_id, NULL);
	rc = check_ids(p, e);
	for (size_t i = 0; rc == 0 && i < p->nframe_tables; i++) {
		struct gprof_frames *t = &p->frame_tables[i];

		t->known = gp_alloc(t->n, sizeof *t->known);
		for (size_t k = 0; k < t->n; k++)
			t->known[k] = GPROF_FRAME_NEW;
	}
	for (size_t i = 0; rc == 0 && i < p->nframe_tables; i++)
		rc = add_table(&c, i, e);
	free(c.path);
	return rc;
}

static const char *const reasons[GPROF_ENDED_N][2] = {
	[GPROF_ENDED_UNKNOWN] = { "reason not known", "unknown" },
	[GPROF_ENDED_NO_TABLE] = { "no unwind tables", "no-unwind-table" },
	[GPROF_ENDED_BAD_TABLE] = { "damaged unwind tables", "bad-unwind-table" },
	[GPROF_ENDED_UNREADABLE] = { "the stack cannot be read", "unreadable" },
	[GPROF_ENDED_BROKEN] = { "broken chain of frames", "broken" },
	[GPROF_ENDED_REGISTER] = { "a register needed is not known", "register" },
	[GPROF_ENDED_DEEP] = { "too deep", "deep" },
	[GPROF_ENDED_WORK] = { "unwind tables that take too much work", "work" },
};

enum gprof_ended profile_truncation(uint32_t flags)
{
	uint32_t why = GPROF_SAMPLE_WHY(flags);

	return why < GPROF_ENDED_N ? why : GPROF_ENDED_UNKNOWN;
}

const char *profile_truncation_text(enum gprof_ended why)
{
	return reasons[why][0];
}

const char *profile_truncation_word(enum gprof_ended why)
{
	return reasons[why][1];
}

void profile_release_frames(struct profile *p)
{
	for (size_t i = 0; i < p->nframe_tables; i++)
		free(p->frame_tables[i].known);
	free(p->frame_tables);
	free(p->frames);
}

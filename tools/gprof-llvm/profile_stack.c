/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile_stack.c - the call stacks of a profile: tables of frames made into
 * one list in which every frame comes after its caller, so that whoever reads
 * it needs neither recursion nor a check.
 *
 * A frame whose caller is not there ends its stack: a file that was read while
 * the process wrote it has such frames, and they are counted.  A frame that
 * is its own caller, or two frames with one id, no process writes.
 *
 * Cost: O(frames * log(tables)), and 8 bytes a slot beside the list.
 */
#include "profile.h"

#include <stdlib.h>

#define OPEN (GP_NONE - 1) /* slot: on the path being followed */

struct place {
	uint32_t table, slot;
};

struct climb {
	struct profile *p;
	struct place *path; /* frames whose caller is being looked for */
	size_t npath, room;
};

static int by_first_id(const void *x, const void *y, void *unused)
{
	const struct profile_frames *a = x, *b = y;

	(void)unused;
	if (a->slot != b->slot)
		return a->slot < b->slot ? -1 : 1;
	return a->first_id < b->first_id ? -1 : a->first_id > b->first_id;
}

/* The table and slot of an id; false if no table has it. */
static bool find(const struct profile *p, uint32_t slot, uint32_t id, struct place *place)
{
	const struct profile_frames *t = p->frame_tables;
	size_t low = gp_first(i, p->nframe_tables, t[i].slot < slot ||
			      (t[i].slot == slot && t[i].first_id <= id));

	if (!low)
		return false;
	t = &p->frame_tables[low - 1];
	if (t->slot != slot || id - t->first_id >= t->n)
		return false;
	*place = (struct place){ low - 1, id - t->first_id };
	return true;
}

uint32_t profile_frame(const struct profile *p, uint32_t slot, uint32_t id)
{
	struct place place;

	if (!id || !find(p, slot, id, &place))
		return GP_NONE;
	return p->frame_tables[place.table].at[place.slot];
}

static int fail_ring(const struct profile_frames *t, uint32_t slot, struct gp_error *e)
{
	return gp_fail(e, "is damaged: frame %u of thread %u is its own caller",
		       t->first_id + slot, t->slot);
}

/* Goes outwards from a frame until one that is in the list, or the end of the stack;
   *caller is its position, or GP_NONE. */
static int go_out(struct climb *c, struct place at, uint32_t *caller, struct gp_error *e)
{
	for (;;) {
		struct profile_frames *t = &c->p->frame_tables[at.table];
		const struct gprof_frame *f = &t->slots[at.slot];

		if (t->at[at.slot] == OPEN)
			return fail_ring(t, at.slot, e);
		*caller = t->at[at.slot];
		if (*caller != GP_NONE)
			return 0;
		t->at[at.slot] = OPEN;
		*gp_push(c->path, c->npath, c->room) = at;
		if (!f->parent)
			return 0;
		if (!find(c->p, t->slot, f->parent, &at) ||
		    !c->p->frame_tables[at.table].slots[at.slot].pc) {
			c->p->ncut++;
			return 0;
		}
	}
}

/* Puts the frames of the path into the list, the outermost first. */
static void come_back(struct climb *c, uint32_t caller)
{
	struct profile *p = c->p;

	while (c->npath) {
		struct place at = c->path[--c->npath];
		struct profile_frames *t = &p->frame_tables[at.table];

		*gp_push(p->frames, p->nframes, p->frames_room) = (struct profile_frame){
			.pc = t->slots[at.slot].pc, .caller = caller, .epoch = t->epoch };
		caller = t->at[at.slot] = p->nframes - 1;
	}
}

static int add_table(struct climb *c, uint32_t table, struct gp_error *e)
{
	struct profile_frames *t = &c->p->frame_tables[table];
	uint32_t caller = GP_NONE;

	for (uint32_t i = 0; i < t->n; i++) {
		if (!t->slots[i].pc || t->at[i] != GP_NONE)
			continue;
		if (go_out(c, (struct place){ table, i }, &caller, e) < 0)
			return -1;
		come_back(c, caller);
	}
	return 0;
}

static int check_ids(const struct profile *p, struct gp_error *e)
{
	for (size_t i = 1; i < p->nframe_tables; i++) {
		const struct profile_frames *a = &p->frame_tables[i - 1], *b = a + 1;

		if (a->slot == b->slot && b->first_id - a->first_id < a->n)
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
		struct profile_frames *t = &p->frame_tables[i];

		t->at = gp_alloc(t->n, sizeof *t->at);
		for (size_t k = 0; k < t->n; k++)
			t->at[k] = GP_NONE;
	}
	for (size_t i = 0; rc == 0 && i < p->nframe_tables; i++)
		rc = add_table(&c, i, e);
	free(c.path);
	return rc;
}

void profile_release_frames(struct profile *p)
{
	for (size_t i = 0; i < p->nframe_tables; i++)
		free(p->frame_tables[i].at);
	free(p->frame_tables);
	free(p->frames);
}

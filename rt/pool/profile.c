/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.c - see profile.h.
 */
#include "pool/profile.h"

#include "base/text.h"

#include <gprof-llvm/format.h>

const struct gprof_file_header *gprt_profile_head(const struct gprt_profile *p)
{
	return (const struct gprof_file_header *)p->at;
}

void gprt_profile_begin(const struct gprt_profile *p, struct gprof_check *walk)
{
	uint64_t end = gprt_profile_head(p)->file_end;

	/* The tool may add a snapshot to our own at any time. */
	gprof_check_begin(walk, p->at, end < p->size ? end : p->size);
}

const struct gprof_area *gprt_profile_next(struct gprof_check *walk, enum gprof_area_type type)
{
	const struct gprof_area *a;

	while ((a = gprof_check_next(walk)))
		if (a->type == type)
			break;
	return a;
}

/* Blocks are left to the merger, who knows their modules. */
static bool holds_its_type(const char *memory, const struct gprof_area *a)
{
	switch (a->type) {
	case GPROF_AREA_PROCESS: return gprof_is_text(memory, a);
	case GPROF_AREA_MODULE: return gprof_is_module(memory, a);
	case GPROF_AREA_THREAD: return gprof_is_thread(memory, a);
	case GPROF_AREA_ARCS: return gprof_table_fits(memory, a, sizeof(struct gprof_arc));
	case GPROF_AREA_SAMPLES: return gprof_table_fits(memory, a, sizeof(struct gprof_sample));
	case GPROF_AREA_TIMES: return a->size % sizeof(struct gprof_timing) == 0;
	case GPROF_AREA_FRAMES:
		return gprof_table_fits(memory, a, sizeof(struct gprof_frame)) &&
		       gprof_ids_fit(memory, a);
	}
	return true;
}

bool gprt_profile_sound(const struct gprt_profile *p)
{
	const struct gprof_area *a;
	struct gprof_check walk;

	if (gprof_check_header(p->at, p->size) != GPROF_FAULT_NONE)
		return false;
	gprt_profile_begin(p, &walk);
	while ((a = gprof_check_next(&walk)))
		if (!holds_its_type(p->at, a))
			return false;
	return walk.fault == GPROF_FAULT_NONE;
}

const struct gprof_module *gprt_profile_main(const struct gprt_profile *p)
{
	const struct gprof_area *a;
	struct gprof_check walk;

	gprt_profile_begin(p, &walk);
	while ((a = gprt_profile_next(&walk, GPROF_AREA_MODULE))) {
		const struct gprof_module *m = gprt_profile_at(p, a);

		if (m->flags & GPROF_MODULE_MAIN)
			return m;
	}
	return NULL;
}

static const char *after(const char *s, const char *prefix)
{
	while (*prefix && *s == *prefix)
		s++, prefix++;
	return *prefix ? NULL : s;
}

const char *gprt_profile_value(const struct gprt_profile *p, const char *key)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	const char *s, *end, *value;

	gprt_profile_begin(p, &walk);
	a = gprt_profile_next(&walk, GPROF_AREA_PROCESS);
	if (!a)
		return NULL;
	s = gprt_profile_at(p, a);
	for (end = s + a->size; s < end; s += gprt_length(s) + 1) {
		value = after(s, key);
		if (value)
			return value;
	}
	return NULL;
}

bool gprt_profile_same(const struct gprof_module *a, const struct gprof_module *b)
{
	if (a->high - a->low != b->high - b->low || a->build_id_size != b->build_id_size)
		return false;
	for (uint32_t i = 0; i < a->build_id_size; i++)
		if (a->build_id[i] != b->build_id[i])
			return false;
	/* One whose counters no process has attached yet has no hash. */
	if (a->content_hash && b->content_hash && a->content_hash != b->content_hash)
		return false;
	return a->build_id_size || gprt_equal(a->path, b->path);
}

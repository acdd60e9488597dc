/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.c - see profile.h.
 */
#include "profile.h"

const struct gprof_file_header *gp_profile_head(const struct gp_profile *p)
{
	return (const struct gprof_file_header *)p->at;
}

bool gp_profile_is(const struct gp_profile *p)
{
	static const char magic[] = GPROF_MAGIC;
	const struct gprof_file_header *h = gp_profile_head(p);

	if (p->size < GPROF_PAGE)
		return false;
	for (unsigned i = 0; i < sizeof(h->magic); i++)
		if (h->magic[i] != magic[i])
			return false;
	return h->version == GPROF_FILE_VERSION && h->byte_order == GPROF_BYTE_ORDER &&
	       h->file_end <= p->size;
}

static bool is_inside(const struct gp_profile *p, uint64_t offset, uint64_t size)
{
	uint64_t end = gp_profile_head(p)->file_end;

	return offset % 8 == 0 && offset <= end && size <= end - offset;
}

const struct gprof_area *gp_profile_next(const struct gp_profile *p, struct gp_walk *w,
					 enum gprof_area_type type)
{
	const struct gprof_directory *d;
	const struct gprof_area *a;

	while (is_inside(p, w->directory, sizeof(*d))) {
		d = (const void *)(p->at + w->directory);
		if (!is_inside(p, w->directory, sizeof(*d) + d->capacity * sizeof(*a)))
			break;
		while (w->entry < d->capacity) {
			a = &d->area[w->entry++];
			if (a->type == type && is_inside(p, a->offset, a->size))
				return a;
		}
		if (d->next <= w->directory)
			break;
		w->directory = d->next;
		w->entry = 0;
	}
	w->directory = ~7ull; /* stays at the end */
	return NULL;
}

const struct gprof_module *gp_profile_module(const struct gp_profile *p,
					     const struct gprof_area *a)
{
	const struct gprof_module *m = (const void *)(p->at + a->offset);

	if (a->size < sizeof(*m) || !m->path_size || m->path_size > a->size - sizeof(*m) ||
	    m->path[m->path_size - 1] || m->build_id_size > sizeof(m->build_id) ||
	    m->low > m->high || m->cnt_start > m->cnt_stop)
		return NULL;
	return m;
}

const struct gprof_module *gp_profile_main(const struct gp_profile *p)
{
	struct gp_walk w = gp_walk();
	const struct gprof_area *a;

	while ((a = gp_profile_next(p, &w, GPROF_AREA_MODULE))) {
		const struct gprof_module *m = gp_profile_module(p, a);

		if (m && m->flags & GPROF_MODULE_MAIN)
			return m;
	}
	return NULL;
}

const struct gprof_table *gp_profile_table(const struct gp_profile *p,
					   const struct gprof_area *a, size_t slot)
{
	const struct gprof_table *t = (const void *)(p->at + a->offset);

	if (a->size < sizeof(*t) || t->capacity > (a->size - sizeof(*t)) / slot)
		return NULL;
	return t;
}

static const char *after(const char *s, const char *prefix)
{
	while (*prefix && *s == *prefix)
		s++, prefix++;
	return *prefix ? NULL : s;
}

const char *gp_profile_value(const struct gp_profile *p, const char *key)
{
	struct gp_walk w = gp_walk();
	const struct gprof_area *a = gp_profile_next(p, &w, GPROF_AREA_PROCESS);
	const char *s = a ? p->at + a->offset : NULL;
	const char *end = a ? s + a->size : NULL;
	const char *value;

	if (!a || !a->size || end[-1])
		return NULL;
	for (; s < end; s += gp_length(s) + 1) {
		value = after(s, key);
		if (value)
			return value;
	}
	return NULL;
}

bool gp_profile_same(const struct gprof_module *a, const struct gprof_module *b)
{
	if (a->high - a->low != b->high - b->low || a->build_id_size != b->build_id_size)
		return false;
	for (uint32_t i = 0; i < a->build_id_size; i++)
		if (a->build_id[i] != b->build_id[i])
			return false;
	if (a->build_id_size)
		return true;
	return a->content_hash == b->content_hash && gp_equal(a->path, b->path);
}

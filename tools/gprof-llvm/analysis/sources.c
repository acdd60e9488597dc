/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sources.c - see sources.h.
 */
#include "analysis/sources.h"

#include <string.h>

static const struct compiled *find(const struct object *o, const char *name)
{
	return o->debug ? debug_compiled(o->debug, name) : NULL;
}

static const char *text_of(const void *program, const char *name)
{
	const struct program *p = program;

	for (size_t i = 0; i < p->nobjects; i++) {
		const struct compiled *c = find(&p->objects[i], name);

		if (c && c->text)
			return c->text;
	}
	return NULL;
}

struct source_kept sources_kept(const struct program *p)
{
	return (struct source_kept){ .text = text_of, .program = p };
}

enum source_state sources_state(const struct program *p, uint32_t object,
				const struct source *source)
{
	const struct object *o = object == GP_NONE ? NULL : &p->objects[object];
	const struct compiled *c = o ? find(o, source->name) : NULL;

	if (!o || !o->present || !source->path)
		return SOURCE_SAME;
	if (c && c->md5)
		return memcmp(c->md5, source->md5, MD5_SIZE) ? SOURCE_CHANGED : SOURCE_SAME;
	return source_is_newer(source, o->elf.path) ? SOURCE_NEWER : SOURCE_SAME;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * linker_wrap.c - see linker_wrap.h.
 */
#include "program/linker_wrap.h"
#include "code/callsite.h"

#include <stdlib.h>
#include <string.h>

#define WRAP "__wrap_"
#define REAL "__real_"

/* Returns true if any symbol of the object begins so; asked once. */
static bool has_wrappers(struct object *o)
{
	if (o->wrappers == OBJECT_UNASKED) {
		o->wrappers = OBJECT_WITHOUT;
		for (size_t i = 0; i < o->elf.nsymbols; i++)
			if (gp_begins(o->elf.symbols[i].name, WRAP))
				o->wrappers = OBJECT_WITH;
	}
	return o->wrappers == OBJECT_WITH;
}

/* Returns true if an instruction of the function calls the other, directly or by its stub. */
static bool calls(struct object *o, const struct cg_function *f, const struct elf_symbol *other)
{
	uint64_t end = f->text ? elfobj_code_end(&o->elf, f->text) : 0;

	for (uint64_t at = f->text + 1; at <= end; at++) {
		struct callee to = callsite_callee(&o->elf, at);

		if (to.name ? !strcmp(to.name, other->name) : to.address == other->address)
			return true;
	}
	return false;
}

const char *linker_wrap_name(struct program *p, uint32_t object, const struct cg_function *f,
			     const char *name)
{
	struct object *o = &p->objects[object];
	uint32_t wrapper;
	char *wrap;

	if (!o->present || !has_wrappers(o))
		return name;
	if (gp_begins(name, REAL))
		return elfobj_symbol_named(&o->elf, name) == GP_NONE ? name + strlen(REAL) : name;
	wrap = gp_format(WRAP "%s", name);
	wrapper = elfobj_symbol_named(&o->elf, wrap);
	free(wrap);
	if (wrapper == GP_NONE || !calls(o, f, &o->elf.symbols[wrapper]))
		return name;
	return o->elf.symbols[wrapper].name;
}

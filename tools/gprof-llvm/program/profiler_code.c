/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiler_code.c - see profiler_code.h.
 *
 * Code is recognised by its section, and a library by its name.  Symbols serve for binaries
 * whose linker merged that section with others, or that an earlier plugin built.
 */
#include "program/profiler_code.h"
#include "code/body.h"

#include <string.h>

static bool is_named(const struct elf_symbol *s)
{
	return !strncmp(s->name, "__gprof_", 8) || !strcmp(s->name, "__fentry__");
}

/* A label reaches as far as the next function, over code that belongs to counts. */
static const struct elf_symbol *function_at(const struct object *o, uint64_t address)
{
	const struct elf_symbol *s = elfobj_symbol_at(&o->elf, address);

	return s && !s->label ? s : NULL;
}

/* Where code apart from its function goes on in it; 0: the code is not of that kind. */
static uint64_t goes_on_at(const struct object *o, uint64_t address)
{
	const struct processor *processor = o->present ? processor_of(&o->elf) : NULL;

	if (!processor || !processor->goes_on || !o->instrumented || function_at(o, address))
		return 0;
	return processor->goes_on(&o->elf, address);
}

bool is_profiler_code(const struct object *o, uint64_t address)
{
	const struct elf_section *section;
	const struct elf_symbol *s;
	uint64_t function;

	if (!strncmp(o->name, "libgprof_rt.so", 14))
		return true;
	if (!o->present)
		return false;
	section = elfobj_section_at(&o->elf, address);
	if (section && !strcmp(section->name, GPROF_SEC_TEXT))
		return true;
	if (!o->instrumented)
		return false;
	s = function_at(o, address);
	if (s)
		return is_named(s);
	function = goes_on_at(o, address);
	return function && object_function_at(o, function) != GP_NONE;
}

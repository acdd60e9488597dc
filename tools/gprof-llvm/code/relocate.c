/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * relocate.c - see relocate.h.
 */
#include "code/relocate.h"
#include "code/processor.h"

#include <gelf.h>
#include <string.h>

static struct elf_section *section_at(struct elfobj *o, size_t index)
{
	for (size_t i = 0; i < o->nsections; i++)
		if (o->sections[i].index == index)
			return &o->sections[i];
	return NULL;
}

static int apply_one(struct elfobj *o, const struct elf_section *target, unsigned char *bytes,
		     Elf_Data *symbols, const GElf_Rela *r)
{
	const unsigned *relative = processor_of(o)->relative;
	const struct elf_section *to;
	GElf_Sym sym;
	int32_t value;

	if (GELF_R_TYPE(r->r_info) != relative[0] && GELF_R_TYPE(r->r_info) != relative[1])
		return 0; /* a reference that only keeps something alive */
	if (r->r_offset > target->bytes_size || target->bytes_size - r->r_offset < sizeof value ||
	    !gelf_getsym(symbols, GELF_R_SYM(r->r_info), &sym))
		return -1;
	if (sym.st_shndx == SHN_UNDEF && GELF_R_TYPE(r->r_info) == relative[1])
		return 0; /* a call of a function of another object */
	to = section_at(o, sym.st_shndx);
	if (!to)
		return -1;
	value = to->address + sym.st_value + r->r_addend - target->address - r->r_offset;
	memcpy(bytes + r->r_offset, &value, sizeof value);
	return 0;
}

/* The bytes of a section to change; a copy at the first call. */
static unsigned char *own_bytes(struct elfobj *o, struct elf_section *s)
{
	unsigned char *copy;

	for (size_t i = 0; i < o->nowned; i++)
		if (o->owned[i] == s->bytes)
			return o->owned[i];
	copy = gp_alloc(s->bytes_size, 1);
	memcpy(copy, s->bytes, s->bytes_size);
	*gp_push(o->owned, o->nowned, o->owned_room) = copy;
	s->bytes = copy;
	return copy;
}

static int apply(struct elfobj *o, Elf_Scn *scn, const GElf_Shdr *h, struct elf_section *target,
		 struct gp_error *e)
{
	Elf_Data *list = elf_getdata(scn, NULL);
	Elf_Data *symbols = elf_getdata(elf_getscn(o->elf, h->sh_link), NULL);
	size_t n = h->sh_entsize ? h->sh_size / h->sh_entsize : 0;
	unsigned char *copy;
	GElf_Rela r;

	if (!target->bytes || !list || !symbols)
		return gp_fail(e, "'%s' has damaged relocations of section '%s'", o->path,
			       target->name);
	copy = own_bytes(o, target);
	for (size_t i = 0; i < n && gelf_getrela(list, i, &r); i++)
		if (apply_one(o, target, copy, symbols, &r) < 0)
			return gp_fail(e, "'%s' has a damaged relocation at %s+%#llx", o->path,
				       target->name, (unsigned long long)r.r_offset);
	return 0;
}

static int apply_all(struct elfobj *o, struct gp_error *e)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(o->elf, scn))) {
		struct elf_section *target;
		GElf_Shdr h;

		if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_RELA)
			continue;
		target = section_at(o, h.sh_info);
		if (target && !strncmp(target->name, "gprof_", 6) &&
		    apply(o, scn, &h, target, e) < 0)
			return -1;
	}
	return 0;
}

int relocate_apply(struct elfobj *o, struct gp_error *e)
{
	int rc;

	if (!o->relocatable)
		return 0;
	gp_memory_watch();
	rc = apply_all(o, e);
	gp_memory_check();
	return rc;
}

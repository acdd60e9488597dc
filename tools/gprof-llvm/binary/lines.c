/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.c - see lines.h.
 *
 * Operations of a line program are stepped over as DWARF 5, section 6.2.5, has them; nothing is
 * computed.  A table that is not as it should be is left to libdw, which says so.
 */
#include "binary/lines.h"
#include "base/bytes.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdbool.h>
#include <string.h>

#define MOST_BITS 24 /* of a discriminator, in a Dwarf_Line */

/* A value of the same length. */
static void clear_uleb(const unsigned char *first, const unsigned char *end)
{
	unsigned char *at = (unsigned char *)first;

	for (; at < end && *at & 0x80; at++)
		*at = 0x80;
	if (at < end)
		*at = 0;
}

static void mend_extended(struct bytes *r)
{
	uint64_t size = bytes_uleb(r);
	struct bytes operation = { .at = r->at };
	const unsigned char *operand;

	if (r->bad || !size || size > bytes_left(r)) {
		r->bad = true;
		return;
	}
	r->at += size;
	operation.end = r->at;
	if (bytes_take(&operation, 1) != DW_LNE_set_discriminator)
		return;
	operand = operation.at;
	if (bytes_uleb(&operation) >> MOST_BITS && !operation.bad)
		clear_uleb(operand, operation.end);
}

/* The operations, after a header with so many operands for each. */
static void mend_program(struct bytes *r, unsigned base, const unsigned char *operands)
{
	while (r->at < r->end && !r->bad) {
		unsigned operation = bytes_take(r, 1);

		if (operation >= base)
			continue;
		if (!operation) {
			mend_extended(r);
		} else if (operation == DW_LNS_fixed_advance_pc) {
			bytes_take(r, 2);
		} else {
			for (unsigned i = 0; i < operands[operation - 1]; i++)
				bytes_uleb(r);
		}
	}
}

/* One unit's table, without its length. */
static void mend_table(void *unused, struct bytes r, size_t offset_size)
{
	unsigned version = bytes_take(&r, 2), base;
	struct bytes program = r;
	uint64_t size;

	(void)unused;
	if (version < 2 || version > 5)
		return;
	bytes_take(&r, version >= 5 ? 2 : 0); /* sizes of addresses and segments */
	size = bytes_take(&r, offset_size);
	if (r.bad || size > bytes_left(&r))
		return;
	program.at = r.at + size;
	bytes_take(&r, version >= 4 ? 5 : 4); /* what special operations do */
	base = bytes_take(&r, 1);
	if (!r.bad && base && bytes_left(&r) >= base - 1)
		mend_program(&program, base, r.at);
}

static void walk(struct bytes all, void (*table)(void *context, struct bytes r,
						 size_t offset_size), void *context)
{
	while (all.at < all.end && !all.bad) {
		size_t offset_size = 4;
		uint64_t size = bytes_take(&all, 4);

		if (size == 0xffffffff) {
			size = bytes_take(&all, 8);
			offset_size = 8;
		}
		if (all.bad || size > bytes_left(&all))
			return;
		table(context, (struct bytes){ .at = all.at, .end = all.at + size }, offset_size);
		all.at += size;
	}
}

/* The next section of debug information with contents, of that name or if that is NULL of any;
   the first after NULL. */
static Elf_Scn *find_section(Elf *elf, Elf_Scn *section, const char *wanted, GElf_Shdr *header)
{
	size_t names;

	if (!elf || elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		const char *name = gelf_getshdr(section, header)
					   ? elf_strptr(elf, names, header->sh_name) : NULL;

		if (name && header->sh_type != SHT_NOBITS &&
		    (wanted ? !strcmp(name, wanted) : !strncmp(name, ".debug_", 7)))
			break;
	}
	return section;
}

static struct bytes bytes_of(Elf_Scn *section)
{
	Elf_Data *data = elf_getdata(section, NULL);
	struct bytes r = { .bad = false };

	if (data && data->d_buf)
		r = (struct bytes){ .at = data->d_buf,
				    .end = (unsigned char *)data->d_buf + data->d_size };
	return r;
}

void lines_mend(Elf *elf)
{
	GElf_Shdr header;
	Elf_Scn *section = NULL;

	while ((section = find_section(elf, section, ".debug_line", &header)))
		walk(bytes_of(section), mend_table, NULL);
}

struct bytes lines_section(Elf *elf, const char *name)
{
	GElf_Shdr header;
	Elf_Scn *section = find_section(elf, NULL, name, &header);

	if (!section || (header.sh_flags & SHF_COMPRESSED && elf_compress(section, 0, 0) < 0))
		return (struct bytes){ .bad = false };
	return bytes_of(section);
}

void lines_walk(Elf *elf, void (*table)(void *context, struct bytes r, size_t offset_size),
		void *context)
{
	walk(lines_section(elf, ".debug_line"), table, context);
}

enum lines_state lines_state(Elf *elf)
{
	GElf_Shdr header;
	Elf_Scn *section = NULL;

	if (!find_section(elf, NULL, ".debug_line", &header))
		return LINES_NONE;
	/* Without .debug_info and others lines are not found. */
	while ((section = find_section(elf, section, NULL, &header)))
		if (header.sh_flags & SHF_COMPRESSED && elf_compress(section, 0, 0) < 0)
			return LINES_LOCKED;
	return LINES_PLAIN;
}

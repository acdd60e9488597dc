/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.c - see lines.h.
 *
 * Operations of a line program are stepped over as DWARF 5, section 6.2.5, has them; nothing is
 * computed.  A table that is not as it should be is left to libdw, which says so.
 */
#include "binary/lines.h"
#include "base/util.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdbool.h>
#include <string.h>

#define MOST_BITS 24 /* of a discriminator, in a Dwarf_Line */

struct reader {
	unsigned char *at, *end;
	bool bad; /* it ended before a value did: all that is read then is 0 */
};

static uint64_t take(struct reader *r, size_t bytes)
{
	uint64_t value = 0;

	if ((size_t)(r->end - r->at) < bytes) {
		r->bad = true;
		r->at = r->end;
		return 0;
	}
	memcpy(&value, r->at, bytes); /* all processors known are little-endian */
	r->at += bytes;
	return value;
}

static uint64_t take_uleb(struct reader *r)
{
	uint64_t value = 0;
	unsigned char byte;
	int shift = 0;

	do {
		byte = take(r, 1);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !r->bad);
	return value;
}

/* A value of the same length. */
static void clear_uleb(unsigned char *at, const unsigned char *end)
{
	for (; at < end && *at & 0x80; at++)
		*at = 0x80;
	if (at < end)
		*at = 0;
}

static void mend_extended(struct reader *r)
{
	uint64_t size = take_uleb(r);
	struct reader operation = { .at = r->at };
	unsigned char *operand;

	if (r->bad || !size || size > (uint64_t)(r->end - r->at)) {
		r->bad = true;
		return;
	}
	r->at += size;
	operation.end = r->at;
	if (take(&operation, 1) != DW_LNE_set_discriminator)
		return;
	operand = operation.at;
	if (take_uleb(&operation) >> MOST_BITS && !operation.bad)
		clear_uleb(operand, operation.end);
}

/* The operations, after a header with so many operands for each. */
static void mend_program(struct reader *r, unsigned base, const unsigned char *operands)
{
	while (r->at < r->end && !r->bad) {
		unsigned operation = take(r, 1);

		if (operation >= base)
			continue;
		if (!operation) {
			mend_extended(r);
		} else if (operation == DW_LNS_fixed_advance_pc) {
			take(r, 2);
		} else {
			for (unsigned i = 0; i < operands[operation - 1]; i++)
				take_uleb(r);
		}
	}
}

/* One unit's table, without its length. */
static void mend_table(struct reader r, size_t offset_size)
{
	unsigned version = take(&r, 2), base;
	struct reader program = r;
	uint64_t size;

	if (version < 2 || version > 5)
		return;
	take(&r, version >= 5 ? 2 : 0); /* sizes of addresses and segments */
	size = take(&r, offset_size);
	if (r.bad || size > (uint64_t)(r.end - r.at))
		return;
	program.at = r.at + size;
	take(&r, version >= 4 ? 5 : 4); /* what special operations do */
	base = take(&r, 1);
	if (!r.bad && base && (size_t)(r.end - r.at) >= base - 1)
		mend_program(&program, base, r.at);
}

static void mend_section(Elf_Data *data)
{
	unsigned char *start = data->d_buf;
	struct reader all = { .at = start, .end = start + data->d_size };

	while (all.at < all.end && !all.bad) {
		size_t offset_size = 4;
		uint64_t size = take(&all, 4);

		if (size == 0xffffffff) {
			size = take(&all, 8);
			offset_size = 8;
		}
		if (all.bad || size > (uint64_t)(all.end - all.at))
			return;
		mend_table((struct reader){ .at = all.at, .end = all.at + size }, offset_size);
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

void lines_mend(Elf *elf)
{
	GElf_Shdr header;
	Elf_Scn *section = NULL;

	while ((section = find_section(elf, section, ".debug_line", &header))) {
		Elf_Data *data = elf_getdata(section, NULL);

		if (data && data->d_buf)
			mend_section(data);
	}
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

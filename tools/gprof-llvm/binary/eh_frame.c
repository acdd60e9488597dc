/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * eh_frame.c - where functions end, by .eh_frame: what is left to go by in a
 * stripped binary.
 *
 * libdw walks the entries; it does not decode where one begins.  Compilers
 * write that as a 32-bit PC-relative number in every code model in use; an
 * entry with another encoding is passed over.
 */
#include "binary/elfobj.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#define RELATIVE_32 (DW_EH_PE_pcrel | DW_EH_PE_sdata4)

/* Bytes of a pointer in an encoding of the exception tables, 0 if it varies. */
static size_t encoded_size(uint8_t encoding)
{
	static const uint8_t sizes[8] = { 8, 0, 2, 4, 8, 0, 0, 0 };

	return sizes[encoding & 7];
}

/* How the entries of a CIE write their address; 0: unknown. */
static uint8_t address_encoding(const Dwarf_CIE *cie)
{
	const uint8_t *at = cie->augmentation_data;
	const uint8_t *end = at ? at + cie->augmentation_data_size : NULL;

	if (cie->augmentation[0] != 'z')
		return 0;
	for (const char *letter = cie->augmentation + 1; *letter && at < end; letter++) {
		if (*letter == 'R')
			return *at;
		if (*letter == 'P') {
			if (!encoded_size(*at))
				return 0;
			at += encoded_size(*at);
			at++;
		} else if (*letter == 'L') {
			at++;
		}
	}
	return 0;
}

static void add_code(struct elfobj *o, const struct elf_section *s, const Elf_Data *data,
		     const Dwarf_FDE *fde)
{
	struct elf_code *code;
	int32_t distance;
	uint32_t size;

	if (fde->end - fde->start < 8)
		return;
	memcpy(&distance, fde->start, sizeof distance);
	memcpy(&size, fde->start + 4, sizeof size);
	code = gp_push(o->codes, o->ncodes, o->codes_room);
	code->start = s->address + (fde->start - (const uint8_t *)data->d_buf) + (int64_t)distance;
	code->end = code->start + size;
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct elf_code *a = x, *b = y;

	(void)unused;
	return a->start < b->start ? -1 : a->start > b->start;
}

static void read_codes(struct elfobj *o)
{
	const struct elf_section *s = elfobj_section(o, ".eh_frame");
	Elf_Data *data = s ? elf_getdata(elf_getscn(o->elf, s->index), NULL) : NULL;
	const unsigned char *ident = (const void *)elf_getident(o->elf, NULL);
	struct gp_map encodings = { 0 };
	Dwarf_Off at = 0, next;
	Dwarf_CFI_Entry entry;
	int created;

	o->codes_read = true;
	gp_memory_watch();
	for (; data && data->d_buf && dwarf_next_cfi(ident, data, true, at, &next, &entry) == 0;
	     at = next) {
		if (dwarf_cfi_cie_p(&entry))
			*gp_map_put(&encodings, at, 0, &created) = address_encoding(&entry.cie);
		else if (gp_map_get(&encodings, entry.fde.CIE_pointer, 0) == RELATIVE_32)
			add_code(o, s, data, &entry.fde);
	}
	gp_memory_check();
	gp_map_release(&encodings);
	gp_sort(o->codes, o->ncodes, sizeof *o->codes, by_start, NULL);
}

uint64_t elfobj_code_end(struct elfobj *o, uint64_t start)
{
	size_t low;

	if (!o->codes_read)
		read_codes(o);
	low = gp_first(i, o->ncodes, o->codes[i].start < start);
	return low < o->ncodes && o->codes[low].start == start ? o->codes[low].end : 0;
}

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

/* How the entries of a CIE write the pointer of a letter: R, the code's address; L, the address of
   its table of landing pads.  DW_EH_PE_omit: nothing. */
static uint8_t encoding_of(const Dwarf_CIE *cie, char wanted)
{
	const uint8_t *at = cie->augmentation_data;
	const uint8_t *end = at ? at + cie->augmentation_data_size : NULL;

	if (cie->augmentation[0] != 'z')
		return DW_EH_PE_omit;
	for (const char *letter = cie->augmentation + 1; *letter && at < end; letter++) {
		if (*letter == wanted)
			return *at;
		if (*letter == 'P') {
			if (!encoded_size(*at))
				return DW_EH_PE_omit;
			at += encoded_size(*at);
			at++;
		} else if (*letter == 'L' || *letter == 'R') {
			at++;
		}
	}
	return DW_EH_PE_omit;
}

/* Landing pads of an entry, whose address has 8 bytes: its augmentation data follow. */
static uint64_t lsda_of(const Dwarf_FDE *fde, uint8_t encoding, uint64_t section)
{
	const uint8_t *at = fde->start + 8;
	size_t size = encoded_size(encoding);
	int64_t value = 0;
	int32_t half;

	if (encoding == DW_EH_PE_omit)
		return 0;
	if (size < 4 || fde->end - at < (ptrdiff_t)(1 + size) || *at != size)
		return ELF_PADS_UNKNOWN;
	if (size == 8) {
		memcpy(&value, at + 1, sizeof value);
	} else {
		memcpy(&half, at + 1, sizeof half);
		value = encoding & DW_EH_PE_signed ? half : (int64_t)(uint32_t)half;
	}
	if (!value)
		return 0;
	switch (encoding & ~0xf) {
	case DW_EH_PE_absptr:
		return value;
	case DW_EH_PE_pcrel:
		return section + value;
	default:
		return ELF_PADS_UNKNOWN;
	}
}

static void add_code(struct elfobj *o, const struct elf_section *s, const Elf_Data *data,
		     const Dwarf_FDE *fde, uint8_t encoding)
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
	code->pads = lsda_of(fde, encoding,
			     s->address + (fde->start + 9 - (const uint8_t *)data->d_buf));
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
	Elf_Data bytes = { .d_type = ELF_T_BYTE, .d_version = EV_CURRENT }, *data = NULL;
	const unsigned char *ident = (const void *)elf_getident(o->elf, NULL);
	struct gp_map encodings = { 0 }, pads = { 0 };
	Dwarf_Off at = 0, next;
	Dwarf_CFI_Entry entry;
	int created;

	o->codes_read = true;
	if (s && s->bytes) {
		bytes.d_buf = (void *)s->bytes;
		bytes.d_size = s->bytes_size;
		data = &bytes;
	}
	gp_memory_watch();
	for (; data && data->d_buf && dwarf_next_cfi(ident, data, true, at, &next, &entry) == 0;
	     at = next) {
		if (dwarf_cfi_cie_p(&entry)) {
			*gp_map_put(&encodings, at, 0, &created) = encoding_of(&entry.cie, 'R');
			*gp_map_put(&pads, at, 0, &created) = encoding_of(&entry.cie, 'L');
		} else if (gp_map_get(&encodings, entry.fde.CIE_pointer, 0) == RELATIVE_32) {
			add_code(o, s, data, &entry.fde,
				 gp_map_get(&pads, entry.fde.CIE_pointer, 0));
		}
	}
	gp_memory_check();
	gp_map_release(&encodings);
	gp_map_release(&pads);
	gp_sort(o->codes, o->ncodes, sizeof *o->codes, by_start, NULL);
}

const struct elf_code *elfobj_code(struct elfobj *o, uint64_t start)
{
	size_t low;

	if (!o->codes_read)
		read_codes(o);
	low = gp_first(i, o->ncodes, o->codes[i].start < start);
	return low < o->ncodes && o->codes[low].start == start ? &o->codes[low] : NULL;
}

uint64_t elfobj_code_end(struct elfobj *o, uint64_t start)
{
	const struct elf_code *code = elfobj_code(o, start);

	return code ? code->end : 0;
}

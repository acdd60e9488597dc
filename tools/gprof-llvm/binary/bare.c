/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bare.c - see bare.h.
 */
#include "binary/bare.h"
#include "binary/cg_refs.h"
#include "binary/packed.h"

#include <gelf.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <string.h>

bool bare_is(const struct elfobj *o)
{
	GElf_Ehdr h;
	size_t n;

	return gelf_getehdr(o->elf, &h) && h.e_type != ET_REL && !h.e_shoff &&
	       elf_getphdrnum(o->elf, &n) == 0 && n;
}

static bool header_of(const struct elfobj *o, unsigned type, size_t *at, GElf_Phdr *h)
{
	size_t n;

	if (elf_getphdrnum(o->elf, &n) < 0)
		return false;
	for (; *at < n && gelf_getphdr(o->elf, (int)*at, h); ++*at)
		if (h->p_type == type)
			return ++*at;
	return false;
}

static void add_segments(struct elfobj *o)
{
	GElf_Phdr h;

	for (size_t at = 0; header_of(o, PT_LOAD, &at, &h);) {
		Elf_Data *data = h.p_filesz ? elf_getdata_rawchunk(o->elf, h.p_offset, h.p_filesz,
								   ELF_T_BYTE) : NULL;
		struct elf_section *s = gp_push(o->sections, o->nsections, o->sections_room);

		*s = (struct elf_section){ .name = "", .address = h.p_vaddr, .size = h.p_memsz,
					   .executable = h.p_flags & PF_X };
		if (!data || !data->d_buf)
			continue;
		s->bytes = data->d_buf;
		s->bytes_size = data->d_size < s->size ? data->d_size : s->size;
	}
}

/* Makes a part of a segment a section of its own. */
static void carve(struct elfobj *o, const char *name, uint64_t address, uint64_t size)
{
	struct elf_section whole, *s = (struct elf_section *)elfobj_section_at(o, address);
	uint64_t ends[3], from;

	if (!s || !size || *s->name || size > s->size - (address - s->address))
		return;
	whole = *s;
	from = whole.address;
	ends[0] = address, ends[1] = address + size, ends[2] = whole.address + whole.size;
	for (int i = 0; i < 3; from = ends[i++]) {
		struct elf_section part = { .name = i == 1 ? name : "", .address = from,
					    .size = ends[i] - from,
					    .executable = whole.executable };
		uint64_t skip = from - whole.address;

		if (whole.bytes && skip < whole.bytes_size) {
			part.bytes = whole.bytes + skip;
			part.bytes_size = whole.bytes_size - skip < part.size
						  ? whole.bytes_size - skip : part.size;
		}
		if (!i)
			*s = part;
		else if (part.size)
			*gp_push(o->sections, o->nsections, o->sections_room) = part;
	}
}

/* ------------------------------------------------------------------ gprof_cg */

/* A place in a segment. */
struct place {
	const struct elfobj *o;
	const struct elf_section *s;
	uint64_t at; /* offset */
};

static uint64_t target(const struct place *p, size_t field)
{
	gprof_rel value;

	memcpy(&value, p->s->bytes + p->at + field, sizeof value);
	return cg_target(p->s->address + p->at + field, value);
}

/* The record's head, if there is one of that kind. */
static bool has_head(const struct place *p, unsigned kind, unsigned version, size_t least,
		     struct gprof_cg_head *h)
{
	if (p->s->bytes_size < least || p->at > p->s->bytes_size - least)
		return false;
	memcpy(h, p->s->bytes + p->at, sizeof *h);
	return h->kind == kind && h->version == version && h->size >= least && h->size % 8 == 0 &&
	       h->size <= p->s->bytes_size - p->at;
}

static bool is_module(const struct place *p)
{
	static const char writer[] = "gprof-llvm ";
	struct gprof_cg_head h;
	const unsigned char *text;
	size_t n;

	if (!has_head(p, GPROF_CG_MODULE, GPROF_CG_VERSION, sizeof(struct gprof_cg_module), &h))
		return false;
	text = elfobj_bytes(p->o, target(p, offsetof(struct gprof_cg_module, producer)), &n);
	return text && n >= sizeof writer && !memcmp(text, writer, sizeof writer - 1);
}

static bool refers_to_module(const struct place *p, size_t field)
{
	uint64_t address = target(p, field);
	struct place module = { .o = p->o, .s = elfobj_section_at(p->o, address) };

	if (!module.s || !module.s->bytes)
		return false;
	module.at = address - module.s->address;
	return is_module(&module);
}

static bool is_packed(const struct place *p)
{
	struct gprof_cg_head h;

	return has_head(p, GPROF_CG_COMPACT, GPROF_CG_COMPACT_VERSION,
			sizeof(struct gprof_cg_compact), &h) &&
	       refers_to_module(p, offsetof(struct gprof_cg_compact, module));
}

static bool is_function(const struct place *p)
{
	struct gprof_cg_head h;

	return has_head(p, GPROF_CG_FUNC, GPROF_CG_VERSION, sizeof(struct gprof_cg_func), &h) &&
	       refers_to_module(p, offsetof(struct gprof_cg_func, module));
}

static bool is_copy(const struct place *p)
{
	struct gprof_cg_head h;

	return has_head(p, GPROF_CG_COPY, GPROF_CG_COPY_VERSION, sizeof(struct gprof_cg_copy), &h);
}

/* The record's size, 0: there is none. */
static uint32_t record_size(const struct place *p)
{
	struct gprof_cg_head h;

	if (!is_module(p) && !is_packed(p) && !is_function(p) && !is_copy(p))
		return 0;
	memcpy(&h, p->s->bytes + p->at, sizeof h);
	return h.size;
}

struct extent {
	uint64_t start, end;
};

static void widen(struct extent *e, uint64_t start, uint64_t size)
{
	if (!start || !size)
		return;
	if (e->start == e->end)
		*e = (struct extent){ start, start + size };
	e->start = start < e->start ? start : e->start;
	e->end = start + size > e->end ? start + size : e->end;
}

static void widen_by_record(struct extent *words, const struct place *p, uint32_t size)
{
	struct gprof_cg_func f;
	struct packed packed;

	if (is_packed(p)) {
		packed_init(&packed, p->s->bytes + p->at, size);
		widen(words, target(p, offsetof(struct gprof_cg_compact, counters)),
		      8 * (uint64_t)packed.ncounters);
	} else if (is_function(p)) {
		memcpy(&f, p->s->bytes + p->at, sizeof f);
		widen(words, target(p, offsetof(struct gprof_cg_func, counters)),
		      8 * (uint64_t)f.ncounters);
	} else if (is_copy(p)) {
		widen(words, target(p, offsetof(struct gprof_cg_copy, word)), 8);
	}
}

static bool is_padding(const struct place *p)
{
	struct gprof_cg_head h;

	memcpy(&h, p->s->bytes + p->at, sizeof h);
	return !h.kind && !h.version && !h.size;
}

/* The records of a segment, which follow each other, and the words that they count in. */
static void find_graph(const struct elfobj *o, const struct elf_section *s, struct extent *graph,
		       struct extent *words)
{
	struct place p = { .o = o, .s = s, .at = -s->address & 7 };

	while (p.at + sizeof(struct gprof_cg_head) <= s->bytes_size) {
		/* Copies have no mark of their own: they follow other records. */
		uint32_t size = graph->end || !is_copy(&p) ? record_size(&p) : 0;

		if (!size && graph->end && !is_padding(&p))
			return;
		if (size) {
			widen(graph, s->address + p.at, size);
			widen_by_record(words, &p, size);
		}
		p.at += size ? size : 8;
	}
}

/* Returns true if a function and its record are joined there. */
static bool is_joint(const struct place *p, const struct extent *graph)
{
	uint64_t record = target(p, offsetof(struct gprof_fn, record));
	struct place r = { .o = p->o, .s = elfobj_section_at(p->o, graph->start) };
	const struct elf_section *text;

	if (record < graph->start || record >= graph->end)
		return false;
	r.at = record - r.s->address;
	if (!is_packed(&r) && !is_function(&r))
		return false;
	text = elfobj_section_at(p->o, target(p, offsetof(struct gprof_fn, func)));
	return text && text->executable;
}

/* The longest row of joints: code and data in one segment may look like one. */
static void find_joints(const struct elfobj *o, const struct elf_section *s,
			const struct extent *graph, struct extent *joints)
{
	struct place p = { .o = o, .s = s, .at = -s->address & 3 };
	struct extent row = { 0 };

	while (p.at + sizeof(struct gprof_fn) <= s->bytes_size) {
		static const struct gprof_fn none;
		bool joins = is_joint(&p, graph);
		bool pads = !memcmp(s->bytes + p.at, &none, sizeof none);

		if (joins)
			widen(&row, s->address + p.at, sizeof(struct gprof_fn));
		else if (!pads)
			row = (struct extent){ 0 };
		if (row.end - row.start > joints->end - joints->start)
			*joints = row;
		p.at += joins || pads ? sizeof(struct gprof_fn) : 4;
	}
}

static void carve_graph(struct elfobj *o)
{
	struct extent graph = { 0 }, words = { 0 }, joints = { 0 };

	for (size_t i = 0; i < o->nsections && !graph.end; i++)
		if (o->sections[i].bytes)
			find_graph(o, &o->sections[i], &graph, &words);
	for (size_t i = 0; i < o->nsections && graph.end; i++)
		if (o->sections[i].bytes)
			find_joints(o, &o->sections[i], &graph, &joints);
	carve(o, GPROF_SEC_CG, graph.start, graph.end - graph.start);
	carve(o, GPROF_SEC_CNT, words.start, words.end - words.start);
	carve(o, GPROF_SEC_FN, joints.start, joints.end - joints.start);
}

/* ------------------------------------------------------------------ others */

#define TABLE_FORM 1 /* of .eh_frame_hdr, whose second byte says how its address is written */
#define TABLE_RELATIVE_32 0x1b

static void carve_frames(struct elfobj *o)
{
	const unsigned char *bytes;
	size_t at = 0, n;
	int32_t distance;
	uint64_t address;
	GElf_Phdr h;

	if (!header_of(o, PT_GNU_EH_FRAME, &at, &h))
		return;
	bytes = elfobj_bytes(o, h.p_vaddr, &n);
	if (!bytes || n < 8 || bytes[0] != TABLE_FORM || bytes[1] != TABLE_RELATIVE_32)
		return;
	memcpy(&distance, bytes + 4, sizeof distance);
	address = h.p_vaddr + 4 + (int64_t)distance;
	/* It ends with a record of length 0. */
	if (elfobj_bytes(o, address, &n))
		carve(o, ".eh_frame", address, n);
}

static void carve_names(struct elfobj *o)
{
	uint64_t strings = 0, size = 0;
	size_t at = 0;
	Elf_Data *data;
	GElf_Phdr h;
	GElf_Dyn d;

	if (!header_of(o, PT_DYNAMIC, &at, &h))
		return;
	data = elf_getdata_rawchunk(o->elf, h.p_offset, h.p_filesz, ELF_T_DYN);
	for (int i = 0; data && gelf_getdyn(data, i, &d) && d.d_tag != DT_NULL; i++) {
		strings = d.d_tag == DT_STRTAB ? d.d_un.d_ptr : strings;
		size = d.d_tag == DT_STRSZ ? d.d_un.d_val : size;
	}
	carve(o, ".dynstr", strings, size);
}

static void carve_note(struct elfobj *o)
{
	GElf_Phdr h;

	for (size_t at = 0; header_of(o, PT_NOTE, &at, &h);) {
		size_t n;
		const unsigned char *bytes = elfobj_bytes(o, h.p_vaddr, &n), *name;

		n = bytes && n > h.p_filesz ? h.p_filesz : n;
		name = bytes ? memmem(bytes, n, GPROF_NOTE_NAME, sizeof GPROF_NOTE_NAME) : NULL;
		if (name)
			carve(o, GPROF_NOTE_SECTION, h.p_vaddr + (name - bytes),
			      sizeof GPROF_NOTE_NAME);
	}
}

void bare_read(struct elfobj *o)
{
	add_segments(o);
	carve_graph(o);
	carve_names(o);
	carve_note(o);
	carve_frames(o);
}

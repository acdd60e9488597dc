/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_blocks.c - any bytes as the code, tables and counts of instrumented functions: their
 * instructions are counted without a fault, in time, and bounds are bounds.
 *
 * Input: how it was counted (1 byte, enum how); how many functions and pieces there are (8 at
 * most); for each its start and size in the code (2 bytes each) and its kind (0: function, 1:
 * derived, 2: piece; 4 and more: it has landing pads); the size of the code (2 bytes), the code, 16
 * words of counters, with UNSURE what each may be more (1 byte), with WRITTEN for each function but
 * pieces what lines it was written at: how many functions (1 byte), size (2 bytes) and bytes; and
 * the rest is read-only data.  Addresses are chosen here; each part has an allocation of its own.
 */
#include "blocks/blocks.h"
#include "fuzz.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8
#define WORDS 64
#define CODE 0x1000
#define DATA 0x20000
#define COUNTERS 0x40000

enum how {
	POOLED = 1,
	INSIDE = 2,
	STOPPED_SHIFT = 2, /* two bits: how often code was left in the middle */
	UNSURE = 16,
	ON_AARCH64 = 32,
	WRITTEN = 64,
};

struct input {
	const uint8_t *data;
	size_t size;
};

static uint64_t take(struct input *in, size_t size)
{
	uint64_t value = 0;

	if (size > in->size)
		size = in->size;
	memcpy(&value, in->data, size);
	in->data += size;
	in->size -= size;
	return value;
}

static void *take_bytes(struct input *in, size_t *size)
{
	void *copy;

	if (*size > in->size)
		*size = in->size;
	copy = fuzz_copy(in->data, *size);
	in->data += *size;
	in->size -= *size;
	return copy;
}

struct made {
	struct elf_section sections[3];
	struct elf_symbol symbols[MOST];
	struct elf_code codes[MOST];
	struct cg_function functions[MOST];
	struct cg_module module;
	struct elfobj elf;
	struct static_cg cg;
	uint64_t words[WORDS], most[WORDS], others[WORDS];
	uint32_t fresh[WORDS];
};

static void add_function(struct made *m, struct input *in)
{
	uint64_t start = CODE + take(in, 2), size = take(in, 2);
	unsigned kind = take(in, 1);
	size_t i = m->elf.nsymbols++;

	m->symbols[i] = (struct elf_symbol){ .name = kind % 4 == 2 ? "f.cold" : "f",
					     .address = start, .size = size, .function = true };
	if (m->elf.ncodes < MOST && kind >= 4)
		m->codes[m->elf.ncodes++] = (struct elf_code){ start, start + size, DATA + kind };
	if (kind % 4 == 2)
		return;
	m->functions[m->cg.nfunctions] = (struct cg_function){
		.name = "f", .text = start, .flags = kind % 4 == 1 ? GPROF_FN_DERIVED : 0,
		.counters = COUNTERS + 64 * m->cg.nfunctions, .ncounters = 8 };
	m->cg.nfunctions++;
}

/* What the record of a function says of its lines. */
static unsigned char *take_lines(struct input *in)
{
	struct gprof_lines head = { .nfunctions = 1 + take(in, 1) % MOST };
	size_t functions = head.nfunctions * sizeof(struct gprof_lines_function);
	size_t size = take(in, 2);
	unsigned char *bytes = take_bytes(in, &size), *lines;

	head.nbytes = size;
	lines = calloc(1, sizeof head + functions + size);
	if (!lines)
		abort();
	memcpy(lines, &head, sizeof head);
	if (size)
		memcpy(lines + sizeof head + functions, bytes, size);
	free(bytes);
	return lines;
}

static int by_address(const void *x, const void *y)
{
	const struct elf_symbol *a = x, *b = y;

	return a->address < b->address ? -1 : a->address > b->address;
}

static int by_start(const void *x, const void *y)
{
	const struct elf_code *a = x, *b = y;

	return a->start < b->start ? -1 : a->start > b->start;
}

static void make(struct made *m, struct input *in, unsigned how)
{
	size_t n = take(in, 1) % (MOST + 1), code, words, data;

	for (size_t i = 0; i < n; i++)
		add_function(m, in);
	qsort(m->symbols, m->elf.nsymbols, sizeof *m->symbols, by_address);
	qsort(m->codes, m->elf.ncodes, sizeof *m->codes, by_start);
	code = take(in, 2);
	m->sections[0] = (struct elf_section){ .name = ".text", .address = CODE,
					       .executable = true };
	m->sections[0].bytes = take_bytes(in, &code);
	m->sections[0].size = m->sections[0].bytes_size = code;
	for (words = 0; words < 16; words++)
		m->words[4 * words] = take(in, words % 2 ? 8 : 1);
	for (words = 0; words < WORDS; words++)
		m->most[words] = m->words[words] +
				 (how & UNSURE && words % 4 == 0 ? take(in, 1) : 0);
	for (size_t i = 0; how & WRITTEN && i < m->cg.nfunctions; i++)
		m->functions[i].lines = take_lines(in);
	data = in->size;
	m->sections[1] = (struct elf_section){ .name = ".rodata", .address = DATA };
	m->sections[1].bytes = take_bytes(in, &data);
	m->sections[1].size = m->sections[1].bytes_size = data;
	m->sections[2] = (struct elf_section){ .name = GPROF_SEC_CNT, .address = COUNTERS,
					       .size = 8 * WORDS };
}

static void connect(struct made *m, unsigned how)
{
	m->module.flags = GPROF_MOD_BLOCKS;
	m->elf.machine = how & ON_AARCH64 ? EM_AARCH64 : EM_X86_64;
	m->elf.sections = m->sections;
	m->elf.nsections = 3;
	m->elf.symbols = m->symbols;
	m->elf.codes = m->codes;
	m->elf.codes_read = m->elf.slots_read = m->elf.names_read = true;
	m->cg.functions = m->functions;
	m->cg.modules = &m->module;
	m->cg.nmodules = 1;
	m->cg.counters = COUNTERS;
	m->cg.ncounters = WORDS;
	m->cg.has_fn = true;
}

/* The bytes of a stretch are those of its instructions. */
static void check_size(const struct blocks *b, const struct block_stretch *s)
{
	uint64_t bytes = 0;

	if (s->first > b->ninsns || s->insns > b->ninsns - s->first)
		abort();
	for (uint32_t i = 0; i < s->insns; i++)
		bytes += b->insns[s->first + i] & BLOCK_INSN_SIZE;
	if (bytes != s->end - s->start)
		abort();
}

/* Each line is of a function that its record has, and each count is one. */
static void check_lines(const struct blocks *b, const struct made *m)
{
	struct block_count c;
	bool all;

	for (size_t i = 0; i < b->nlines; i++) {
		const struct block_line *l = &b->lines[i];
		struct cg_lines of = static_cg_lines(&m->functions[l->record]);

		if (l->record >= m->cg.nfunctions || l->function >= of.nfunctions)
			abort();
	}
	for (size_t at = 0, last; at < b->nlines;) {
		last = at;
		if (blocks_line(b, &at, blocks_begun(b, at, &c), &c, &all) && c.lo > c.hi)
			abort();
		if (at <= last)
			abort();
	}
}

static void check(const struct blocks *b)
{
	for (size_t i = 0; i < b->nstretches; i++) {
		struct block_count c = blocks_count(b, b->stretches[i].unknown);

		if (c.lo > c.hi || b->stretches[i].ours > b->stretches[i].insns)
			abort();
		if (c.how == SOLVED_EXACT && (c.value < 0 || c.lo != c.value || c.hi != c.value))
			abort();
		if (!blocks_at(b, b->stretches[i].start))
			abort();
		check_size(b, &b->stretches[i]);
	}
	for (size_t i = 0; i < b->nbranches; i++)
		if (!blocks_branch_at(b, b->branches[i].address))
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct made *m = calloc(1, sizeof *m);
	struct input in = { data, size };
	struct block_counts counts = { .words = m->words, .most = m->most, .fresh = m->fresh,
				       .fresh_most = m->fresh, .others = m->others, .threads = 2 };
	struct blocks b;
	unsigned how = take(&in, 1);

	make(m, &in, how);
	connect(m, how);
	counts.pooled = how & POOLED;
	counts.inside = how & INSIDE;
	counts.stopped = how >> STOPPED_SHIFT & 3;
	blocks_solve(&b, &m->elf, &m->cg, &counts);
	check(&b);
	check_lines(&b, m);
	blocks_release(&b);
	for (size_t i = 0; i < m->cg.nfunctions; i++)
		free((void *)m->functions[i].lines);
	free((void *)m->sections[0].bytes);
	free((void *)m->sections[1].bytes);
	gp_map_release(&m->elf.slot_at);
	free(m);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * eh_frame.c - the unwind tables of loaded objects.
 *
 * An object's PT_GNU_EH_FRAME segment (LSB core, 10.6) is a sorted table of
 * functions, each with its record (FDE) in .eh_frame.  An executable that has none gets one in
 * memory of ours (frame_index.h).  The segment is found by
 * libc's _dl_find_object, which takes no lock; without it (older libc, static
 * executables) by the runtime's own list of modules, which does not know of an
 * object that was loaded since an instrumented one attached last.
 *
 * Tables may be broken, and an object may be unloaded by another thread: a record is
 * read only within the object's range, in copies (read_cache.c).  Nothing loops longer than the
 * record is.  1 to 3 us for an address, mostly for lines that are not yet in the cache.
 */
#include "base/loader.h"
#include "base/maps.h"
#include "base/text.h"
#include "record/modules.h"
#include "unwind/unwind.h"

#include <elf.h>

#define MAX_RECORD 65536u   /* bytes of a CIE or FDE */
#define MAX_AUGMENTATION 8u /* letters */
#define GUESSES 4u          /* at the entry for an address, by proportion */
#define NEIGHBOURS 32u      /* entries among which a guess gains nothing */
#define OMITTED 0xff
#define TABLE_ENCODING 0x3b /* 32-bit offsets from the segment */
#define COUNT_ENCODING 0x03 /* 32 bits */

struct gprt_objects gprt_objects;

/* libc's struct dl_find_object. */
struct found {
	unsigned long long flags;
	void *start, *end;
	void *link_map;
	void *eh_frame;
	unsigned long long reserved[7];
};
_Static_assert(sizeof(struct found) == 96, "struct dl_find_object");

/*
 * By name, because it is in the dynamic loader itself, which a weak reference
 * makes no linker look into.
 */
void gprt_objects_init(void)
{
	gprt_objects.find =
		(int (*)(void *, void *))(uintptr_t)gprt_library_function("_dl_find_object");
	gprt_frame_index_make(&gprt_objects.index);
	/* Where libc is glibc, its tables say where stacks begin. */
	if (!gprt_objects.find) {
		gprt_objects.stack_start = gprt_stack_start();
		gprt_objects.entry = gprt_auxv(AT_ENTRY);
	}
}

/* Returns true if the object's table is ours. */
static bool is_indexed(const struct gprt_object *o)
{
	return gprt_objects.index.n && o->low == gprt_objects.index.low;
}

bool gprt_object_find(struct gprt_unwind *u, uintptr_t pc)
{
	struct gprt_object *o = &u->object;
	struct found found;

	if (pc >= o->low && pc < o->high)
		return o->tables || is_indexed(o);
	if (pc >= gprt_objects.index.low && pc < gprt_objects.index.high) {
		*o = (struct gprt_object){ gprt_objects.index.low, gprt_objects.index.high, 0 };
		return true;
	}
	if (!gprt_objects.find || u->in_code)
		return gprt_module_tables(pc, o);
	if (gprt_objects.find((void *)pc, &found) != 0)
		return false;
	o->low = (uintptr_t)found.start;
	o->high = (uintptr_t)found.end;
	o->tables = (uintptr_t)found.eh_frame;
	return o->tables;
}

/* 'n' bytes of the object. */
static bool bytes_at(struct gprt_unwind *u, uintptr_t at, size_t n, struct gprt_bytes *b)
{
	const struct gprt_object *o = &u->object;

	if (at < o->low || at >= o->high || n > o->high - at)
		return false;
	b->u = u;
	b->at = at;
	b->end = at + n;
	b->bad = false;
	return true;
}

/* The record at 'at', without its length. */
static bool record_at(struct gprt_unwind *u, uintptr_t at, struct gprt_bytes *b)
{
	uint64_t size;

	if (!bytes_at(u, at, 4, b))
		return false;
	size = gprt_get(b, 4);
	return size >= 4 && size < MAX_RECORD && bytes_at(u, at + 4, size, b);
}

/* The table's place and length; false if it is of a form nobody writes. */
static bool find_table(struct gprt_unwind *u, uintptr_t *table, uint64_t *n)
{
	uintptr_t at = u->object.tables;
	unsigned encoding, skip;
	struct gprt_bytes b;

	if (!bytes_at(u, at, 16, &b))
		return false;
	encoding = (unsigned)gprt_get(&b, 4);
	if ((encoding & 0xff) != 1 || encoding >> 24 != TABLE_ENCODING ||
	    (encoding >> 16 & 0xff) != COUNT_ENCODING || (encoding >> 8 & 0xff) == OMITTED)
		return false;
	skip = (encoding >> 8 & 3) == 3 ? 4 : 8;
	gprt_get(&b, skip);
	*n = gprt_get(&b, 4);
	*table = at + 8 + skip;
	return !b.bad && *n <= (u->object.high - at) / 8;
}

/* Where the function of entry 'i' of the table begins. */
static bool start_of(struct gprt_unwind *u, uintptr_t table, uint64_t i, uintptr_t *start)
{
	struct gprt_bytes b;

	if (!bytes_at(u, table + 8 * i, 8, &b))
		return false;
	*start = u->object.tables + (uint64_t)(int32_t)gprt_get(&b, 4);
	return !b.bad;
}

/* Entries among which the one wanted is: the function of 'low' begins at or before it. */
struct span {
	uint64_t low, high;
	uintptr_t from, to; /* where the functions of 'low' and 'high' begin: from <= pc < to */
};

/*
 * The entry to look at next.  Functions are spread evenly enough that a proportion comes near,
 * for two lines of a large table instead of the six that bisecting looks at; after some
 * guesses, a table that is not even is bisected.
 */
static uint64_t middle_of(const struct span *s, uintptr_t pc, unsigned step)
{
	uint64_t n = s->high - s->low, guess;

	if (step >= GUESSES || n <= NEIGHBOURS)
		return s->low + n / 2;
	guess = s->low + (pc - s->from) * n / (s->to - s->from);
	return guess > s->low && guess < s->high ? guess : s->low + 1;
}

/* Narrows the span to one entry: the last function that begins at or before 'pc'. */
static bool search(struct gprt_unwind *u, uintptr_t table, struct span *s, uintptr_t pc)
{
	for (unsigned step = 0; s->high - s->low > 1; step++) {
		uint64_t middle = middle_of(s, pc, step);
		uintptr_t start;

		if (!start_of(u, table, middle, &start))
			return false;
		if (start <= pc) {
			s->low = middle;
			s->from = start;
		} else {
			s->high = middle;
			s->to = start;
		}
	}
	return true;
}

/* The FDE of the last function that begins at or before 'pc', where the table is ours; 0: none. */
static uintptr_t indexed_fde(uintptr_t pc)
{
	const struct gprt_frame_index *x = &gprt_objects.index;
	uint32_t low = 0, high = x->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (x->low + x->entry[middle].start <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? x->low + x->entry[low - 1].fde : 0;
}

/* The same from any table; false: unknown. */
static bool find_fde(struct gprt_unwind *u, uintptr_t pc, uintptr_t *fde)
{
	struct span s = { 0 };
	struct gprt_bytes b;
	uintptr_t table;
	uint64_t n;

	*fde = 0;
	if (is_indexed(&u->object)) {
		*fde = indexed_fde(pc);
		return true;
	}
	if (!find_table(u, &table, &n))
		return false;
	if (!n)
		return true;
	s.high = n - 1;
	if (!start_of(u, table, 0, &s.from) || !start_of(u, table, s.high, &s.to))
		return false;
	if (pc < s.from)
		return true;
	if (pc >= s.to)
		s.low = s.high;
	if (!search(u, table, &s, pc) || !bytes_at(u, table + 8 * s.low + 4, 4, &b))
		return false;
	*fde = u->object.tables + (uint64_t)(int32_t)gprt_get(&b, 4);
	return !b.bad;
}

/* The letters after "z" in the augmentation string; its data is skipped by length. */
static void read_augmentation(struct gprt_cie *cie, const char *letters, struct gprt_bytes *b)
{
	uint64_t size = gprt_get_uleb(b);
	uintptr_t end = b->at + size;

	if (size > b->end - b->at) {
		b->bad = true;
		return;
	}
	for (; *letters; letters++) {
		if (*letters == 'R')
			cie->encoding = (uint8_t)gprt_get(b, 1);
		else if (*letters == 'L')
			gprt_get(b, 1);
		else if (*letters == 'S')
			cie->signal = true;
		else if (*letters == 'P')
			gprt_get_address(b, gprt_get(b, 1) & 0x7f, 0);
		else if (*letters != 'B' && *letters != 'G')
			break; /* nobody knows where its data ends */
	}
	b->at = end;
}

/* Reads the augmentation string; false if it is longer than any is. */
static bool read_letters(struct gprt_bytes *b, char *letters)
{
	for (unsigned n = 0; n <= MAX_AUGMENTATION; n++)
		if (!(letters[n] = (char)gprt_get(b, 1)))
			return !b->bad;
	return false;
}

static bool read_cie(struct gprt_unwind *u, uintptr_t at, struct gprt_cie *cie)
{
	char letters[MAX_AUGMENTATION + 1];
	struct gprt_bytes b;
	unsigned version;

	gprt_clear(cie, sizeof(*cie));
	if (!record_at(u, at, &b) || gprt_get(&b, 4) != 0)
		return false;
	version = (unsigned)gprt_get(&b, 1);
	if ((version != 1 && version != 3) || !read_letters(&b, letters))
		return false;
	cie->code_align = gprt_get_uleb(&b);
	cie->data_align = gprt_get_sleb(&b);
	cie->pc_reg = (uint8_t)(version == 1 ? gprt_get(&b, 1) : gprt_get_uleb(&b));
	if (b.bad || (*letters && *letters != 'z') || cie->pc_reg >= GPRT_REGS)
		return false;
	cie->augmented = *letters;
	if (cie->augmented)
		read_augmentation(cie, letters + 1, &b);
	cie->code = b;
	return !b.bad;
}

enum gprt_rule_kind gprt_row_find(struct gprt_unwind *u, uintptr_t pc, uint8_t *pc_reg)
{
	uintptr_t fde, start, size;
	struct gprt_bytes b;
	struct gprt_cie cie;
	uint64_t n;

	if (!gprt_object_find(u, pc))
		return GPRT_RULE_MISSING;
	if (!find_fde(u, pc, &fde))
		return GPRT_RULE_BAD;
	if (!fde)
		return GPRT_RULE_MISSING;
	if (!record_at(u, fde, &b))
		return GPRT_RULE_BAD;
	n = gprt_get(&b, 4);
	if (!n || !read_cie(u, fde + 4 - n, &cie))
		return GPRT_RULE_BAD;
	start = gprt_get_address(&b, cie.encoding, u->object.tables);
	size = gprt_get_address(&b, cie.encoding & 0x0f, 0);
	if (cie.augmented) {
		n = gprt_get_uleb(&b);
		if (n > b.end - b.at)
			return GPRT_RULE_BAD;
		b.at += n;
	}
	u->function = u->row_low = start;
	u->row_high = start + size;
	if (!b.bad && pc - start >= size)
		return GPRT_RULE_MISSING;
	if (b.bad || !gprt_row_run(u, &cie, b, start, pc))
		return GPRT_RULE_BAD;
	*pc_reg = cie.pc_reg | (cie.signal ? GPRT_RULE_SIGNAL : 0);
	return u->row.reg[cie.pc_reg].how == GPRT_UNDEFINED ? GPRT_RULE_END : GPRT_RULE_COMPLEX;
}

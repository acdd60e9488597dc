/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * frame_index.c - see frame_index.h.
 *
 * The order: find the executable's range and that it lacks a table; find .eh_frame by the section
 * headers of its file; count its records; make the table, and sort it.  Records are read where the
 * loader put them, within the section.  One that is damaged ends the table before it.
 */
#include "unwind/frame_index.h"

#include "base/sys.h"
#include "base/text.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>

#define NAME ".eh_frame"
#define PCREL 0x10u     /* of an encoded address */
#define FORM 0x0fu
#define ABSOLUTE 0x00u
#define UDATA4 0x03u
#define UDATA8 0x04u
#define SDATA4 0x0bu
#define SDATA8 0x0cu
#define OMITTED 0xffu

/* The records, and the part of the executable that has them. */
struct frames {
	const unsigned char *at, *end;
	uintptr_t low, high;
};

/* Where the executable is, and whether the linker made a table for it. */
static bool find_executable(struct gprt_frame_index *x, uintptr_t *bias)
{
	const Elf64_Phdr *ph = (const Elf64_Phdr *)gprt_auxv(AT_PHDR);
	unsigned long n = gprt_auxv(AT_PHNUM);
	bool biased = false;

	if (!ph || gprt_auxv(AT_PHENT) != sizeof *ph)
		return false;
	x->low = UINTPTR_MAX;
	for (unsigned long i = 0; i < n; i++) {
		if (ph[i].p_type == PT_GNU_EH_FRAME)
			return false;
		if (ph[i].p_type == PT_PHDR) {
			*bias = (uintptr_t)ph - ph[i].p_vaddr;
			biased = true;
		}
	}
	for (unsigned long i = 0; i < n; i++) {
		if (ph[i].p_type != PT_LOAD)
			continue;
		/* A program that is not moved has no PT_PHDR, and its headers begin its image. */
		if (!biased && !ph[i].p_offset)
			*bias = ((uintptr_t)ph - sizeof(Elf64_Ehdr)) - ph[i].p_vaddr;
		biased |= !ph[i].p_offset;
		if (*bias + ph[i].p_vaddr < x->low)
			x->low = *bias + ph[i].p_vaddr;
		if (*bias + ph[i].p_vaddr + ph[i].p_memsz > x->high)
			x->high = *bias + ph[i].p_vaddr + ph[i].p_memsz;
	}
	return biased && x->low < x->high && x->high - x->low < UINT32_MAX;
}

static bool read_at(int fd, void *to, size_t n, uint64_t offset)
{
	return sys_pread(fd, to, n, offset) == (long)n;
}

/* Returns true if the range is in the loaded part of the file, all of it in one segment. */
static bool is_loaded(uintptr_t bias, uintptr_t at, size_t size)
{
	const Elf64_Phdr *ph = (const Elf64_Phdr *)gprt_auxv(AT_PHDR);
	unsigned long n = gprt_auxv(AT_PHNUM);

	for (unsigned long i = 0; i < n; i++)
		if (ph[i].p_type == PT_LOAD && ph[i].p_flags & PF_R &&
		    at >= bias + ph[i].p_vaddr &&
		    at - (bias + ph[i].p_vaddr) <= ph[i].p_filesz &&
		    size <= ph[i].p_filesz - (at - (bias + ph[i].p_vaddr)))
			return true;
	return false;
}

/* The header of .eh_frame in the file, if that is the executable: an emulator may show its own. */
static bool find_section(int fd, uintptr_t bias, Elf64_Shdr *section)
{
	Elf64_Ehdr h;
	Elf64_Shdr names;
	char name[sizeof NAME];

	if (!read_at(fd, &h, sizeof h, 0) || h.e_shentsize != sizeof *section ||
	    h.e_entry + bias != gprt_auxv(AT_ENTRY) ||
	    !read_at(fd, &names, sizeof names, h.e_shoff + h.e_shstrndx * sizeof names))
		return false;
	for (unsigned i = 0; i < h.e_shnum; i++) {
		if (!read_at(fd, section, sizeof *section, h.e_shoff + i * sizeof *section))
			return false;
		if (section->sh_flags & SHF_ALLOC && section->sh_type != SHT_NOBITS &&
		    read_at(fd, name, sizeof name, names.sh_offset + section->sh_name) &&
		    gprt_equal(name, NAME))
			return true;
	}
	return false;
}

static uint64_t word(const unsigned char *p, unsigned size)
{
	uint64_t value = 0;

	for (unsigned i = size; i--;)
		value = value << 8 | p[i];
	return value;
}

/*
 * How addresses of a CIE's functions are written: what 'R' says; OMITTED: it cannot be read.  'cie'
 * is where the version is.
 */
static unsigned encoding_of(const unsigned char *cie, const unsigned char *end)
{
	const unsigned char *p = cie + 1, *letter = p;

	while (p < end && *p)
		p++;
	if (*letter != 'z')
		return *letter ? OMITTED : ABSOLUTE;
	p++;
	for (unsigned i = 0; i < 2; i++) { /* the alignments of code and of data */
		while (p < end && *p++ & 0x80)
			;
	}
	p++; /* the return address's register */
	while (p < end && *p++ & 0x80)
		; /* the augmentation's size */
	for (letter++; *letter && p < end; letter++) {
		if (*letter == 'R')
			return *p;
		if (*letter == 'L')
			p++;
		else if (*letter == 'P')
			p += (*p & FORM) == UDATA4 || (*p & FORM) == SDATA4 ? 5 : 9;
		else if (*letter != 'S' && *letter != 'B' && *letter != 'G')
			return OMITTED;
	}
	return p < end ? ABSOLUTE : OMITTED;
}

/* Where the function of a record begins; 0: not known. */
static uintptr_t start_of(const unsigned char *p, const unsigned char *end, unsigned encoding)
{
	unsigned form = encoding & FORM;
	unsigned size = form == UDATA4 || form == SDATA4 ? 4 : 8;
	uint64_t value;

	if (encoding & ~(FORM | PCREL) || (size_t)(end - p) < size ||
	    (size == 8 && form != ABSOLUTE && form != UDATA8 && form != SDATA8))
		return 0;
	value = word(p, size);
	if (form == SDATA4)
		value = (uint64_t)(int32_t)value;
	return value + (encoding & PCREL ? (uintptr_t)p : 0);
}

/* Returns how many functions have a record, and writes them where there is room. */
static uint32_t take_entries(const struct frames *f, struct gprt_frame_entry *to)
{
	const unsigned char *next;
	uint32_t n = 0;

	for (const unsigned char *p = f->at; f->end - p >= 8; p = next) {
		uint64_t size = word(p, 4), back = word(p + 4, 4);
		const unsigned char *cie = p + 4 - back;
		uintptr_t start;

		next = p + 4 + size;
		if (!size)
			continue; /* an end, after which another file's records may come */
		if (size < 4 || size > (size_t)(f->end - p) - 4)
			break;
		if (!back || cie < f->at || f->end - cie < 12)
			continue;
		start = start_of(p + 8, next, encoding_of(cie + 8, f->end));
		if (start < f->low || start >= f->high)
			continue;
		if (to)
			to[n] = (struct gprt_frame_entry){ (uint32_t)(start - f->low),
							   (uint32_t)((uintptr_t)p - f->low) };
		n++;
	}
	return n;
}

/* Shell's sort: what a linker writes is nearly in order. */
static void sort(struct gprt_frame_entry *e, uint32_t n)
{
	for (uint32_t gap = n / 2; gap; gap = gap == 2 ? 1 : (uint32_t)(gap * 5ull / 11))
		for (uint32_t i = gap; i < n; i++) {
			struct gprt_frame_entry x = e[i];
			uint32_t k = i;

			for (; k >= gap && e[k - gap].start > x.start; k -= gap)
				e[k] = e[k - gap];
			e[k] = x;
		}
}

void gprt_frame_index_make(struct gprt_frame_index *to)
{
	struct gprt_frame_index x = { 0 };
	struct gprt_frame_entry *entry;
	uintptr_t bias = 0;
	Elf64_Shdr section;
	struct frames f;
	long fd, memory;
	bool found;

	if (!find_executable(&x, &bias))
		return;
	fd = gprt_open_system("/proc/self/exe");
	if (sys_failed(fd))
		return;
	found = find_section((int)fd, bias, &section);
	sys_close((int)fd);
	f.low = x.low;
	f.high = x.high;
	f.at = (const unsigned char *)(bias + section.sh_addr);
	if (!found || !is_loaded(bias, (uintptr_t)f.at, section.sh_size))
		return;
	f.end = f.at + section.sh_size;
	x.n = take_entries(&f, NULL);
	memory = sys_mmap(0, x.n * sizeof *entry, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!x.n || sys_failed(memory))
		return;
	entry = (struct gprt_frame_entry *)memory;
	take_entries(&f, entry);
	sort(entry, x.n);
	x.entry = entry;
	*to = x;
}

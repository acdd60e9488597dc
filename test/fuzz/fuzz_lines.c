/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_lines.c - any bytes as the tables of lines of a program: they are mended, which changes
 * nothing but discriminators, and libdw finds lines in them or refuses them.  So are texts and
 * sums of sources.
 *
 * Input: one byte (1: the unit is of DWARF 4, otherwise of 5; 2: the section is compressed, or
 * said to be), then .debug_line.
 */
#include "binary/debug.h"
#include "binary/lines.h"
#include "fuzz.h"
#include "fuzz_sections.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A unit with a table of lines, a folder and the addresses of all code of the program. */
static const uint8_t abbreviations[] = { 1, 0x11, 0, 0x10, 0x17, 0x1b, 0x08, 0x11, 0x01,
					 0x12, 0x07, 0, 0, 0 };
#define UNIT 0, 0, 0, 0, '/', 0, 0, 0x10, 0x40, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0, 0, 0
static const uint8_t unit5[] = { 31, 0, 0, 0, 5, 0, 1, 8, 0, 0, 0, 0, 1, UNIT };
static const uint8_t unit4[] = { 30, 0, 0, 0, 4, 0, 0, 0, 0, 0, 8, 1, UNIT };
static const char names[] = "/\0a.c\0b.c";

static Elf_Data *find_lines(Elf *elf)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t at;

	elf_getshdrstrndx(elf, &at);
	while ((section = elf_nextscn(elf, section)))
		if (!strcmp(elf_strptr(elf, at, gelf_getshdr(section, &header)->sh_name),
			    ".debug_line"))
			return elf_getdata(section, NULL);
	abort();
}

/* A byte that was changed is one of a number that is 0 now, in as many bytes. */
static void check_mended(const char *path, const uint8_t *data, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP_PRIVATE, NULL);
	Elf_Data *lines = find_lines(elf);

	for (int again = 0; again < 2; again++) {
		const uint8_t *now = lines->d_buf;

		lines_mend(elf);
		if (lines->d_size != size)
			abort();
		for (size_t i = 0; i < size; i++)
			if (now[i] != data[i] && now[i] != (data[i] & 0x80))
				abort();
	}
	elf_end(elf);
	close(fd);
}

/* What is said of a source can be read as a whole. */
static void check_compiled(const struct compiled *c)
{
	unsigned char sum[MD5_SIZE];

	if (!c)
		return;
	if (!c->text && !c->md5)
		return;
	md5(sum, c->text ? c->text : (const char *)c->md5,
	    c->text ? strlen(c->text) : MD5_SIZE);
}

static void find(const char *path)
{
	static const struct files usual;
	struct gp_error e;
	struct elfobj elf;
	struct debug *d;
	const char *file;
	uint32_t line;

	if (elfobj_open(&elf, path, &e) < 0)
		abort();
	d = debug_open(&elf, &usual);
	for (uint64_t at = 0x401000; d && at < 0x401a00; at += 0x40)
		if (debug_line(d, at, &file, &line) && (!file || !line))
			abort();
	if (d)
		debug_why_no_lines(d);
	if (d)
		check_compiled(debug_compiled(d, "/a.c"));
	debug_close(d);
	elfobj_close(&elf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned how = size ? data[0] : 0;
	struct fuzz_section sections[] = {
		{ ".debug_abbrev", abbreviations, sizeof abbreviations, 0 },
		{ ".debug_info", how & 1 ? unit4 : unit5, how & 1 ? sizeof unit4 : sizeof unit5,
		  0 },
		{ ".debug_line_str", names, sizeof names, 0 },
		{ ".debug_line", data + !!size, size - !!size, how & 2 ? SHF_COMPRESSED : 0 },
	};
	const char *path;

	elf_version(EV_CURRENT);
	path = fuzz_with_sections(FUZZ_PROGRAM, sections, 4);
	if (size > 1 && !(how & 2))
		check_mended(path, data + 1, size - 1);
	find(path);
	return 0;
}

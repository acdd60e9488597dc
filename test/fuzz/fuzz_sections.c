/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_sections.c - see fuzz_sections.h.
 *
 * The file that is made: the program, with a segment for its code, without which libdwfl takes no
 * file; the names of its sections and of the new ones; the contents of the new ones; and a table
 * of all sections.
 */
#include "fuzz.h"
#include "fuzz_sections.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OLD 64
#define ROOM 65536

struct made {
	uint8_t *bytes;
	size_t size, room;
};

static void add(struct made *m, const void *bytes, size_t size)
{
	if (size > m->room - m->size) {
		m->room = 2 * (m->size + size);
		m->bytes = realloc(m->bytes, m->room);
		if (!m->bytes)
			abort();
	}
	if (size)
		memcpy(m->bytes + m->size, bytes, size);
	m->size += size;
}

/* The program, which is small and sound. */
static const uint8_t *read_program(const char *path, size_t *size)
{
	static uint8_t bytes[ROOM];
	static size_t length;
	FILE *file = length ? NULL : fopen(path, "re");

	if (file) {
		length = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
	}
	if (length < sizeof(Elf64_Ehdr) || length == sizeof bytes)
		abort();
	*size = length;
	return bytes;
}

/* The program has one segment: that of its build-id, which its section has too. */
static void load_code(struct made *m, const Elf64_Ehdr *head, const Elf64_Shdr *headers)
{
	const Elf64_Shdr *code = headers;

	while (!(code->sh_flags & SHF_EXECINSTR))
		if (++code == headers + head->e_shnum)
			abort();
	if (!head->e_phnum)
		abort();
	memcpy(m->bytes + head->e_phoff, &(Elf64_Phdr){
		.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = code->sh_offset,
		.p_vaddr = code->sh_addr, .p_filesz = code->sh_size, .p_memsz = code->sh_size,
		.p_align = 1 }, sizeof(Elf64_Phdr));
}

/* The names, at their new place; those of the new sections are the last. */
static void add_names(struct made *m, Elf64_Shdr *names, const uint8_t *program,
		      const struct fuzz_section *added, Elf64_Shdr *headers, size_t n)
{
	size_t start = m->size;

	add(m, program + names->sh_offset, names->sh_size);
	for (size_t i = 0; i < n; i++) {
		headers[i].sh_name = m->size - start;
		add(m, added[i].name, strlen(added[i].name) + 1);
	}
	names->sh_offset = start;
	names->sh_size = m->size - start;
}

const char *fuzz_with_sections(const char *path, const struct fuzz_section *added, size_t n)
{
	Elf64_Shdr headers[MOST_OLD + FUZZ_SECTIONS] = { 0 }, *fresh;
	struct made m = { 0 };
	Elf64_Ehdr head;
	size_t size, old;
	const uint8_t *program = read_program(path, &size);

	memcpy(&head, program, sizeof head);
	old = head.e_shnum;
	if (old > MOST_OLD || n > FUZZ_SECTIONS)
		abort();
	memcpy(headers, program + head.e_shoff, old * sizeof *headers);
	fresh = headers + old;
	add(&m, program, size);
	load_code(&m, &head, headers);
	add_names(&m, &headers[head.e_shstrndx], program, added, fresh, n);
	for (size_t i = 0; i < n; i++) {
		fresh[i].sh_type = SHT_PROGBITS;
		fresh[i].sh_flags = added[i].flags;
		fresh[i].sh_addralign = 1;
		add(&m, (uint64_t[]){ 0 }, -m.size % 8);
		fresh[i].sh_offset = m.size;
		fresh[i].sh_size = added[i].size;
		add(&m, added[i].bytes, added[i].size);
	}
	add(&m, (uint64_t[]){ 0 }, -m.size % 8);
	head.e_shoff = m.size;
	head.e_shnum = old + n;
	add(&m, headers, (old + n) * sizeof *headers);
	memcpy(m.bytes, &head, sizeof head);
	path = fuzz_file(m.bytes, m.size);
	free(m.bytes);
	return path;
}

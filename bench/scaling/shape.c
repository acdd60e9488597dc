/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * shape.c - call graphs of a wanted size; see make.h.  The same shape is the same graph
 * everywhere.
 */
#include "make.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t state = 1982;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 16) % n;
}

static void call(struct shape *s, uint32_t from, uint32_t to)
{
	s->calls[s->ncalls++] = (struct call){ from, to, 1 + below(1000) };
}

/* Everyone calls everyone: nearly all are one cycle. */
static void make_cycles(struct shape *s, size_t calls)
{
	for (size_t i = 0; i < calls; i++)
		call(s, i * s->functions / calls, below(s->functions));
}

/* Calls go onward, one in a hundred a little backward: many small cycles. */
static void make_layers(struct shape *s, size_t calls)
{
	for (size_t i = 0; i < calls; i++) {
		uint32_t from = i * s->functions / calls;
		uint32_t left = s->functions - from - 1;

		if ((!left || below(100) == 0) && from)
			call(s, from, from - 1 - below(from < 10 ? from : 10));
		else if (left)
			call(s, from, from + 1 + below(left < 10000 ? left : 10000));
	}
}

/* Each calls the next. */
static void make_chain(struct shape *s)
{
	for (uint32_t i = 0; i + 1 < s->functions; i++)
		call(s, i, i + 1);
}

/* The first calls all, all call the last. */
static void make_fan(struct shape *s)
{
	for (uint32_t i = 1; i + 1 < s->functions; i++)
		call(s, 0, i);
	for (uint32_t i = 1; i + 1 < s->functions; i++)
		call(s, i, s->functions - 1);
}

int shape_make(struct shape *s, const char *name, uint32_t functions, size_t calls)
{
	*s = (struct shape){ .functions = functions, .first_entries = 1 };
	s->calls = need(calloc(calls + 2 * (size_t)functions + 1, sizeof *s->calls));
	if (!strcmp(name, "cycles"))
		make_cycles(s, calls);
	else if (!strcmp(name, "layers"))
		make_layers(s, calls);
	else if (!strcmp(name, "chain"))
		make_chain(s);
	else if (!strcmp(name, "fan"))
		make_fan(s);
	else
		return -1;
	return 0;
}

/* ------------------------------------------------------------------ */

static void add_external(struct shape *s, const char *name)
{
	if (s->nexternals % 4096 == 0)
		s->externals = need(realloc(s->externals, (s->nexternals + 4096) *
					    sizeof *s->externals));
	s->externals[s->nexternals++] = need(strdup(name));
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static void read_exports(struct shape *s, Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr h;
	GElf_Sym sym;

	while ((scn = elf_nextscn(elf, scn)) && gelf_getshdr(scn, &h)) {
		Elf_Data *data = h.sh_type == SHT_DYNSYM ? elf_getdata(scn, NULL) : NULL;

		for (int i = 0; data && gelf_getsym(data, i, &sym); i++)
			if (sym.st_shndx != SHN_UNDEF && GELF_ST_TYPE(sym.st_info) == STT_FUNC)
				add_external(s, elf_strptr(elf, h.sh_link, sym.st_name));
	}
}

/* Each name once. */
static void sort_exports(struct shape *s)
{
	uint32_t n = 0;

	qsort(s->externals, s->nexternals, sizeof *s->externals, by_name);
	for (uint32_t i = 0; i < s->nexternals; i++)
		if (!n || strcmp(s->externals[i], s->externals[n - 1]))
			s->externals[n++] = s->externals[i];
	s->nexternals = n;
}

static int by_caller(const void *x, const void *y)
{
	const struct call *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

static int read_library(struct shape *s, const char *path)
{
	struct library *l = &s->libraries[s->nlibraries++];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const void *id;
	ssize_t size;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!elf)
		return -1;
	l->path = need(strdup(path));
	read_exports(s, elf);
	size = dwelf_elf_gnu_build_id(elf, &id);
	if (size > 0 && size <= (ssize_t)sizeof l->id)
		memcpy(l->id, id, l->id_size = size);
	elf_end(elf);
	close(fd);
	return 0;
}

int shape_library(struct shape *s, const char *paths, uint32_t functions, size_t calls)
{
	char *copy = need(strdup(paths)), *rest = copy, *path;

	shape_make(s, "layers", functions, calls);
	while ((path = strsep(&rest, ":")))
		if (s->nlibraries == MOST_LIBRARIES || read_library(s, path) < 0)
			return -1;
	free(copy);
	sort_exports(s);
	s->calls = need(realloc(s->calls, (s->ncalls + s->nexternals) * sizeof *s->calls));
	for (uint32_t i = 0; i < s->nexternals; i++)
		call(s, below(functions), functions + i);
	qsort(s->calls, s->ncalls, sizeof *s->calls, by_caller);
	return 0;
}

void shape_name(char name[NAME_SIZE], uint32_t function)
{
	char plain[16];

	snprintf(plain, sizeof plain, "f%u", function);
	snprintf(name, NAME_SIZE, "_ZN5scale%zu%sEiPKc", strlen(plain), plain);
}

uint64_t shape_samples(uint32_t function)
{
	return function % SAMPLED ? 0 : 1 + function % 37;
}

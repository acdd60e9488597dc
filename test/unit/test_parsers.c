/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_parsers.c PROFILE BINARY - whatever is cut off or changed in a profile
 * or a static section, the parsers answer with an error or a result, and read
 * nothing outside the bytes they were given (each try has an allocation of its
 * own and exact size, so that valgrind or -fsanitize=address sees a slip).
 */
#include "profile/profile.h"
#include "profile/window.h"
#include "program/object.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	unsigned char *bytes;

	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	*size = ftell(f);
	rewind(f);
	bytes = gp_alloc(*size, 1);
	if (fread(bytes, 1, *size, f) != *size)
		*size = 0;
	fclose(f);
	return bytes;
}

/* Reads all that a parsed profile refers to. */
static uint64_t touch(const struct profile *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->nblocks; i++)
		for (size_t k = 0; k < p->blocks[i].nwords; k++)
			sum += p->blocks[i].words[k];
	for (size_t i = 0; i < p->nsamples; i++)
		for (size_t k = 0; k < p->samples[i].n; k++)
			sum += ((const struct gprof_sample *)p->samples[i].slots)[k].count;
	for (size_t i = 0; i < p->narcs; i++)
		for (size_t k = 0; k < p->arcs[i].n; k++)
			sum += ((const struct gprof_arc *)p->arcs[i].slots)[k].count;
	for (size_t i = 0; i < p->nframes; i++)
		sum += p->frames[i].caller == GP_NONE ? 0 : p->frames[p->frames[i].caller].pc;
	for (uint32_t id = 0; id < 100; id++)
		sum += profile_frame(p, 0, id);
	for (size_t i = 0; i < p->nmodules; i++)
		sum += strlen(p->modules[i]->path);
	return sum + (profile_process(p, "exe") != NULL);
}

/* Returns whether it parsed; every error has a text. */
static bool try_profile(const unsigned char *bytes, size_t size)
{
	static const struct window outside = { .outside = true };
	unsigned char *exact = gp_alloc(size, 1);
	struct gp_error e = { "" };
	struct profile p;
	bool good;

	memcpy(exact, bytes, size);
	good = profile_parse(&p, exact, size, &e) == 0;
	if (good) {
		touch(&p);
		good = window_apply(&p, &outside, &e) == 0;
		touch(&p);
		profile_release(&p);
	}
	CHECK(good || e.text[0], "an error without a text at %zu bytes", size);
	free(exact);
	return good;
}

static void profiles(unsigned char *bytes, size_t size)
{
	uint64_t state = 1, rejected = 0;

	CHECK(try_profile(bytes, size), "the profile itself");
	for (size_t n = 0; n < size; n += 1 + size / 300)
		CHECK(!try_profile(bytes, n), "%zu of %zu bytes were accepted", n, size);
	for (int i = 0; i < 3000; i++) {
		size_t at = unit_random(&state) % size;
		unsigned char old = bytes[at];

		bytes[at] = unit_random(&state);
		rejected += !try_profile(bytes, size);
		bytes[at] = old;
	}
	CHECK(rejected > 0, "no change was noticed");
}

static bool try_section(const struct object *o, size_t section, unsigned char *bytes, size_t size)
{
	struct elf_section *copy = gp_alloc(o->elf.nsections, sizeof *copy);
	unsigned char *exact = gp_alloc(size, 1);
	struct gp_error e = { "" };
	struct static_cg cg;
	bool good;

	memcpy(copy, o->elf.sections, o->elf.nsections * sizeof *copy);
	memcpy(exact, bytes, size);
	copy[section].bytes = exact;
	copy[section].bytes_size = size;
	good = static_cg_parse(&cg, copy, o->elf.nsections, &e) == 0;
	if (good)
		static_cg_release(&cg);
	CHECK(good || e.text[0], "an error without a text");
	free(exact);
	free(copy);
	return good;
}

static void section(const struct object *o, size_t index, unsigned rounds)
{
	size_t size = o->elf.sections[index].bytes_size;
	unsigned char *bytes = gp_alloc(size, 1);
	uint64_t state = 2, rejected = 0;

	memcpy(bytes, o->elf.sections[index].bytes, size);
	CHECK(try_section(o, index, bytes, size), "the section itself");
	for (unsigned i = 0; i < rounds; i++) {
		size_t at = unit_random(&state) % size;
		unsigned char old = bytes[at];

		bytes[at] = unit_random(&state);
		rejected += !try_section(o, index, bytes, size);
		rejected += !try_section(o, index, bytes, at);
		bytes[at] = old;
	}
	CHECK(rejected > 0, "no change of '%s' was noticed", o->elf.sections[index].name);
	free(bytes);
}

int main(int argc, char **argv)
{
	struct gp_error e = { "" };
	struct object o;
	size_t size;
	unsigned char *bytes = argc == 3 ? read_file(argv[1], &size) : NULL;

	CHECK(bytes, "usage: test_parsers PROFILE BINARY");
	if (bytes)
		profiles(bytes, size);
	free(bytes);
	if (argc == 3 && object_open(&o, argv[2], &e) == 0) {
		for (size_t i = 0; i < o.elf.nsections; i++)
			if (!strcmp(o.elf.sections[i].name, GPROF_SEC_CG) ||
			    !strcmp(o.elf.sections[i].name, GPROF_SEC_FN))
				section(&o, i, 1000);
		object_close(&o);
	}
	CHECK(!e.text[0], "%s", e.text);
	return unit_end();
}

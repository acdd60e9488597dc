/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_static.c - any bytes as the static sections of a link unit.
 *
 * Input: four little-endian 32-bit numbers, the bytes of gprof_cg, gprof_fn and
 * gprof_str and the words of gprof_cnt; then those bytes, and the rest is gprof_lines.  Addresses
 * are chosen here, a page apart; every section has an allocation of its own.
 */
#include "binary/static_cg.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define SECTIONS 4 /* with bytes */
#define SIZES (SECTIONS - 1)
#define MOST_WORDS 65536

static uint64_t touch_name(const char *text)
{
	return text ? strlen(text) : 0;
}

static uint64_t touch_lines(const struct static_cg *cg, const struct cg_function *f)
{
	struct cg_lines lines = static_cg_lines(f);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < lines.nfunctions; i++) {
		struct cg_lines_function of = static_cg_lines_function(cg, f, i);

		sum += touch_name(of.name) + touch_name(of.file) + of.line;
	}
	for (size_t i = 0; i < lines.nbytes; i++)
		sum += lines.bytes[i];
	return sum;
}

/* Reads all that the parser lets others read. */
static uint64_t touch(const struct static_cg *cg)
{
	uint64_t sum = 0, *words = gp_alloc(cg->ncounters, sizeof *words);

	static_cg_add_copies(cg, words);
	free(words);
	for (size_t i = 0; i < cg->nmodules; i++)
		sum += strlen(cg->modules[i].source) + strlen(cg->modules[i].options) +
		       strlen(cg->modules[i].producer);
	for (size_t i = 0; i < cg->nfunctions; i++) {
		const struct cg_function *f = &cg->functions[i];

		sum += strlen(f->name) + touch_name(f->file) + touch_lines(cg, f);
		for (uint32_t k = 0; k < f->nsites; k++) {
			struct cg_site s = static_cg_site(cg, f, k);

			sum += touch_name(s.callee) + touch_name(s.inlined) +
			       touch_name(s.file);
		}
	}
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[SECTIONS] = { GPROF_SEC_CG, GPROF_SEC_FN, GPROF_SEC_STR,
						     GPROF_SEC_LINES };
	struct elf_section sections[SECTIONS + 1] = { 0 };
	uint32_t sizes[SIZES + 1];
	uint64_t address = 0x1000, rest;
	void *copies[SECTIONS];
	struct gp_error e = { "" };
	struct static_cg cg;

	if (size < sizeof sizes)
		return -1;
	memcpy(sizes, data, sizeof sizes);
	data += sizeof sizes;
	rest = size - sizeof sizes;
	for (size_t i = 0; i < SECTIONS; i++) {
		uint64_t n = i < SIZES && sizes[i] < rest ? sizes[i] : rest;

		copies[i] = fuzz_copy(data, n);
		sections[i] = (struct elf_section){ names[i], i + 1, address, n, copies[i], n,
						    false };
		address = (address + n + 0x1fff) & -(uint64_t)0x1000;
		data += n;
		rest -= n;
	}
	sections[SECTIONS] = (struct elf_section){ GPROF_SEC_CNT, SECTIONS + 1, address,
						   8 * (uint64_t)(sizes[SIZES] % MOST_WORDS),
						   NULL, 0, false };
	if (static_cg_parse(&cg, sections, SECTIONS + 1, &e) == 0) {
		touch(&cg);
		static_cg_release(&cg);
	} else if (!e.text[0]) {
		abort();
	}
	for (size_t i = 0; i < SECTIONS; i++)
		free(copies[i]);
	return 0;
}

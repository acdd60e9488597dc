/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cg_lines.c - what static_cg.h says of struct gprof_lines.
 */
#include "binary/cg_refs.h"

#include <string.h>

#define FIELD(record, type, member) ((record) + offsetof(type, member))

/* Where the path of the file is that function i was written in; 0: none. */
static uint64_t lines_path(const struct cg_function *f, uint32_t i)
{
	uint64_t offset = sizeof(struct gprof_lines) + i * sizeof(struct gprof_lines_function);
	struct gprof_lines_function w;

	memcpy(&w, f->lines + offset, sizeof w);
	return cg_target(FIELD(f->lines_at + offset, struct gprof_lines_function, file), w.file);
}

void cg_know_lines_paths(struct static_cg *cg, const struct cg_function *f, uint32_t n)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint64_t address = lines_path(f, i);

		if (address != last) /* neighbours have theirs in common */
			cg_know_path(cg, address, cg_string_at(cg, address));
		last = address;
	}
}

struct cg_lines static_cg_lines(const struct cg_function *f)
{
	struct cg_lines to = { 0 };
	struct gprof_lines lines;

	if (!f->lines)
		return to;
	memcpy(&lines, f->lines, sizeof lines);
	to.nfunctions = lines.nfunctions;
	to.nbytes = lines.nbytes;
	to.bytes = f->lines + sizeof lines +
		   lines.nfunctions * sizeof(struct gprof_lines_function);
	return to;
}

struct cg_lines_function static_cg_lines_function(const struct static_cg *cg,
						  const struct cg_function *f, uint32_t i)
{
	uint64_t offset = sizeof(struct gprof_lines) + i * sizeof(struct gprof_lines_function);
	uint64_t at = f->lines_at + offset, file = lines_path(f, i);
	struct gprof_lines_function w;

	memcpy(&w, f->lines + offset, sizeof w);
	return (struct cg_lines_function){
		.name = cg_string_at(cg, cg_target(at, w.name)),
		.file = cg_known_path(cg, file, cg_string_at(cg, file)),
		.line = w.line,
	};
}

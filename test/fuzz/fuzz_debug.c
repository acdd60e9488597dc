/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_debug.c - any bytes as the debug information of a program: a sound profile is shown by
 * its lines, files and inlined functions.
 *
 * Input: the sizes of all sections but the last (2 bytes each), then their contents.
 */
#include "fuzz.h"
#include "fuzz_sections.h"

static const char *const names[] = {
	".debug_abbrev", ".debug_info",     ".debug_line", ".debug_str",	 ".debug_line_str",
	".debug_ranges", ".debug_rnglists", ".debug_addr", ".debug_str_offsets",
};
#define SECTIONS (sizeof names / sizeof *names)

static const char *make(const uint8_t *data, size_t size)
{
	const uint8_t *sizes = data, *at = data + 2 * (SECTIONS - 1), *end = data + size;
	struct fuzz_section sections[SECTIONS];

	for (size_t i = 0; i < SECTIONS; i++) {
		size_t wanted = i + 1 < SECTIONS ? sizes[2 * i] | sizes[2 * i + 1] << 8 : SIZE_MAX;
		size_t left = end - at;

		sections[i] = (struct fuzz_section){ names[i], at, left < wanted ? left : wanted,
						     0 };
		at += sections[i].size;
	}
	return fuzz_with_sections(FUZZ_PROGRAM, sections, SECTIONS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path;

	if (size < 2 * (SECTIONS - 1))
		return -1;
	path = make(data, size);
	fuzz_command(cmd_report, (const char *const[]){
		"report", "--inlines", "--group-by=file", "--flat", "--graph", path, FUZZ_PROFILE,
		NULL });
	fuzz_command(cmd_annotate, (const char *const[]){
		"annotate", "--limit=0", "--format=json", path, FUZZ_PROFILE, NULL });
	fuzz_command(cmd_histogram, (const char *const[]){
		"histogram", "--by=line", path, FUZZ_PROFILE, NULL });
	fuzz_command(cmd_export, (const char *const[]){
		"export", "--format=pprof", path, FUZZ_PROFILE, NULL });
	fuzz_command(cmd_export, (const char *const[]){
		"export", "--format=callgrind", path, FUZZ_PROFILE, NULL });
	return 0;
}

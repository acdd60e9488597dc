/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_sum.c - any bytes as a merged profile: reported on, merged with a sound profile
 * and with itself, compared, exported.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);

	fuzz_command(cmd_report, (const char *const[]){
		"report", "-z", "--flat", "--graph", "--threads", "--modules", "--uncalled",
		"--percent", "--measure=wall", "--static=may", path, NULL });
	fuzz_command(cmd_report, (const char *const[]){ "report", "--tree", path, NULL });
	fuzz_command(cmd_report, (const char *const[]){
		"report", "--measure=instructions", "--limit=0", path, NULL });
	fuzz_command(cmd_report, (const char *const[]){ "report", "--measure=peak", path, NULL });
	fuzz_command(cmd_report, (const char *const[]){ "report", "--io", path, NULL });
	fuzz_command(cmd_report, (const char *const[]){ "report", "--measure=read", path, NULL });
	fuzz_command(cmd_annotate, (const char *const[]){ "annotate", "--limit=0", path, NULL });
	fuzz_command(cmd_export, (const char *const[]){ "export", "--format=lcov", path, NULL });
	fuzz_command(cmd_export, (const char *const[]){
		"export", "--format=callgrind", "--measure=instructions", path, NULL });
	fuzz_command(cmd_merge, (const char *const[]){
		"merge", "--binary", FUZZ_PROGRAM, "-o", "/dev/null", path, FUZZ_PROFILE, path,
		NULL });
	fuzz_command(cmd_diff, (const char *const[]){
		"diff", "--fail-if=calls(*) > +5%", "--fail-if=time(*->*) > 1s",
		"--before", path, "--after", FUZZ_SUM, NULL });
	fuzz_command(cmd_export, (const char *const[]){ "export", "--format=json", path, NULL });
	fuzz_command(cmd_export, (const char *const[]){ "export", "--format=folded", path, NULL });
	fuzz_command(cmd_info, (const char *const[]){ "info", path, NULL });
	return 0;
}

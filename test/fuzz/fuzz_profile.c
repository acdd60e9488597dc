/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_profile.c - any bytes as a profile of a program that is sound: read,
 * joined, reported on in whole and in part, described.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);

	fuzz_command(cmd_report, (const char *const[]){
		"report", "--classic", "-z", "--flat", "--graph", "--threads", "--processes",
		"--modules", "--uncalled", "--targets", "--percent", "--measure=wall",
		"--static=may", FUZZ_PROGRAM, path, NULL });
	fuzz_command(cmd_report, (const char *const[]){
		"report", "--no-phase", "--kernel=caller", "--flat", FUZZ_PROGRAM, path, NULL });
	fuzz_command(cmd_report, (const char *const[]){
		"report", "--phases", FUZZ_PROGRAM, path, NULL });
	fuzz_command(cmd_report, (const char *const[]){ "report", FUZZ_PROGRAM, path, NULL });
	fuzz_command(cmd_histogram, (const char *const[]){
		"histogram", "--by=time", FUZZ_PROGRAM, path, NULL });
	fuzz_command(cmd_info, (const char *const[]){ "info", path, NULL });
	return 0;
}

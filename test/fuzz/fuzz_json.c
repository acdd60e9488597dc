/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_json.c - any bytes as an export that is compared with itself, and with a sound profile.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);

	fuzz_command(cmd_diff, (const char *const[]){
		"diff", "--all", "--fail-if=calls(*) > +5%", "--fail-if=time(*->*) > 1s",
		"--before", path, "--after", path, NULL });
	fuzz_command(cmd_diff, (const char *const[]){
		"diff", "--binary=" FUZZ_PROGRAM, "--format=markdown",
		"--fail-if=instructions(*) > +1%", "--before", path, "--after", FUZZ_SUM, NULL });
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_groups.c - any bytes as the file that says which functions are a group.
 */
#include "fuzz.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char option[100];

	snprintf(option, sizeof option, "--groups=%s", fuzz_file(data, size));
	fuzz_command(cmd_report, (const char *const[]){
		"report", "--flat", "--graph", "--members", option, FUZZ_PROGRAM, FUZZ_PROFILE,
		NULL });
	return 0;
}

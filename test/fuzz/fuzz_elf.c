/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_elf.c - any bytes as the ELF file of a program: its static call graph
 * described, and a sound profile with stacks joined with it, which takes in its
 * symbols, stubs, unwind table and machine code.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);

	fuzz_command(cmd_info, (const char *const[]){ "info", "--sites", path, NULL });
	fuzz_command(cmd_report, (const char *const[]){
		"report", "-z", "--flat", "--graph", "--modules", "--uncalled", "--targets",
		"--static=may", path, FUZZ_PROFILE, NULL });
	return 0;
}

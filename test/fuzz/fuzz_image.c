/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_image.c - any bytes as the program that a sound gmon.out is read with, by
 * functions and by lines (debug information).
 */
#include "fuzz.h"
#include "gprof/gprof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);

	fuzz_command(cmd_gprof, (const char *const[]){
		"gprof", "-b", "-z", "-p", "-q", path, FUZZ_GMON, NULL });
	fuzz_command(cmd_gprof, (const char *const[]){
		"gprof", "-b", "-l", "-p", "-q", path, FUZZ_GMON, NULL });
	fuzz_command(cmd_gprof, (const char *const[]){
		"gprof", "-b", "-l", "-p", "--gnu-exact", path, FUZZ_GMON, NULL });
	return 0;
}

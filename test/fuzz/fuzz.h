/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz.h - what the fuzz targets share: inputs as files without a name, and the
 * tool's commands as functions.
 *
 * A target defines LLVMFuzzerTestOneInput().  A command's text goes nowhere; that it
 * fails without saying why is a finding, as is anything the sanitizers object to.
 */
#ifndef GPROF_TEST_FUZZ_H
#define GPROF_TEST_FUZZ_H

#include "command/commands.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The path of a file with this content; the same one at the next call. */
const char *fuzz_file(const uint8_t *data, size_t size);

/* Runs a command with the words, the last of which is NULL. */
void fuzz_command(int (*command)(int argc, char **argv, struct gp_error *e),
		  const char *const *words);

/* A copy of exactly these bytes: what lies behind it is found by the sanitizer. */
void *fuzz_copy(const uint8_t *data, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * input.h - a whole file in memory, with room for a NUL after it; `-' is the standard
 * input.
 */
#ifndef GNU_INPUT_H
#define GNU_INPUT_H

#include "base/error.h"

#include <stddef.h>

struct gnu_input {
	char *bytes;
	size_t size;
};

int gnu_input_read(struct gnu_input *in, const char *path, struct gp_error *e);
void gnu_input_release(struct gnu_input *in);

#endif

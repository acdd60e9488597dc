/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counted.h - the blocks, reads and writes of a file that is compared: of profiles, or of JSON by
 * `gprof-llvm export'.
 *
 * 'rows' has the row of each node, or of each function of the export.
 */
#ifndef GPROF_DIFF_COUNTED_H
#define GPROF_DIFF_COUNTED_H

#include "diff/diff.h"

#include <jansson.h>

void diff_counted_result(struct diff *d, int side, const struct result *r, const uint32_t *rows);
void diff_counted_json(struct diff *d, int side, const json_t *root, const char *path,
		       const uint32_t *rows);

#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What the call returns is not used. */
static int chosen = left(1) + 0 * same(seen);

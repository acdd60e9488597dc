/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * zstd.h - debug information that is compressed with zstd (-gz=zstd), for a libdw that cannot read
 * it, as those before elfutils 0.189 and those built without zstd.
 *
 * libzstd is opened when the first such file is: the tool needs it for nothing else.
 */
#ifndef GPROF_BINARY_ZSTD_H
#define GPROF_BINARY_ZSTD_H

#include <stdbool.h>

/*
 * Takes the descriptor of an ELF file over.  If sections are compressed with zstd, what it returns
 * is a copy in memory in which they are not; else, and where they are damaged, the same descriptor.
 */
int zstd_plain(int fd);

/* Returns true if a file needed libzstd.so.1, which this system lacks. */
bool zstd_is_missing(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descriptor.h - the profile file as a descriptor (descriptor.c).  With the lock held.
 *
 * What returns a long returns a negative error on failure.
 */
#ifndef GPROF_RT_FILE_DESCRIPTOR_H
#define GPROF_RT_FILE_DESCRIPTOR_H

#include "base/sys.h"

/* Makes the file, with 'size' bytes of space. */
GPRT_HIDDEN long gprt_file_open(uint64_t size, uint64_t soon);
GPRT_HIDDEN void gprt_file_remove(void);
GPRT_HIDDEN long gprt_file_reopen(void);
GPRT_HIDDEN void gprt_file_close(void);
GPRT_HIDDEN long gprt_file_space(uint64_t offset, uint64_t size);

#endif

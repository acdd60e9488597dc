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
GP_HIDDEN long gp_file_open(uint64_t size, uint64_t soon);
GP_HIDDEN void gp_file_remove(void);
GP_HIDDEN long gp_file_reopen(void);
GP_HIDDEN void gp_file_close(void);
GP_HIDDEN long gp_file_space(uint64_t offset, uint64_t size);

#endif

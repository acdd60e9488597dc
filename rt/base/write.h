/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * write.h - files written and made longer without a signal (write.c).
 *
 * They return what the system calls of these names do.  All signals blocked.
 */
#ifndef GPROF_RT_BASE_WRITE_H
#define GPROF_RT_BASE_WRITE_H

#include "base/sys.h"

GPRT_HIDDEN long gprt_pwrite(int fd, const void *from, size_t n, uint64_t offset);
GPRT_HIDDEN long gprt_fallocate(int fd, uint64_t offset, uint64_t n);
GPRT_HIDDEN long gprt_ftruncate(int fd, uint64_t length);

/* Before a system call that may send the caller a signal; what gprt_signal_drop() takes. */
GPRT_HIDDEN uint64_t gprt_signals_pending(void);
GPRT_HIDDEN void gprt_signal_drop(int signal, uint64_t pending);

#endif

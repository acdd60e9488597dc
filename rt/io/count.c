/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * count.c - see count.h.
 */
#include "io/count.h"

#include <errno.h>

GPRT_COLD void gprt_io_count_slowly(int fd, enum gprof_io_kind kind, ssize_t got, int64_t offset,
				    uintptr_t pc, uintptr_t sp)
{
	int error = errno;
	struct gprof_io *e;
	bool is_new;

	if (!gprt_io_counts())
		return;
	is_new = gprt_descriptor_at(fd) && !gprt_descriptor_file(gprt_descriptor_at(fd));
	e = gprt_io_entry(gprt_descriptor_find(fd), kind, pc, sp);
	if (e && got < 0) {
		e->errors++;
	} else if (e) {
		if (is_new && offset >= 0)
			gprt_descriptor_at(fd)->end = offset + got;
		else if (!is_new && gprt_descriptor_at(fd))
			gprt_io_move(gprt_descriptor_at(fd), e, offset, (uint64_t)got);
		gprt_io_add(e, (uint64_t)got);
	}
	errno = error;
}

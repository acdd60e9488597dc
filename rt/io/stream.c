/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stream.c - see stream.h.
 */
#include "io/stream.h"

#include <dlfcn.h>

struct gprt_stream_real gprt_stream_real;

void gprt_stream_real_find(void)
{
	int error = errno;

#define SEEK(name, type, arguments)                                                                \
	*(void **)(void *)&gprt_stream_real.name = dlsym(RTLD_NEXT, #name);
	GPRT_STREAM_FUNCTIONS(SEEK)
#undef SEEK
	errno = error;
}

GPRT_COLD void gprt_stream_count_in_memory(enum gprof_io_kind kind, ssize_t got, uintptr_t pc,
					   uintptr_t sp)
{
	int error = errno;
	uint32_t file = gprt_file_named("<stream in memory>", GPROF_IO_OTHER);
	struct gprof_io *e = gprt_io_entry(file, kind, pc, sp);

	if (e && got < 0)
		e->errors++;
	else if (e)
		gprt_io_add(e, (uint64_t)got);
	errno = error;
}

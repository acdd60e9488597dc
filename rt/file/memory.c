/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - the profile while no file can be had: anonymous memory.
 *
 * The layout is the file's; its windows (mapping.c) are anonymous memory.  At an
 * orderly end, and before a call of _exit, abort or exec in instrumented code, the file is
 * tried again, the windows are written to it, and then mapped from it at their addresses:
 * what is counted after that, by destructors, is in the file too.
 * A process that dies of a signal has no profile; it has said so at its start.
 *
 * Everything here is called with the lock held.
 */
#include "base/message.h"
#include "base/options.h"
#include "base/sys.h"
#include "base/write.h"
#include "file/descriptor.h"
#include "file/file.h"
#include "file/mapping.h"

/* Oldest first: what a newer window has is the true content. */
static long write_windows(const struct gprt_window *w)
{
	uint64_t end = gprt_file.header->file_end;
	uint64_t size, done = 0;
	long n = w->older ? write_windows(w->older) : 0;

	if (n < 0)
		return n;
	size = end < w->offset ? 0 : end - w->offset;
	if (size > w->size)
		size = w->size;
	while (done < size) {
		n = gprt_pwrite(gprt_file.fd, w->at + done, size - done, w->offset + done);
		if (n <= 0)
			return n ? n : -1;
		done += (uint64_t)n;
	}
	return 0;
}

/* From now on the file is the memory, unless it cannot be mapped. */
static void map_windows(void)
{
	for (struct gprt_window *w = gprt_mapping.windows; w; w = w->older) {
		sys_mmap((uintptr_t)w->at, w->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
			 gprt_file.fd, w->offset);
		gprt_window_close(w);
	}
	gprt_file.in_memory = false;
}

/* At the end: the file that could not be had at the start. */
void gprt_memory_store(void)
{
	if (!gprt_file.in_memory || gprt_file_open(gprt_file.header->file_end, 0) < 0)
		return;
	if (write_windows(gprt_mapping.windows) < 0) {
		gprt_file_remove();
		return;
	}
	map_windows();
	gprt_mapping_started();
	if (gprt_options.verbose)
		gprt_say("writing '", gprt_file.path, "'", "");
}

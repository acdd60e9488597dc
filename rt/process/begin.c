/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * begin.c - a profile's file, begun: by the process at its start, by a forked child again.
 *
 * The header is published last, by its magic: a file without it was never begun.
 *
 * Everything here is called with the lock held.
 */
#include "process/begin.h"

#include "base/message.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "file/name.h"
#include "process/launch.h"
#include "record/objects.h"
#include "record/snapshot.h"
#include "record/timeline.h"
#include "sample/budget.h"
#include "sample/periodic_snapshots.h"
#include "sample/rings.h"

#include <errno.h>
#include <gprof-llvm/format.h>

#define STACK (8ul << 20) /* bytes, at most, from here to where the stack began */

/* The strings of the process, in its file. */
static struct {
	const char *at; /* NULL: there are none */
	size_t size;
} written;

/* Where they are known to be, on the stack that this runs on, they are not asked for. */
static long read_arguments(char *to, size_t size)
{
	const uintptr_t from = gprt_name.arguments, end = gprt_name.arguments_end;

	if (from < (uintptr_t)&to || from - (uintptr_t)&to > STACK || end <= from ||
	    end - from > size)
		return gprt_read_file("/proc/self/cmdline", to, size);
	gprt_copy(to, (const void *)from, end - from);
	return (long)(end - from);
}

/* The arguments by single spaces; spaces and backslashes within them escaped. */
static void put_command_line(struct gprt_text *t)
{
	char *s = gprt.scratch + GPRT_PATH;
	long n = read_arguments(s, GPRT_PATH);

	for (long i = 0; i < n - 1; i++) {
		if (s[i] == ' ' || s[i] == '\\')
			gprt_put_char(t, '\\');
		if (s[i] == '\n')
			gprt_put(t, "\\n");
		else
			gprt_put_char(t, s[i] ? s[i] : ' ');
	}
}

static void put_value(struct gprt_text *t, const char *key, const char *value)
{
	gprt_put(t, key);
	gprt_put(t, value);
}

/* Ends a NUL-terminated string of several in one buffer. */
static void next_string(struct gprt_text *t)
{
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

/* Puts the strings together; their size. */
static size_t describe(char *to)
{
	struct gprt_text t = gprt_text(to, 2 * GPRT_PATH);
	struct utsname name;

	put_value(&t, "exe=", gprt.exe);
	next_string(&t);
	put_value(&t, "cwd=", gprt.cwd);
	next_string(&t);
	put_value(&t, "host=", gprt_host_name(&name));
	next_string(&t);
	gprt_put_launch(&t);
	gprt_put(&t, "cmdline=");
	put_command_line(&t);
	next_string(&t);
	return (size_t)(t.at - to);
}

/* A child has what its parent was started with: to ask again takes longer than many children
   live. */
static void write_process(void)
{
	const char *from = written.at;
	struct gprof_area *area;
	uint64_t offset;
	char *to;

	if (!from) {
		from = gprt.scratch + 2 * GPRT_PATH;
		written.size = describe(gprt.scratch + 2 * GPRT_PATH);
	}
	to = gprt_file_alloc(written.size, &offset);
	area = to ? gprt_file_area(offset, written.size) : NULL;
	if (!area)
		return;
	gprt_copy(to, from, written.size);
	gprt_file_publish(area, GPROF_AREA_PROCESS);
	written.at = to;
}

static uint64_t new_run_id(void)
{
	uint64_t id = 0;

	if (gprt_name.pool)
		return gprt_pool_run();
	gprt_syscall3(SYS_getrandom, (long)&id, sizeof(id), 1 /* GRND_NONBLOCK */);
	return id ^ sys_clock(CLOCK_REALTIME) ^ (uint64_t)gprt.pid << 40;
}

static void fill_header(struct gprof_file_header *h, uint64_t run_id, uint32_t depth)
{
	h->version = GPROF_FILE_VERSION;
	h->byte_order = GPROF_BYTE_ORDER;
	h->pointer_size = sizeof(void *);
	h->pid = (uint32_t)gprt.pid;
	h->ppid = (uint32_t)gprt_syscall3(SYS_getppid, 0, 0, 0);
	h->run_id = run_id ? run_id : new_run_id();
	h->fork_depth = depth;
	h->period_ns = gprt_options.rate ? 1000000000u / gprt_options.rate : 0;
	h->start_ns = sys_clock(CLOCK_REALTIME);
	h->monotonic_ns = sys_clock(CLOCK_MONOTONIC);
	h->snapshot_limit = (uint64_t)gprt_options.snapshots << 20;
}

/* The one line about it, whatever comes of it at the end. */
static void say_no_file(long error)
{
	char why[128];
	struct gprt_text t = gprt_text(why, sizeof(why));

	gprt_put(&t, gprt_error_name(error));
	gprt_put(&t, gprt_file.header ? ": counting in memory, to be written at exit if possible; "
				   "set GPROF_FILE to another file" :
				   "");
	gprt_say("cannot create '", gprt_file.path, "': ", why);
}

/* Starts a file. */
void gprt_start_file(uint64_t run_id, uint32_t depth, uint64_t blocks)
{
	static const uint64_t magic = 0x564c4c666f727067; /* GPROF_MAGIC, little-endian */
	long error = gprt_file_create(blocks);

	if (error < 0)
		say_no_file(error);
	gprt.state = gprt_file.header ? GPRT_ON : GPRT_OFF;
	if (!gprt_file.header)
		return;
	fill_header(gprt_file.header, run_id, depth);
	write_process();
	gprt_budget_start();
	gprt_periodic_snapshots_start();
	gprt_timeline_start();
	gprt_objects_start();
	gprt_rings_start();
	if (gprt_options.paused)
		gprt_snapshot_first();
	__atomic_store_n((uint64_t *)gprt_file.header->magic, magic, __ATOMIC_RELEASE);
	if (gprt_options.verbose && !gprt_file.in_memory)
		gprt_say("writing '", gprt_file.path, "'", "");
}

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
#include "record/snapshot.h"
#include "record/timeline.h"
#include "sample/budget.h"
#include "sample/every.h"

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
	const uintptr_t from = gp_name.arguments, end = gp_name.arguments_end;

	if (from < (uintptr_t)&to || from - (uintptr_t)&to > STACK || end <= from ||
	    end - from > size)
		return gp_read_file("/proc/self/cmdline", to, size);
	gp_copy(to, (const void *)from, end - from);
	return (long)(end - from);
}

/* The arguments by single spaces; spaces and backslashes within them escaped. */
static void put_command_line(struct gp_text *t)
{
	char *s = gp.scratch + GP_PATH;
	long n = read_arguments(s, GP_PATH);

	for (long i = 0; i < n - 1; i++) {
		if (s[i] == ' ' || s[i] == '\\')
			gp_put_char(t, '\\');
		if (s[i] == '\n')
			gp_put(t, "\\n");
		else
			gp_put_char(t, s[i] ? s[i] : ' ');
	}
}

static void put_value(struct gp_text *t, const char *key, const char *value)
{
	gp_put(t, key);
	gp_put(t, value);
}

/* Ends a NUL-terminated string of several in one buffer. */
static void next_string(struct gp_text *t)
{
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

/* Puts the strings together; their size. */
static size_t describe(char *to)
{
	struct gp_text t = gp_text(to, 2 * GP_PATH);
	struct utsname name;

	put_value(&t, "exe=", gp.exe);
	next_string(&t);
	put_value(&t, "cwd=", gp.cwd);
	next_string(&t);
	put_value(&t, "host=", gp_host_name(&name));
	next_string(&t);
	gp_put(&t, "cmdline=");
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
		from = gp.scratch + 2 * GP_PATH;
		written.size = describe(gp.scratch + 2 * GP_PATH);
	}
	to = gp_file_alloc(written.size, &offset);
	area = to ? gp_file_area(offset, written.size) : NULL;
	if (!area)
		return;
	gp_copy(to, from, written.size);
	gp_file_publish(area, GPROF_AREA_PROCESS);
	written.at = to;
}

static uint64_t new_run_id(void)
{
	uint64_t id = 0;

	if (gp_name.pool)
		return gp_pool_run();
	gp_syscall3(SYS_getrandom, (long)&id, sizeof(id), 1 /* GRND_NONBLOCK */);
	return id ^ sys_clock(CLOCK_REALTIME) ^ (uint64_t)gp.pid << 40;
}

static void fill_header(struct gprof_file_header *h, uint64_t run_id, uint32_t depth)
{
	h->version = GPROF_FILE_VERSION;
	h->byte_order = GPROF_BYTE_ORDER;
	h->pointer_size = sizeof(void *);
	h->pid = (uint32_t)gp.pid;
	h->ppid = (uint32_t)gp_syscall3(SYS_getppid, 0, 0, 0);
	h->run_id = run_id ? run_id : new_run_id();
	h->fork_depth = depth;
	h->period_ns = gp_options.rate ? 1000000000u / gp_options.rate : 0;
	h->start_ns = sys_clock(CLOCK_REALTIME);
	h->monotonic_ns = sys_clock(CLOCK_MONOTONIC);
	h->snapshot_limit = (uint64_t)gp_options.snapshots << 20;
}

/* The one line about it, whatever comes of it at the end. */
static void say_no_file(long error)
{
	char why[128];
	struct gp_text t = gp_text(why, sizeof(why));

	gp_put(&t, gp_error_name(error));
	gp_put(&t, gp_file.header ? ": counting in memory, to be written at exit if possible; "
			       "set GPROF_FILE to another file" :
			       "");
	gp_say("cannot create '", gp_file.path, "': ", why);
}

/* Starts a file. */
void gp_start_file(uint64_t run_id, uint32_t depth, uint64_t blocks)
{
	static const uint64_t magic = 0x564c4c666f727067; /* GPROF_MAGIC, little-endian */
	long error = gp_file_create(blocks);

	if (error < 0)
		say_no_file(error);
	gp.state = gp_file.header ? GP_ON : GP_OFF;
	if (!gp_file.header)
		return;
	fill_header(gp_file.header, run_id, depth);
	write_process();
	gp_budget_start();
	gp_every_start();
	gp_timeline_start();
	if (gp_options.paused)
		gp_snapshot_first();
	__atomic_store_n((uint64_t *)gp_file.header->magic, magic, __ATOMIC_RELEASE);
	if (gp_options.verbose && !gp_file.in_memory)
		gp_say("writing '", gp_file.path, "'", "");
}

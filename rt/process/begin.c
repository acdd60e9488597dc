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
#include "sample/budget.h"
#include "sample/tick.h"

#include <errno.h>
#include <gprof-llvm/format.h>

/* The arguments by single spaces; spaces and backslashes within them escaped. */
static void put_command_line(struct gp_text *t)
{
	char *s = gp.scratch + GP_PATH;
	long n = gp_read_file("/proc/self/cmdline", s, GP_PATH);

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

static void write_process(void)
{
	struct gp_text t = gp_text(gp.scratch + 2 * GP_PATH, 2 * GP_PATH);
	struct gprof_area *area;
	char *to, *start = t.at;
	char host[256];
	long n = gp_read_file("/proc/sys/kernel/hostname", host, sizeof(host) - 1);
	uint64_t offset;

	host[n > 0 ? n - (host[n - 1] == '\n') : 0] = 0;
	put_value(&t, "exe=", gp.exe);
	next_string(&t);
	put_value(&t, "cwd=", gp.cwd);
	next_string(&t);
	put_value(&t, "host=", host);
	next_string(&t);
	gp_put(&t, "cmdline=");
	put_command_line(&t);
	next_string(&t);
	to = gp_file_alloc((size_t)(t.at - start), &offset);
	area = to ? gp_file_area(offset, (uint64_t)(t.at - start)) : NULL;
	if (!area)
		return;
	gp_copy(to, start, (size_t)(t.at - start));
	gp_file_publish(area, GPROF_AREA_PROCESS);
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
	gp_tick_start();
	if (gp_options.paused)
		gp_snapshot_first();
	__atomic_store_n((uint64_t *)gp_file.header->magic, magic, __ATOMIC_RELEASE);
	if (gp_options.verbose && !gp_file.in_memory)
		gp_say("writing '", gp_file.path, "'", "");
}

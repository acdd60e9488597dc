/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * slot.c - a thread's slot in the file: its record, its name, whether it is gone.
 *
 * A slot belongs to one thread; when the thread is gone the slot passes to a new one.
 */
#include "record/slot.h"

#include "base/private_fds.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <sys/prctl.h>

#define TASK_FLAGS 9 /* field of /proc/self/task/TID/stat */
#define EXITING 4    /* Linux: PF_EXITING, in it */

struct gprt_slots gprt_slots;
__thread struct gprt_thread *gprt_self;

/* The number of the calling task's pid namespace; 0 where it cannot be known. */
uint64_t gprt_thread_namespace(void)
{
	struct stat st;

	return gprt_syscall4(SYS_newfstatat, AT_FDCWD, (long)"/proc/self/ns/pid", (long)&st, 0) < 0
		       ? 0
		       : st.st_ino;
}

/*
 * A task of clone without CLONE_THREAD is a process of its own, which has our memory; it
 * is found by its own pid only, and from another pid namespace not at all.
 */
bool gprt_thread_gone(const struct gprt_thread *t)
{
	return !t->hidden && sys_tgkill(t->pid, t->tid, 0) == -ESRCH;
}

/* Of the calling thread.  Programs name their threads when they run already. */
void gprt_thread_name(const struct gprt_thread *t)
{
	gprt_syscall(SYS_prctl, PR_GET_NAME, (long)t->record->name, 0, 0, 0, 0);
}

void gprt_thread_flag(const struct gprt_thread *t, uint32_t flag, bool set)
{
	if (set)
		__atomic_fetch_or(&t->record->flags, flag, __ATOMIC_RELAXED);
	else
		__atomic_fetch_and(&t->record->flags, ~flag, __ATOMIC_RELAXED);
}

static void put_task(struct gprt_text *path, const struct gprt_thread *t, const char *file)
{
	*path = gprt_text(gprt.scratch, sizeof(gprt.scratch));
	gprt_put(path, "/proc/self/task/");
	gprt_put_number(path, (uint64_t)t->tid);
	gprt_put(path, file);
}

/* Returns true if its code may still run, or was stopped; a thread that exits runs none. */
static bool runs(const struct gprt_thread *t)
{
	struct gprt_text path;

	put_task(&path, t, "/stat");
	return !(gprt_stat_field(gprt.scratch, TASK_FLAGS) & EXITING) && !gprt_thread_gone(t);
}

static void read_name(struct gprt_thread *t)
{
	char name[sizeof(((struct gprof_thread *)0)->name)];
	struct gprt_text path;
	long n;

	put_task(&path, t, "/comm");
	n = gprt_read_file(gprt.scratch, name, sizeof(name));
	if (n <= 0)
		return;
	name[n - 1] = 0; /* the kernel ends it by a newline */
	gprt_copy(t->record->name, name, (size_t)n);
}

/* All live threads but that one. */
static long look_at_live(void *self)
{
	for (struct gprt_thread *t = gprt_slots.first; t; t = t->next) {
		if (!t->tid || t == self)
			continue;
		read_name(t);
		gprt_thread_flag(t, GPROF_THREAD_RUNNING, runs(t));
	}
	return 0;
}

/* The names that live threads have at the end, and which of them run.  The calling one is in a
   call, which may be a handler's that interrupted other code. */
void gprt_threads_end(bool in_handler)
{
	gprt_slots.ended = true;
	if (gprt_self) {
		gprt_thread_name(gprt_self);
		gprt_thread_flag(gprt_self, GPROF_THREAD_RUNNING, in_handler);
		gprt_thread_flag(gprt_self, GPROF_THREAD_LEFT, in_handler);
	}
	if (gprt_slots.n > 1)
		gprt_read_with_private_fds(look_at_live, gprt_self);
}

/* Gives the slot a record in the present file. */
int gprt_thread_record(struct gprt_thread *t)
{
	struct gprof_area *area;
	uint64_t offset;
	struct gprof_thread *r = gprt_file_alloc(sizeof(*r), &offset);

	area = r ? gprt_file_area(offset, sizeof(*r)) : NULL;
	if (!area)
		return -1;
	area->thread = t->index;
	r->index = t->index;
	r->start_ns = sys_clock(CLOCK_MONOTONIC);
	t->record = r;
	gprt_file_publish(area, GPROF_AREA_THREAD);
	return 0;
}

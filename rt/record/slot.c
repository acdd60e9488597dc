/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * slot.c - a thread's slot in the file: its record, its name, whether it is gone.
 *
 * A slot stands for a thread; when the thread is gone the slot passes to a new one.
 */
#include "record/slot.h"

#include "base/apart.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <sys/prctl.h>

struct gp_slots gp_slots;
__thread struct gp_thread *gp_self;

/* The number of the calling task's pid namespace; 0 where it cannot be known. */
uint64_t gp_thread_namespace(void)
{
	struct stat st;

	return gp_syscall4(SYS_newfstatat, AT_FDCWD, (long)"/proc/self/ns/pid", (long)&st, 0) < 0 ?
		       0 : st.st_ino;
}

/*
 * A task of clone without CLONE_THREAD is a process of its own, which has our memory; it
 * is found by its own pid only, and from another pid namespace not at all.
 */
bool gp_thread_gone(const struct gp_thread *t)
{
	return !t->hidden && sys_tgkill(t->pid, t->tid, 0) == -ESRCH;
}

/* Of the calling thread.  Programs name their threads when they run already. */
void gp_thread_name(const struct gp_thread *t)
{
	gp_syscall(SYS_prctl, PR_GET_NAME, (long)t->record->name, 0, 0, 0, 0);
}

/* Of all live threads but that one. */
static long read_names(void *self)
{
	struct gp_text path;
	char name[sizeof(((struct gprof_thread *)0)->name)];
	long n;

	for (struct gp_thread *t = gp_slots.first; t; t = t->next) {
		if (!t->tid || t == self)
			continue;
		path = gp_text(gp.scratch, sizeof(gp.scratch));
		gp_put(&path, "/proc/self/task/");
		gp_put_number(&path, (uint64_t)t->tid);
		gp_put(&path, "/comm");
		n = gp_read_file(gp.scratch, name, sizeof(name));
		if (n <= 0)
			continue;
		name[n - 1] = 0; /* the kernel ends it by a newline */
		gp_copy(t->record->name, name, (size_t)n);
	}
	return 0;
}

/* The names that live threads have at the end. */
void gp_thread_names(void)
{
	if (gp_self)
		gp_thread_name(gp_self);
	if (gp_slots.n > 1)
		gp_apart_read(read_names, gp_self);
}

/* Gives the slot a record in the present file. */
int gp_thread_record(struct gp_thread *t)
{
	struct gprof_area *area;
	uint64_t offset;
	struct gprof_thread *r = gp_file_alloc(sizeof(*r), &offset);

	area = r ? gp_file_area(offset, sizeof(*r)) : NULL;
	if (!area)
		return -1;
	area->thread = t->index;
	r->index = t->index;
	r->start_ns = sys_clock(CLOCK_MONOTONIC);
	t->record = r;
	gp_file_publish(area, GPROF_AREA_THREAD);
	return 0;
}

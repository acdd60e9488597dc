/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread.c - threads, and their counter blocks in each unit.
 *
 * A slot stands for a thread; when the thread is gone the slot, with its blocks
 * and tables, passes to a new one and goes on counting.  A new thread asks for four
 * slots whether theirs is gone; now and then all are asked, so seldom that it costs
 * a new thread a few system calls on average: there are never more slots than
 * twice the threads that lived at once, and SPARE.  A block is a copy of
 * the unit's gprof_cnt in the file, a whole number of pages away: that
 * distance is the thread's bias.
 *
 * If no block can be had (disk full, no room above the executable, no base) the
 * thread shares: the block of the unit's first thread, or else the section
 * itself, which is copied to the file at the end.  The file says so.
 *
 * Runs inside any code of the program, on its stack.
 */
#include "internal.h"

#include <errno.h>
#include <sys/prctl.h>

#define PROBES 4 /* slots looked at for recycling, per new thread */
#define SPARE 16 /* slots made beyond twice those in use before all are looked at */

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

static bool is_gone(const struct gp_thread *t, int tid)
{
	return (t->tid == tid && !t->hidden) || gp_thread_gone(t);
}

/* For the next thread; what it holds of the system is given back now. */
static void free_slot(struct gp_thread *t)
{
	gp_sampling_stop(t);
	t->tid = 0;
	t->next_free = gp.free_threads;
	gp.free_threads = t;
}

/* Frees every slot whose thread is gone, and says when to do it again. */
static void sweep(int tid)
{
	uint32_t live = 0;

	for (struct gp_thread *t = gp.threads; t; t = t->next) {
		if (!t->tid)
			continue;
		if (is_gone(t, tid))
			free_slot(t);
		else
			live++;
	}
	gp.sweep_at = 2 * live + SPARE;
}

/* A slot whose thread no longer exists; NULL if there is none, or none known. */
static struct gp_thread *find_gone(int tid)
{
	struct gp_thread *t;

	for (unsigned i = 0; !gp.free_threads && i < PROBES && i < gp.nthreads; i++) {
		t = gp.probe ? gp.probe : gp.threads;
		gp.probe = t->next;
		if (is_gone(t, tid))
			free_slot(t);
	}
	if (!gp.free_threads && gp.nthreads >= gp.sweep_at)
		sweep(tid);
	t = gp.free_threads;
	if (t)
		gp.free_threads = t->next_free;
	return t;
}

/* Of the calling thread.  Programs name their threads when they run already. */
void gp_thread_name(const struct gp_thread *t)
{
	gp_syscall(SYS_prctl, PR_GET_NAME, (long)t->record->name, 0, 0, 0, 0);
}

/* The names that live threads have at the end. */
void gp_thread_names(void)
{
	struct gp_text path;
	char name[sizeof(((struct gprof_thread *)0)->name)];
	long n;

	if (gp_self)
		gp_thread_name(gp_self);
	for (struct gp_thread *t = gp.threads; t; t = t->next) {
		if (!t->tid || t == gp_self)
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

static struct gp_thread *new_slot(void)
{
	struct gp_thread *t = gp_heap(sizeof(*t));

	if (!t)
		return NULL;
	t->index = gp.nthreads;
	t->timer = -1;
	gp_tallies_init(t);
	if (gp_thread_record(t) < 0)
		return NULL;
	gp.nthreads++;
	t->next = gp.threads;
	gp.threads = t;
	return t;
}

/* Whether the calling task sees the others by the numbers they have themselves. */
static bool is_in_namespace(void)
{
	return gp.pid_namespace && gp.pid_namespace == gp_thread_namespace();
}

static struct gp_thread *take_slot(void)
{
	int tid = sys_gettid(), pid = sys_getpid();
	bool hidden = pid != gp.pid && !is_in_namespace();
	struct gp_thread *t = hidden ? NULL : find_gone(tid);

	if (!t)
		t = new_slot();
	if (!t)
		return NULL;
	t->tid = tid;
	t->pid = pid;
	t->hidden = hidden;
	t->record->tid = (uint32_t)tid;
	t->record->threads++;
	gp_thread_name(t);
	gp_self = t;
	gp_mask_start(t);
	gp_sampling_start(t);
	return t;
}

static int publish_block(const struct gp_view *v, uint64_t offset)
{
	struct gprof_area *area = gp_file_area(offset, v->unit->span);

	if (!area)
		return -1;
	area->thread = v->thread->index;
	area->module = v->unit->index;
	area->skip = (uintptr_t)v->unit->start - v->unit->page;
	gp_file_publish(area, GPROF_AREA_BLOCK);
	return 0;
}

/*
 * Makes a new block for the view: at 'at', replacing what is there, or if that
 * is 0 anywhere it can be.  The base of an executable cannot be negative.
 */
int gp_block_map(struct gp_view *v, uintptr_t at)
{
	const struct gp_unit *u = v->unit;
	uint64_t offset;
	void *p = gp_space_take(u->span, u->executable && !at ? u->page + u->span : 0, &offset);

	if (!p || (at && !gp_space_place(at, u->span, offset)))
		return -1;
	v->block = at ? at : (uintptr_t)p;
	v->bias = (int64_t)(v->block - u->page);
	if (publish_block(v, offset) < 0)
		return -1;
	v->offset = offset;
	return 0;
}

/* Room in the file for the section itself, filled by gp_shared_store. */
static int image_map(struct gp_view *v)
{
	struct gp_unit *u = v->unit;
	uint64_t offset;
	char *p;

	v->block = 0;
	v->bias = 0;
	v->offset = 0;
	if (u->shared)
		return 0;
	p = gp_space_take(u->span, 0, &offset);
	if (!p || publish_block(v, offset) < 0)
		return -1;
	v->image = p + ((uintptr_t)u->start - u->page);
	u->shared = v;
	return 0;
}

/* A place to count for a view that can have no block; -1 if there is none. */
int gp_share(struct gp_view *v)
{
	gp_flag(GPROF_FILE_SHARED);
	gp_lose(GPROF_LOSS_THREADS);
	if (!v->unit->shared || v->unit->shared->image || gp.no_base)
		return image_map(v);
	v->offset = 0;
	v->block = v->unit->shared->block;
	v->bias = v->unit->shared->bias;
	return 0;
}

/* Counts made before the first thread was registered go on in its block. */
static void carry(struct gp_unit *u, struct gp_view *v)
{
	if (u->carried)
		return;
	u->carried = true;
	if (!v->bias)
		return;
	if (gp_unit_counted(u))
		gp_copy((char *)v->block + ((uintptr_t)u->start - u->page), u->start,
			(size_t)(u->stop - u->start));
	u->shared = v;
}

/* Whether something was counted in the section itself. */
bool gp_unit_counted(const struct gp_unit *u)
{
	const uint64_t *word = (const uint64_t *)u->start;

	while (word < (const uint64_t *)u->stop && !*word)
		word++;
	return word < (const uint64_t *)u->stop;
}

/* Gives the view a place to count, its old one if its unit has come back. */
static int place_view(struct gp_view *v)
{
	struct gp_unit *u = v->unit;

	if (!u->span) {
		v->placed = true;
		return 0;
	}
	if (v->offset && v->block)
		v->bias = (int64_t)(v->block - u->page);
	else if ((u->executable && gp.no_base) || gp_block_map(v, 0) < 0)
		if (gp_share(v) < 0)
			return -1;
	v->placed = true;
	carry(u, v);
	return 0;
}

static struct gp_view *new_view(struct gp_thread *t, struct gp_unit *u)
{
	struct gp_view *v = gp_heap(sizeof(*v));

	if (!v)
		return NULL;
	v->thread = t;
	gp_arcs_show(v);
	v->unit = u;
	if (place_view(v) < 0)
		return NULL;
	v->next = t->views;
	t->views = v;
	return v;
}

/*
 * A view without a place is of a unit that came back.  Its block has counts already:
 * what was counted in the section itself needs an empty one.
 */
static struct gp_view *take_view(struct gp_thread *t, struct gp_unit *u)
{
	struct gp_view *v = t->views;

	while (v && v->unit != u)
		v = v->next;
	if (!v || (!v->placed && !u->carried && gp_unit_counted(u)))
		return new_view(t, u);
	if (!v->placed && place_view(v) < 0)
		return NULL;
	return v;
}

/* Takes the unit's block from the thread; keeps it for when the unit comes back. */
static void displace_views(struct gp_thread *t, const struct gp_unit *u)
{
	for (struct gp_view **at = &t->views; *at;) {
		struct gp_view *v = *at;

		if (v->unit == u && v->placed) {
			v->image = NULL;
			v->placed = false;
		}
		if (v->unit == u && !v->offset)
			*at = v->next;
		else
			at = &v->next;
	}
}

/* Its blocks stay, and their counts with them: when it comes back it gets them again. */
void gp_unit_unloaded(uint32_t module)
{
	for (struct gp_unit *u = gp.units; u; u = u->next) {
		if (u->index != module)
			continue;
		for (struct gp_thread *t = gp.threads; t; t = t->next)
			displace_views(t, u);
		u->shared = NULL;
		u->gone = u->unloaded = true;
		u->carried = false;
	}
}

/* Finds out, before any block is made, whether the base can be set. */
static void try_base(void)
{
	if (gp.no_base || gp.units == NULL || gp_base_set(0) >= 0)
		return;
	gp.no_base = true;
	gp_flag(GPROF_FILE_NO_GS);
}

static struct gp_view *register_thread(struct gp_unit *u)
{
	struct gp_thread *t = gp_self;
	struct gp_view *v;

	if (t)
		gp_thread_name(t);
	else
		t = take_slot();
	if (!t)
		return NULL;
	if (u->executable && u->span && !u->carried)
		try_base();
	v = take_view(t, u);
	if (v && u->executable && u->span && !gp.no_base)
		gp_base_set((uintptr_t)v->bias);
	return v;
}

void gp_register(struct gprof_unit *unit, struct gprof_tls *tls)
{
	const struct gp_thread *known = gp_self;
	struct gp_view *v = NULL;
	uint64_t mask;

	gp_fork_notice();
	gp_lock(&mask);
	if (!tls->view) {
		if (gp.state == GP_ON && unit->data)
			v = register_thread(unit->data);
		if (v)
			tls->bias = v->bias;
		else if (gp.state == GP_ON)
			gp_lose(GPROF_LOSS_THREADS);
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		tls->view = v ? (uintptr_t)v + 1 : GPROF_VIEW_OFF;
	}
	gp_unlock(&mask);
	if (!known)
		gp_mask_follow(gp_self);
}

/* Threads that count in the section itself: only now does it reach the file. */
void gp_shared_store(const struct gp_unit *u)
{
	if (!u->gone && u->shared && u->shared->image)
		gp_copy(u->shared->image, u->start, (size_t)(u->stop - u->start));
}

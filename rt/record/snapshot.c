/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot.c - start, stop, reset, dump and phases: copies of all counts, in the
 * profile file, from which the report subtracts.
 *
 * A snapshot holds what has changed since this process made its last one.  What the
 * counts were then is the shadow: private memory of the file's size in which each count is at its
 * file offset, so that only pages with counts in them are ever touched.  The counts themselves are
 * read through a mapping of the whole file, area by area, like any reader of the profile does.
 *
 * The list of snapshots is shared with other processes.  Its head is read first, then
 * the counts, then the snapshot is pushed by compare-and-swap; if somebody was
 * faster the counts are read once more.  So no count of a snapshot is smaller than in
 * the one before it, and the differences along the list add up to the total exactly.
 * Nobody waits for another process, and whoever dies leaves a valid list.
 *
 * The steps of a snapshot, with its lock held:
 *
 *   read the head of the list <------------------------------------+
 *     |                                                            |
 *   read the counts: append those that differ from the shadow      |
 *     |   ^ other threads ran longer than MAX_WAIT meanwhile:      |
 *     |   +--- again, up to MAX_TRIES                              |
 *     |                                                            |
 *   take space in the file, copy the content there                 |
 *     |                                                            |
 *   push: compare-and-swap of the head ---- another was faster ----+
 *     |
 *   done, or if blocks are counted and other threads run: once more, of kind AGAIN
 *
 * Without memory or space a step fails, and the snapshot is lost.  The shadow is then ahead of the
 * list, so it is cleared: the next snapshot has all counts.
 *
 * While counts are read other threads run, and the snapshot is not a state that ever was.  No
 * matter for sums of single counts; executions are solved from many counts together.  So
 * the counts are read a second time then: between the two there was a state, and each count
 * of it lies between the two.
 *
 * Own lock, taken with all signals blocked; the runtime's lock is taken inside it,
 * for space in the file only, so that threads can start while counts are read.
 */
#include "record/snapshot.h"

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "file/mapping.h"
#include "record/block.h"
#include "record/slot.h"
#include "record/unload.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <gprof-llvm/snapshot.h>

#define FIRST_CONTENT (64u << 10)
#define KEPT_CONTENT (1u << 20) /* bytes of memory not given back */
#define MAX_WAIT 100000 /* ns that other threads may run while counts are read */
#define MAX_TRIES 4
#define LOCK_TRIES 100
#define URGENT (1ull << (SIGURG - 1)) /* it may be blocked for the sake of samples */

struct gprt_snapshots gprt_snapshots;

/* Makes anonymous memory at least 'want' bytes large, what is added being zero. */
static bool memory_reach(struct gprt_memory *m, size_t want)
{
	long at;

	if (m->size >= want)
		return true;
	want = gprt_round(want + want / 4);
	if (m->at)
		at = sys_mremap((uintptr_t)m->at, m->size, want);
	else
		at = sys_mmap(0, want, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (sys_failed(at))
		return false;
	m->at = (char *)at;
	m->size = want;
	return true;
}

static void memory_clear(const struct gprt_memory *m, size_t from)
{
	if (m->size > from)
		gprt_syscall3(SYS_madvise, (long)(m->at + from), (long)(m->size - from),
			      MADV_DONTNEED);
}

static void memory_release(struct gprt_memory *m)
{
	if (m->at)
		sys_munmap((uintptr_t)m->at, m->size);
	m->at = NULL;
	m->size = 0;
}

/* Maps the file as far as it reaches now; returns that, 0 on failure. */
static uint64_t image_reach(void)
{
	uint64_t end = __atomic_load_n(&gprt_file.header->file_end, __ATOMIC_ACQUIRE);
	size_t size = gprt_round(end + end / 4);

	if (gprt_snapshots.image.size >= end)
		return end;
	/* A program may read all its writable memory: none may lie beyond the end of the file. */
	if (size > gprt_file.length)
		size = gprt_file.length > end ? gprt_file.length : gprt_round(end);
	memory_release(&gprt_snapshots.image);
	gprt_snapshots.image.at = gprt_mapping_image(size);
	if (!gprt_snapshots.image.at)
		return 0;
	gprt_snapshots.image.size = size;
	return end;
}

/* Takes the runtime's lock.  A snapshot by time must not wait for it (periodic_snapshots.c). */
static bool lock_runtime(uint32_t kind)
{
	if (kind != GPROF_SNAPSHOT_EVERY) {
		gprt_lock_word(&gprt.lock);
		return true;
	}
	for (int i = 0; i < LOCK_TRIES; i++) {
		if (gprt_try_word(&gprt.lock))
			return true;
		gprt_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
	}
	return false;
}

/* Threads without a block count in the section itself. */
static void store_shared(uint32_t kind)
{
	if (!(gprt_file.header->flags & GPROF_FILE_SHARED) || !lock_runtime(kind))
		return;
	for (const struct gprt_unit *u = gprt_units.first; u; u = u->next)
		gprt_shared_store(u);
	gprt_unlock_word(&gprt.lock);
}

/* Bytes that snapshots may still take. */
static uint64_t budget(void)
{
	uint64_t taken = __atomic_load_n(&gprt_file.header->snapshot_bytes, __ATOMIC_RELAXED);

	return taken < gprt_file.header->snapshot_limit ? gprt_file.header->snapshot_limit - taken
							: 0;
}

/* Appends to the content what has changed; 'used' bytes of it are there. */
static bool encode(size_t *used)
{
	uint64_t end = image_reach();
	struct gprof_encoder e;
	enum gprof_encoded done;

	if (!end || !memory_reach(&gprt_snapshots.shadow, end))
		return false;
	do {
		if (*used > budget() ||
		    !memory_reach(&gprt_snapshots.content, *used + FIRST_CONTENT))
			return false;
		e.file = gprt_snapshots.image.at;
		e.end = end;
		e.shadow = gprt_snapshots.shadow.at;
		e.at = (unsigned char *)gprt_snapshots.content.at + *used;
		e.limit = (unsigned char *)gprt_snapshots.content.at + gprt_snapshots.content.size;
		done = gprof_encode(&e);
		*used = (size_t)(e.at - (unsigned char *)gprt_snapshots.content.at);
	} while (done == GPROF_ENCODED_PART);
	return true;
}

/* Time in which this thread did not run, from some point on; ns. */
static uint64_t waited(void)
{
	return sys_clock(CLOCK_MONOTONIC) - sys_clock(CLOCK_THREAD_CPUTIME_ID);
}

static size_t end_content(size_t used)
{
	struct gprof_encoder e = { .at = (unsigned char *)gprt_snapshots.content.at + used };

	return gprof_encode_end(&e, (unsigned char *)gprt_snapshots.content.at);
}

static struct gprof_snapshot *take_space(uint32_t kind, size_t size, uint64_t *offset)
{
	struct gprof_snapshot *s = NULL;

	if (size > budget() || !lock_runtime(kind))
		return NULL;
	s = gprt_file_alloc(size, offset);
	gprt_unlock_word(&gprt.lock);
	if (s)
		__atomic_fetch_add(&gprt_file.header->snapshot_bytes, size, __ATOMIC_RELAXED);
	return s;
}

static void fill(struct gprof_snapshot *s, uint32_t kind, const char *name)
{
	gprt_clear(s, sizeof(*s));
	s->kind = kind;
	s->base = gprt_snapshots.base;
	gprt_copy(s->name, name, gprt_length(name));
}

static void set_times(struct gprof_snapshot *s)
{
	s->monotonic_ns = sys_clock(CLOCK_MONOTONIC);
	s->cpu_ns = sys_clock(CLOCK_PROCESS_CPUTIME_ID);
}

/*
 * Notes the time and reads the counts, and again if the processor was taken away
 * in between: the other threads may have counted much that belongs to later.
 */
static bool read_counts(uint32_t kind, size_t *used)
{
	uint64_t before;
	int tries = 0;

	do {
		before = waited();
		set_times((struct gprof_snapshot *)gprt_snapshots.content.at);
		store_shared(kind);
		if (!encode(used))
			return false;
	} while (waited() - before > MAX_WAIT && ++tries < MAX_TRIES);
	return true;
}

/* Other threads that may run, as far as anybody asks: where blocks are counted. */
static uint32_t count_others(uint32_t kind)
{
	uint32_t n = 0;

	if (!lock_runtime(kind))
		return 0;
	for (const struct gprt_thread *t = gprt_units_count_blocks() ? gprt_slots.first : NULL; t;
	     t = t->next)
		n += t->tid && t != gprt_self && !gprt_thread_gone(t);
	gprt_unlock_word(&gprt.lock);
	return n + 1;
}

/* The head of the snapshot precedes its content in gprt_snapshots.content. */
static bool take(uint32_t kind, const char *name, uint32_t *others)
{
	struct gprof_snapshot *s = NULL, *draft;
	uint64_t offset = 0, head;
	size_t used = sizeof(*s), size, room = 0;

	if (!memory_reach(&gprt_snapshots.content, FIRST_CONTENT))
		return false;
	fill((struct gprof_snapshot *)gprt_snapshots.content.at, kind, name);
	do {
		head = __atomic_load_n(&gprt_file.header->snapshots, __ATOMIC_ACQUIRE);
		if (!read_counts(kind, &used))
			return false;
		size = end_content(used);
		if (size > room)
			s = take_space(kind, size, &offset);
		if (!s)
			return false;
		room = size > room ? size : room;
		draft = (struct gprof_snapshot *)gprt_snapshots.content.at;
		if (others)
			draft->others = (*others & GPROF_SNAPSHOT_BLOCKED) | count_others(kind);
		draft->next = head;
		draft->size = size;
		gprt_copy(s, draft, size);
	} while (!__atomic_compare_exchange_n(&gprt_file.header->snapshots, &head, offset, false,
					      __ATOMIC_RELEASE, __ATOMIC_RELAXED));
	gprt_snapshots.base = offset;
	if (others)
		*others = s->others;
	return true;
}

static bool is_name(uint32_t kind, const char *name)
{
	size_t n = name ? gprt_length(name) : sizeof(((struct gprof_snapshot *)0)->name);

	if (n >= sizeof(((struct gprof_snapshot *)0)->name))
		return false;
	return n || (kind != GPROF_SNAPSHOT_BEGIN && kind != GPROF_SNAPSHOT_END);
}

/* With the snapshot's lock held, which is given back. */
static bool take_and_unlock(uint32_t kind, const char *name, uint32_t *others)
{
	bool done = take(kind, name, others), alone;

	alone = !others || (*others & ~GPROF_SNAPSHOT_BLOCKED) <= 1;
	if (!done || (!alone && !take(GPROF_SNAPSHOT_AGAIN, "", NULL))) {
		/* The shadow is ahead of the list: the next one starts from zeros. */
		memory_clear(&gprt_snapshots.shadow, 0);
		gprt_snapshots.base = 0;
		gprt_lose(GPROF_LOSS_SNAPSHOTS);
	}
	memory_clear(&gprt_snapshots.content, KEPT_CONTENT);
	gprt_unlock_word(&gprt_snapshots.lock);
	return done;
}

/* A snapshot by time, signals blocked.  Never waits; false: it has to be tried again. */
bool gprt_snapshot_try(void)
{
	if (gprt.pid != sys_getpid() || !gprt_try_word(&gprt_snapshots.lock))
		return false;
	take_and_unlock(GPROF_SNAPSHOT_EVERY, "", NULL);
	return true;
}

/* struct gprof_runtime.control: 0 or an errno value. */
int gprt_snapshot(uint32_t kind, const char *name)
{
	uint64_t mask;
	uint32_t others;
	bool done;

	if (__atomic_load_n(&gprt.state, __ATOMIC_ACQUIRE) != GPRT_ON || gprt.pid != sys_getpid())
		return ENOSYS;
	if (kind < GPROF_SNAPSHOT_START || kind > GPROF_SNAPSHOT_END || !is_name(kind, name))
		return EINVAL;
	sys_block(&mask);
	gprt_lock_word(&gprt_snapshots.lock);
	others = mask & ~URGENT ? GPROF_SNAPSHOT_BLOCKED : 0;
	done = take_and_unlock(kind, name, &others);
	sys_unblock(&mask);
	return done ? 0 : ENOSPC;
}

/*
 * A process that starts stopped: before anything is counted, so without content.
 * With the runtime's lock held.
 */
void gprt_snapshot_first(void)
{
	size_t size = sizeof(struct gprof_snapshot) + 8;
	uint64_t offset;
	struct gprof_snapshot *s = gprt_file_alloc(size, &offset);

	if (!s) {
		gprt_lose(GPROF_LOSS_SNAPSHOTS);
		return;
	}
	s->kind = GPROF_SNAPSHOT_STOP;
	s->size = size;
	set_times(s);
	gprt_file.header->snapshot_bytes = size;
	__atomic_store_n(&gprt_file.header->snapshots, offset, __ATOMIC_RELEASE);
}

/* Returns true if the process that forked was; in its child, both locks held. */
bool gprt_snapshot_stopped(void)
{
	uint64_t at = gprt_file.header->snapshots;
	uint64_t end = at ? image_reach() : 0;

	if (at && !end)
		return gprt_options.paused;
	while (at && at < end) {
		const struct gprof_snapshot *s = (const void *)(gprt_snapshots.image.at + at);

		if (s->kind == GPROF_SNAPSHOT_START || s->kind == GPROF_SNAPSHOT_STOP)
			return s->kind == GPROF_SNAPSHOT_STOP;
		at = s->next;
	}
	return false;
}

/* The child's file has no snapshots yet, and other counts. */
void gprt_snapshot_forked(void)
{
	memory_release(&gprt_snapshots.image);
	memory_release(&gprt_snapshots.shadow);
	gprt_snapshots.base = 0;
}

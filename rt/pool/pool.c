/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pool.c - GPROF_FILE with %Nm: all processes of a program leave N files.
 *
 * A process counts in a file of its own, whose name has PID-START (START is the
 * kernel's start time of the process: with it a pid is not taken for a later one).  At
 * its end it merges that into its member, and with it some orphans: files of dead processes that
 * did not come to it.  A process killed at any point loses nothing and is counted exactly once:
 *
 * - a member is locked (flock) while somebody merges into it, and never written:
 *   the result is another file that takes its name (replace.c), so the lock is good only if the
 *   name still leads to the locked file;
 * - the result names the file that was merged into it last.  That file is removed
 *   next; if it is still there, the next one to come removes it first.  So whoever has the
 *   member locked knows of an orphan: it is the last one, or gone, or not in it yet.
 *
 * A file is left alone while its process lives, which a lock of the other kind
 * (F_OFD_SETLK) shows across pid namespaces.  Builds do not mix: another one's member
 * has a number of its own, as has one whose name somebody else has taken.  A member that
 * stays locked for a second is not waited for: the process's own file stays, which is as
 * good for a report.
 *
 * The states of a file, the process's own or an orphan (enum outcome):
 *
 *     not merged -- damaged, or has snapshots ---------------------------------> set aside
 *         |
 *         v
 *   +-> member n -- another build's, or not ours ------------> n + 1, up to MAX_BUILDS
 *   |     | |  |
 *   |     | |  +--- none has that name: rename the file to it -----------------> MERGED
 *   |     | +------ locked, or just replaced: wait 1 ms -----+
 *   |     |         (an orphan tries twice without waiting)  |
 *   +-----|--------------------------------------------------+ AGAIN, up to ROUNDS
 *         v
 *      locked ----- it has the file as its last one ---------------------------> MERGED
 *         |
 *         | remove the last one's file, if it is still there
 *         v
 *      added up in memory ------ no memory, no space ---------> FAILED: the own file stays,
 *         |                                                     an orphan is set aside
 *         | write the result, rename it over the member
 *         v
 *      MERGED: the own file is recycled (recycle.c) or removed, an orphan is removed
 *
 * A process may be killed at each arrow: the file is then an orphan in the same state, or the
 * member's last one.
 *
 * A file that cannot be merged is set aside, by a name that nobody tries again, and one line
 * says why.  A file that a process could not merge for want of room or time stays for
 * another one, which sets it aside if it cannot do it either.
 *
 * At the process's end, with the lock held and all signals blocked: waiting is bounded
 * by a second, and work by the sizes of nine files (GPRT_POOL_ORPHANS, MOST_BYTES).
 */
#include "pool/pool.h"

#include "base/message.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/descriptor.h"
#include "file/file.h"
#include "file/name.h"
#include "file/ownership.h"
#include "pool/merge.h"
#include "pool/profile.h"
#include "record/block.h"
#include "record/modules.h"
#include "record/slot.h"
#include "record/unload.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <sys/file.h>

#define ROUNDS 1000     /* of a millisecond, to wait for a member */
#define MAX_BUILDS 100  /* of a program in one pool */

enum outcome {
	MERGED,
	NEXT_NUMBER, /* the member is not for this file */
	AGAIN,       /* it is locked, or has gone */
	FAILED,
};

/* A file to be merged. */
struct own {
	struct gprt_pool_work *work;
	const char *path, *name; /* absolute; without the folder */
	struct gprt_profile profile;
	bool orphan;             /* an orphan, not this process's file */
	int fd;                  /* of the orphan; claimed */
	const char *why;         /* it could not be merged */
	bool unfit, damaged;     /* and never can be; being no sound profile */
};

/* ------------------------------------------------------------------ */

static enum outcome fail(struct own *own, const char *why)
{
	own->why = why;
	return FAILED;
}

/* No process can merge the file. */
static enum outcome refuse(struct own *own, const char *why, bool damaged)
{
	own->unfit = true;
	own->damaged = damaged;
	return fail(own, why);
}

/* A member into which nothing can be merged makes room for a new one. */
static enum outcome put_away(struct own *own, const char *member, const char *why, bool damaged)
{
	return gprt_pool_set_aside(member, damaged, why, own->work->other) ? AGAIN : NEXT_NUMBER;
}

/* The file that is in the member already, if whoever merged it was killed then. */
static void remove_last(const char *member, const char *name, struct gprt_pool_work *work)
{
	struct gprt_text t = gprt_text(work->other, GPRT_PATH);
	const char *end;

	if (!gprt_pool_parse(name, &end))
		return;
	gprt_pool_put_folder(&t, member);
	gprt_put(&t, name);
	gprt_pool_remove(work->other);
}

static uint64_t number_of(const struct gprt_profile *p, const char *key)
{
	const char *s = gprt_profile_value(p, key);

	return s ? gprt_number(s) : 0;
}

static const uint32_t *known_cells(const struct gprof_module *module, uint64_t *n)
{
	static const uint32_t none;

	for (struct gprt_unit *u = gprt_units.first; u; u = u->next) {
		const struct gprof_module *r = u->gone ? NULL : gprt_module_record(u->index);

		if (!r || !gprt_profile_same(r, module))
			continue;
		gprt_cells_list(u);
		*n = u->ncells;
		return u->ncells ? u->cells : &none;
	}
	return NULL;
}

/* Puts the sum of both in the member's place. */
static enum outcome replace(const char *member, const struct gprt_profile *old, struct own *own)
{
	struct gprt_merge m;
	const char *why;

	gprt_clear(&m, sizeof(m));
	m.from[0].profile = *old;
	m.from[1].profile = own->profile;
	m.name = own->name;
	m.known_cells = known_cells;
	m.looked = number_of(old, GPROF_PROCESS_LOOKED "=");
	if (!own->orphan)
		m.looked = gprt_pool_find_orphans(own->work, m.looked);
	if (gprt_merge(&m) < 0) {
		if (m.culprit == 0)
			return put_away(own, member, m.why, m.damaged);
		return m.culprit == 1 ? refuse(own, m.why, m.damaged) : fail(own, m.why);
	}
	why = gprt_pool_replace(member, &m, own->work->other);
	gprt_merge_release(&m);
	return why ? fail(own, why) : MERGED;
}

static bool same_build(const struct gprt_profile *a, const struct gprt_profile *b)
{
	const struct gprof_module *x = gprt_profile_main(a), *y = gprt_profile_main(b);

	return x && y && gprt_profile_same(x, y);
}

/* Returns true if the file was never one of ours, or is of another version. */
static bool is_foreign(const struct gprt_profile *p)
{
	enum gprof_fault fault = gprof_check_header(p->at, p->size);

	return fault == GPROF_FAULT_NO_PROFILE || fault == GPROF_FAULT_OTHER_ORDER ||
	       fault == GPROF_FAULT_OTHER_VERSION;
}

static enum outcome merge_into(const char *member, const struct gprt_profile *old, struct own *own)
{
	const char *last;

	if (is_foreign(old))
		return NEXT_NUMBER;
	if (!gprt_profile_sound(old))
		return put_away(own, member, "it is damaged", true);
	if (!gprt_profile_main(old)) { /* by a runtime that made such a file a member */
		gprt_pool_remove(member);
		return AGAIN;
	}
	if (!same_build(old, &own->profile))
		return NEXT_NUMBER;
	last = gprt_profile_value(old, GPROF_PROCESS_MERGED "=");
	if (last && gprt_equal(last, own->name))
		return MERGED;
	if (last)
		remove_last(member, last, own->work);
	return replace(member, old, own);
}

/* With the member locked. */
static enum outcome merge_locked(const char *member, int fd, struct own *own)
{
	enum outcome outcome;
	struct gprt_profile old;
	const char *why = gprt_pool_load(fd, &old);

	outcome = why ? fail(own, why) : merge_into(member, &old, own);
	gprt_pool_unload(&old);
	return outcome;
}

/* Returns true if somebody else has merged it and removed it since it was opened: who claims a file
   keeps nobody from removing what the member has already. */
static bool is_gone(const struct own *own)
{
	return own->orphan && !gprt_is_owned_at(own->fd, own->path);
}

/* The file has got more areas, perhaps more than were mapped in one piece. */
static enum outcome read_again(struct own *own)
{
	const char *why = NULL;

	if (!own->orphan) {
		gprt_pool_unload(&own->profile);
		why = gprt_pool_load(gprt_file.fd, &own->profile);
	}
	return why ? fail(own, why) : AGAIN;
}

/* Without a member the file becomes it, unless another process was faster. */
static enum outcome become(const char *member, struct own *own)
{
	long error;

	for (struct gprt_unit *u = own->orphan ? NULL : gprt_units.first; u; u = u->next)
		gprt_cells_store(u); /* for processes of another build */
	error = sys_rename(own->path, member, RENAME_NOREPLACE);
	if (error == -EEXIST)
		return read_again(own);
	return sys_failed(error) ? fail(own, gprt_error_name(error)) : MERGED;
}

static enum outcome merge_once(const char *member, struct own *own)
{
	long fd = gprt_pool_open(member, O_RDONLY), error;
	enum outcome outcome = AGAIN;

	if (fd == -ENOENT)
		return become(member, own);
	if (fd == -EPERM || fd == -EACCES)
		return NEXT_NUMBER;
	if (sys_failed(fd))
		return fd == -EAGAIN ? AGAIN : fail(own, gprt_error_name(fd));
	error = gprt_syscall3(SYS_flock, fd, LOCK_EX | LOCK_NB, 0);
	if (sys_failed(error) && error != -EAGAIN && error != -EINTR)
		outcome = fail(own, gprt_error_name(error));
	else if (!sys_failed(error) && gprt_is_owned_at((int)fd, member))
		outcome = is_gone(own) ? MERGED : merge_locked(member, (int)fd, own);
	sys_close((int)fd);
	return outcome;
}

static void nap(void)
{
	static const struct timespec millisecond = { 0, 1000000 };

	gprt_syscall3(SYS_nanosleep, (long)&millisecond, 0, 0);
}

/* An orphan waits for no lock. */
static enum outcome merge_patiently(const char *member, struct own *own)
{
	enum outcome outcome = AGAIN;

	for (unsigned i = 0; i < (own->orphan ? 2 : ROUNDS) && outcome == AGAIN; i++) {
		if (i && !own->orphan)
			nap();
		outcome = merge_once(member, own);
	}
	return outcome;
}

/* Into the member of that name, or with a number for another build. */
static enum outcome merge_anywhere(const char *member, struct own *own)
{
	enum outcome outcome = NEXT_NUMBER;

	if (is_foreign(&own->profile) || !gprt_profile_sound(&own->profile))
		return refuse(own, "it is damaged", true);
	if (gprt_profile_head(&own->profile)->snapshots)
		return refuse(own, "it has snapshots", false);
	for (unsigned n = 1; n <= MAX_BUILDS && outcome == NEXT_NUMBER; n++) {
		gprt_pool_name(own->work->build, member, n, "");
		outcome = merge_patiently(own->work->build, own);
	}
	return outcome == NEXT_NUMBER ? fail(own, "all names are taken") : outcome;
}

/* Returns true if it is merged; if not, it stays or is set aside. */
static bool merge_file(struct own *own, const char *member)
{
	enum outcome outcome = merge_anywhere(member, own);

	if (outcome == MERGED && !own->orphan &&
	    gprt_pool_recycle(&own->profile, own->work->other))
		gprt_file_close();
	else if (outcome == MERGED)
		gprt_pool_remove(own->path);
	else if (outcome == FAILED && (own->orphan || own->unfit))
		gprt_pool_set_aside(own->path, own->damaged, own->why, own->work->other);
	else if (!own->orphan)
		gprt_say("cannot merge '", own->path, "' into its pool: ",
			 outcome == FAILED ? own->why : "another process has locked it");
	return outcome == MERGED;
}

/* ------------------------------------------------------------------ */

/* Returns true if the process counted nothing: it ended before its file was begun, or said what it
   runs. */
static bool is_bare(const struct gprt_profile *p)
{
	enum gprof_fault fault = gprof_check_header(p->at, p->size);

	if (fault == GPROF_FAULT_EMPTY || fault == GPROF_FAULT_NOT_BEGUN)
		return true;
	return fault == GPROF_FAULT_NONE && gprt_profile_sound(p) && !gprt_profile_main(p);
}

static void merge_open_orphan(struct own *own)
{
	const char *why = gprt_pool_load(own->fd, &own->profile);

	if (why)
		gprt_pool_set_aside(own->path, false, why, own->work->other);
	else if (is_bare(&own->profile))
		gprt_pool_remove(own->path);
	else
		merge_file(own, own->work->member);
	gprt_pool_unload(&own->profile);
}

static void merge_orphan(const char *name, struct gprt_pool_work *work)
{
	struct gprt_text p = gprt_text(work->path, GPRT_PATH),
			 m = gprt_text(work->member, GPRT_PATH);
	struct own own;
	const char *end;
	long fd;

	if (!gprt_pool_parse(name, &end))
		return;
	gprt_clear(&own, sizeof(own));
	own.work = work;
	own.path = work->path;
	own.name = name;
	own.orphan = true;
	gprt_pool_put_folder(&p, gprt_name.member);
	gprt_pool_put_folder(&m, gprt_name.member);
	gprt_put(&p, name);
	for (const char *s = name; s < end; s++)
		gprt_put_char(&m, *s);
	gprt_put(&m, gprt_file_ending());
	fd = gprt_pool_open(work->path, O_RDWR);
	if (sys_failed(fd))
		return;
	own.fd = (int)fd;
	if (gprt_owned_claim(own.fd) == 0 && gprt_is_owned_at(own.fd, work->path))
		merge_open_orphan(&own);
	sys_close((int)fd);
}

/* Counts of a thread that runs on would be lost: its file is for a later process. */
static bool others_run(void)
{
	int self = sys_gettid();

	for (const struct gprt_thread *t = gprt_slots.first; t; t = t->next)
		if (t->tid && t->tid != self && !gprt_thread_gone(t))
			return true;
	return false;
}

static bool merge_own(struct gprt_pool_work *work)
{
	struct own own;
	const char *why;
	bool merged = false;

	gprt_clear(&own, sizeof(own));
	own.work = work;
	own.path = gprt_file.path;
	own.name = gprt_file.path + gprt_pool_folder(gprt_file.path);
	for (unsigned i = 0; i < 3 && others_run(); i++)
		nap();
	if (others_run() || gprt_file_reopen() < 0)
		return false;
	why = gprt_pool_load_own(&own.profile);
	if (why)
		gprt_say("cannot merge '", gprt_file.path, "' into its pool: ", why);
	else
		merged = merge_file(&own, gprt_name.member);
	gprt_pool_unload(&own.profile);
	return merged;
}

static void merge_all(struct gprt_pool_work *work)
{
	if (!merge_own(work))
		return;
	if (!work->searched)
		gprt_pool_find_orphans(work, 0);
	for (unsigned i = 0; i < work->norphans; i++)
		merge_orphan(work->orphans[i], work);
}

/* Returns true if the file of this process is to be merged at its end. */
bool gprt_pool_is_due(void)
{
	return gprt_name.pool && !gprt_file.in_memory && gprt.state == GPRT_ON &&
	       gprt.pid == sys_getpid();
}

/* No sample is any more: the time that merging takes is not the program's. */
void gprt_pool_end(void)
{
	struct gprt_pool_work *work = gprt_heap(sizeof(*work));

	if (!work)
		return;
	merge_all(work);
	gprt_name.pool = 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waited.c - what a blocked thread waits for, by its system call: which lock, which file.
 *
 *   futex          the address of its word; the first time also the mapping there.  As mutexes
 *                  of glibc wait: the word is 0 or 1, 2 while others wait.  A robust mutex and one
 *                  with priority inheritance have the holder's number in it.
 *   a descriptor   its file, by /proc/self/task/TID/fd.  When the thread has run since, the file is
 *                  looked up again, for the number may be another file's now.
 *   poll, select   the descriptor if there is one, else how many there are.
 *
 * The holder of a mutex changes while a thread sleeps, so each look reads it again: from the word,
 * or from 8 bytes after it, where glibc's pthread_mutex_t has its owner.  Other locks may have any
 * number there, so it counts only if a known thread has it.
 *
 * Cost: 4 bytes read for each look at a thread that waits for a lock, 0.6 us; 3 us for each new
 * wait for a descriptor; reading the address space once for each lock.
 */
#include "sample/waited.h"

#include "base/maps.h"
#include "base/safe_read.h"
#include "base/text.h"
#include "record/objects.h"

#include <gprof-llvm/format.h>
#include <poll.h>

#define TID_MASK 0x3fffffffu /* FUTEX_TID_MASK */
#define CONTENDED 2          /* a word of glibc's mutexes, while others wait */
#define GLIBC_OWNER 8        /* from the word of a pthread_mutex_t to its owner */
#define LONGEST 1024         /* bytes of a path that is read */

#ifndef SYS_epoll_pwait2
#define SYS_epoll_pwait2 441
#endif
#ifndef FUTEX_LOCK_PI2
#define FUTEX_LOCK_PI2 13
#endif

/* System calls whose first argument is the descriptor that they wait for. */
static const short by_descriptor[] = {
	SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv,
	SYS_pwritev, SYS_preadv2, SYS_pwritev2, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg,
	SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_accept, SYS_accept4, SYS_connect, SYS_fsync,
	SYS_fdatasync, SYS_sync_file_range, SYS_syncfs, SYS_fallocate, SYS_ftruncate, SYS_flock,
	SYS_fcntl, SYS_ioctl, SYS_getdents64, SYS_splice, SYS_tee, SYS_vmsplice, SYS_sendfile,
	SYS_copy_file_range, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_fstat, SYS_lseek,
#ifdef SYS_epoll_wait
	SYS_epoll_wait,
#endif
};

static bool is_by_descriptor(long number)
{
	for (size_t i = 0; i < sizeof(by_descriptor) / sizeof(by_descriptor[0]); i++)
		if (by_descriptor[i] == number)
			return true;
	return false;
}

static bool is_poll(long number)
{
#ifdef SYS_poll
	if (number == SYS_poll)
		return true;
#endif
	return number == SYS_ppoll;
}

static bool is_select(long number)
{
#ifdef SYS_select
	if (number == SYS_select)
		return true;
#endif
	return number == SYS_pselect6;
}

static bool read_word(uintptr_t at, uint32_t *word)
{
	return gprt_safe_read(gprt_read_method(), word, at, sizeof(*word)) == sizeof(*word);
}

static struct gprt_thread *thread_of(uint32_t tid)
{
	struct gprt_thread *t = __atomic_load_n(&gprt_slots.first, __ATOMIC_ACQUIRE);

	while (t && (uint32_t)__atomic_load_n(&t->tid, __ATOMIC_RELAXED) != tid)
		t = t->next;
	return t;
}

/* The known thread whose number is at an address, in the bits of a futex; or NULL. */
static struct gprt_thread *thread_at(uintptr_t at)
{
	uint32_t tid;

	if (!read_word(at, &tid) || !(tid & TID_MASK))
		return NULL;
	return thread_of(tid & TID_MASK);
}

/* Its id; 0: the table is full. */
static uint32_t object_id(const struct gprof_object *o)
{
	uint32_t id = gprt_objects_find(o);

	return id ? id : gprt_objects_add(o);
}

/* ------------------------------------------------------------------ futexes */

/* The thread that was last seen blocked with its stack in a range. */
static uint32_t stack_of(const struct gprt_range *range)
{
	for (struct gprt_thread *t = __atomic_load_n(&gprt_slots.first, __ATOMIC_ACQUIRE); t;
	     t = t->next)
		if (t->wait.sp >= range->low && t->wait.sp < range->high)
			return t->index;
	return GPROF_NONE;
}

/* Finds the mapping around a new object. */
static void find_region(struct gprof_object *o)
{
	struct gprt_range range = { 0, 0 };

	gprt_lock_word(&gprt.lock);
	gprt_maps_region(o->address, &range, o->name, sizeof(o->name));
	gprt_unlock_word(&gprt.lock);
	o->thread = stack_of(&range);
}

static uint32_t futex_id(struct gprof_object *o)
{
	uint32_t id = gprt_objects_find(o);

	if (id)
		return id;
	find_region(o);
	return gprt_objects_add(o);
}

/* Returns true if a mutex of glibc or musl waits so, and nothing else that is known: libstdc++'s
   futures wait with that bit alone. */
static bool is_mutex(int operation, uint32_t value)
{
	return operation == FUTEX_WAIT &&
	       (value == CONTENDED || (value & FUTEX_WAITERS && value & TID_MASK));
}

/* Where the holder's number is; 0: nowhere that is known. */
static uintptr_t owner_of(const struct gprt_call *call, int operation)
{
	uint32_t value = (uint32_t)call->arguments[2];

	if (operation == FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2 ||
	    (operation == FUTEX_WAIT && value & FUTEX_WAITERS && value & TID_MASK))
		return call->arguments[0];
	/* pthread_mutex_timedlock() waits like a condition variable. */
	if (value == CONTENDED && (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET))
		return call->arguments[0] + GLIBC_OWNER;
	return 0;
}

/* The number of the thread whose end is waited for; 0: it is not that. */
static uint32_t joined(const struct gprt_call *call)
{
	uint32_t value = (uint32_t)call->arguments[2];

	/* The kernel wakes by another key than private futexes have. */
	if (call->arguments[1] & FUTEX_PRIVATE_FLAG || !value || value & ~TID_MASK)
		return 0;
	return !sys_failed(sys_tgkill(gprt.pid, (int)value, 0)) ? value : 0;
}

/* A new thread may not be known yet, so its number is its name; addresses are used again. */
static uint32_t end_id(struct gprof_object *o, uint32_t tid)
{
	struct gprt_text t = gprt_text(o->name, sizeof(o->name));
	struct gprt_thread *thread;
	uint32_t id;

	o->kind = GPROF_OBJECT_END;
	o->address = 0;
	gprt_put_number(&t, tid);
	id = gprt_objects_find(o);
	if (id)
		return id;
	thread = thread_of(tid);
	if (thread)
		o->thread = thread->index;
	return gprt_objects_add(o);
}

static void find_futex(struct gprt_wall_state *w, const struct gprt_call *call)
{
	int operation = (int)call->arguments[1] & FUTEX_CMD_MASK;
	struct gprof_object o;
	uint32_t ends;

	if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET &&
	    operation != FUTEX_LOCK_PI && operation != FUTEX_LOCK_PI2)
		return;
	gprt_clear(&o, sizeof(o));
	o.kind = GPROF_OBJECT_FUTEX;
	o.address = call->arguments[0];
	o.thread = GPROF_NONE;
	w->owner_at = owner_of(call, operation);
	ends = w->owner_at ? 0 : joined(call);
	if (w->owner_at && (is_mutex(operation, (uint32_t)call->arguments[2]) ||
			    operation == FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2 ||
			    thread_at(w->owner_at)))
		o.kind = GPROF_OBJECT_LOCK;
	if (o.kind != GPROF_OBJECT_LOCK)
		w->owner_at = 0;
	w->wait.object = ends ? end_id(&o, ends) : futex_id(&o);
}

/* ------------------------------------------------------------------ descriptors */

/* The end of a long path is the part that says most. */
static void put_end(struct gprt_text *t, const char *path, size_t n)
{
	size_t room = (size_t)(t->end - t->at) - 1;

	if (n > room) {
		gprt_put(t, "...");
		path += n - room + 3;
	}
	gprt_put(t, path);
}

static void find_file(struct gprt_wall_state *w, int tid, uint64_t descriptor)
{
	char link[64], path[LONGEST + 1];
	struct gprt_text t = gprt_text(link, sizeof(link));
	struct gprof_object o;
	long n;

	gprt_put(&t, "/proc/self/task/");
	gprt_put_number(&t, (uint64_t)tid);
	gprt_put(&t, "/fd/");
	gprt_put_number(&t, descriptor);
	n = sys_readlink(link, path, LONGEST);
	if (n <= 0)
		return;
	path[n] = 0;
	gprt_clear(&o, sizeof(o));
	o.kind = GPROF_OBJECT_FILE;
	o.thread = GPROF_NONE;
	o.descriptor = descriptor;
	t = gprt_text(o.name, sizeof(o.name));
	put_end(&t, path, (size_t)n);
	w->wait.object = object_id(&o);
}

/* Several descriptors: a set of so many. */
static void find_set(struct gprt_wall_state *w, uint64_t n)
{
	struct gprof_object o;
	struct gprt_text t;

	gprt_clear(&o, sizeof(o));
	o.kind = GPROF_OBJECT_SET;
	o.thread = GPROF_NONE;
	o.descriptor = n;
	t = gprt_text(o.name, sizeof(o.name));
	gprt_put_number(&t, n);
	w->wait.object = object_id(&o);
}

static void find_polled(struct gprt_wall_state *w, int tid, const struct gprt_call *call)
{
	struct pollfd one;

	if (call->arguments[1] == 1 &&
	    gprt_safe_read(gprt_read_method(), &one, call->arguments[0], sizeof(one)) ==
		    sizeof(one)) {
		if (one.fd >= 0)
			find_file(w, tid, (uint64_t)one.fd);
	} else if (call->arguments[1]) {
		find_set(w, call->arguments[1]);
	}
}

/* ------------------------------------------------------------------ */

void gprt_waited_find(struct gprt_thread *t, int tid, const struct gprt_call *call)
{
	struct gprt_wall_state *w = &t->wait;

	gprt_clear(&w->wait, sizeof(w->wait));
	w->owner_at = 0;
	if (!gprt_objects_are_kept())
		return;
	if (call->number == SYS_futex)
		find_futex(w, call);
	else if (is_by_descriptor(call->number))
		find_file(w, tid, (uint32_t)call->arguments[0]);
	else if (is_poll(call->number))
		find_polled(w, tid, call);
	else if (is_select(call->number) && call->arguments[0])
		find_set(w, 0);
}

/* A thread that mostly waits has few samples, and these are when names are read. */
static void name_holder(struct gprt_thread *t, uint32_t tid)
{
	char path[64], name[sizeof(t->record->name)];
	struct gprt_text text = gprt_text(path, sizeof(path));
	long n;

	if (t->wait.named == (int)tid)
		return;
	t->wait.named = (int)tid;
	gprt_put(&text, "/proc/self/task/");
	gprt_put_number(&text, tid);
	gprt_put(&text, "/comm");
	n = gprt_read_file(path, name, sizeof(name));
	if (n <= 0)
		return;
	name[n - 1] = 0; /* the kernel ends it by a newline */
	gprt_copy(t->record->name, name, (size_t)n);
}

void gprt_waited_look(struct gprt_wall_state *w)
{
	uint32_t tid;

	if (!w->owner_at)
		return;
	w->wait.holder = 0;
	if (!read_word(w->owner_at, &tid) || !(tid &= TID_MASK))
		return;
	if (!w->holder || (uint32_t)__atomic_load_n(&w->holder->tid, __ATOMIC_RELAXED) != tid)
		w->holder = thread_of(tid);
	if (!w->holder)
		return;
	name_holder(w->holder, tid);
	w->wait.holder = tid;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live_snapshot.c - a snapshot of a running process, taken from outside; see live.h.
 *
 * The values are relative to nothing, since what the process's own last one was
 * relative to is known to it alone.  The space is whole pages: the runtime counts on
 * that.  If another snapshot is pushed meanwhile, what has changed since is
 * encoded behind what is there, and pushed again.
 */
#include "live.h"
#include "profile.h"

#include <errno.h>
#include <fcntl.h>
#include <gprof-llvm/snapshot.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MAX_TRIES 1000
#define FIRST_ROOM (64u << 10)

struct taker {
	const struct live *live;
	struct gprof_file_header *header; /* its page, to be written */
	char *file;      /* the file, to be read */
	size_t size;     /* bytes of it mapped */
	char *shadow;    /* as many */
	unsigned char *record; /* struct gprof_snapshot and its content; owned */
	size_t used, room;
	uint64_t offset, taken; /* space in the file that is ours */
	struct gp_error *e;
};

static void unmap(struct taker *t)
{
	if (t->file)
		munmap(t->file, t->size);
	if (t->shadow)
		munmap(t->shadow, t->size);
}

/* 'old' enlarged, or NULL; it keeps its content. */
static char *enlarge(char *old, size_t size, size_t wanted, int flags, int fd)
{
	char *at = old ? mremap(old, size, wanted, MREMAP_MAYMOVE)
		       : mmap(NULL, wanted, fd < 0 ? PROT_READ | PROT_WRITE : PROT_READ, flags, fd,
			      0);

	return at == MAP_FAILED ? NULL : at;
}

/* Maps the file as far as it reaches now. */
static int reach(struct taker *t)
{
	size_t end = __atomic_load_n(&t->header->file_end, __ATOMIC_ACQUIRE);
	char *file, *shadow;

	if (end <= t->size)
		return 0;
	file = enlarge(t->file, t->size, end, MAP_SHARED, t->live->fd);
	t->file = file ? file : t->file;
	shadow = enlarge(t->shadow, t->size, end, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
	t->shadow = shadow ? shadow : t->shadow;
	if (!file || !shadow)
		return gp_fail(t->e, "cannot map '%s': %s", t->live->name, strerror(errno));
	t->size = end;
	return 0;
}

/* Appends what has changed to the record. */
static void encode(struct taker *t)
{
	struct gprof_encoder e = { .file = t->file, .end = t->size, .shadow = t->shadow };
	int done;

	do {
		t->record = gp_grow(t->record, &t->room, t->used + FIRST_ROOM, 1);
		e.at = t->record + t->used;
		e.limit = t->record + t->room;
		done = gprof_encode(&e);
		t->used = e.at - t->record;
	} while (!done);
}

static size_t end_record(const struct taker *t)
{
	struct gprof_encoder e = { .at = t->record + t->used };

	return gprof_encode_end(&e, t->record);
}

/* The process must be able to go on adding to its file: its limit is ours. */
static int check_limits(const struct taker *t, uint64_t size)
{
	uint64_t taken = __atomic_load_n(&t->header->snapshot_bytes, __ATOMIC_RELAXED);
	struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };

	if (taken + size > t->header->snapshot_limit)
		return gp_fail(t->e, "snapshots of process %d have used up the %llu MB they may "
			       "take: start it with GPROF_OPTIONS=snapshots=MB for more",
			       t->live->pid,
			       (unsigned long long)(t->header->snapshot_limit >> 20));
	prlimit(t->live->pid, RLIMIT_FSIZE, NULL, &limit);
	if (t->header->file_end + size > limit.rlim_cur)
		return gp_fail(t->e, "no room in '%s': process %d may not write larger files",
			       t->live->name, t->live->pid);
	return 0;
}

static int take_space(struct taker *t, uint64_t size)
{
	uint64_t end = __atomic_load_n(&t->header->file_end, __ATOMIC_RELAXED);

	size = (size + GPROF_PAGE - 1) / GPROF_PAGE * GPROF_PAGE;
	if (check_limits(t, size) < 0)
		return -1;
	do {
		if (fallocate(t->live->fd, 0, end, size) == 0)
			continue;
		if (errno == EOPNOTSUPP || errno == ENOSYS)
			return gp_fail(t->e, "the file system of '%s' cannot reserve space: only "
				       "the program itself can take snapshots", t->live->name);
		return gp_fail(t->e, "no room in '%s': %s", t->live->name, strerror(errno));
	} while (!__atomic_compare_exchange_n(&t->header->file_end, &end, end + size, false,
					      __ATOMIC_RELEASE, __ATOMIC_RELAXED));
	__atomic_fetch_add(&t->header->snapshot_bytes, size, __ATOMIC_RELAXED);
	t->offset = end;
	t->taken = size;
	return 0;
}

static int store(const struct taker *t, size_t size)
{
	size_t done = 0;
	ssize_t n;

	for (; done < size; done += n) {
		n = pwrite(t->live->fd, t->record + done, size - done, t->offset + done);
		if (n <= 0)
			return gp_fail(t->e, "cannot write '%s': %s", t->live->name,
				       strerror(errno));
	}
	return 0;
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	return clock_gettime(clock, &now) < 0 ? 0 : now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void begin_record(struct taker *t, uint32_t kind, const char *name)
{
	struct gprof_snapshot *s;

	t->record = gp_grow(t->record, &t->room, sizeof *s + FIRST_ROOM, 1);
	t->used = sizeof *s;
	s = (struct gprof_snapshot *)t->record;
	s->kind = kind;
	strncpy(s->name, name, sizeof s->name - 1);
}

/* 1: pushed; 0: somebody was faster; -1: failed. */
static int push(struct taker *t)
{
	uint64_t head = __atomic_load_n(&t->header->snapshots, __ATOMIC_ACQUIRE);
	struct gprof_snapshot *s = (struct gprof_snapshot *)t->record;
	clockid_t cpu;
	size_t size;

	if (reach(t) < 0)
		return -1;
	s->monotonic_ns = clock_ns(CLOCK_MONOTONIC);
	s->cpu_ns = clock_getcpuclockid(t->live->pid, &cpu) ? 0 : clock_ns(cpu);
	/* The first time pages are still to be mapped: the second is the quick look. */
	encode(t);
	encode(t);
	size = end_record(t);
	if (size > t->taken && take_space(t, size) < 0)
		return -1;
	s = (struct gprof_snapshot *)t->record;
	s->next = head;
	s->size = size;
	if (store(t, size) < 0)
		return -1;
	return __atomic_compare_exchange_n(&t->header->snapshots, &head, t->offset, false,
					   __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static int take(struct taker *t, uint32_t kind, const char *name)
{
	int rc = 0;

	begin_record(t, kind, name);
	for (int i = 0; i < MAX_TRIES && rc == 0; i++)
		rc = push(t);
	if (rc == 0)
		return gp_fail(t->e, "process %d takes snapshots faster than this one could be "
			       "taken: try again", t->live->pid);
	return rc < 0 ? -1 : 0;
}

int live_snapshot(const struct live *l, uint32_t kind, const char *name, uint64_t *offset,
		  struct gp_error *e)
{
	struct taker t = { .live = l, .e = e };
	int rc;

	if (strlen(name) >= sizeof((struct gprof_snapshot *)0)->name)
		return gp_fail(e, "the name '%s' is longer than %zu bytes", name,
			       sizeof((struct gprof_snapshot *)0)->name - 1);
	t.header = mmap(NULL, GPROF_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, l->fd, 0);
	if (t.header == MAP_FAILED)
		return gp_fail(e, "cannot map '%s': %s", l->name, strerror(errno));
	signal(SIGXFSZ, SIG_IGN);
	rc = take(&t, kind, name);
	*offset = t.offset;
	unmap(&t);
	munmap(t.header, GPROF_PAGE);
	free(t.record);
	return rc;
}

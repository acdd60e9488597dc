/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live_snapshot.c - a snapshot of a running process, taken from outside; see live.h.
 *
 * The values have no base, because only the process knows the base of its own last snapshot.  The
 * space is whole pages: the runtime depends on that.  If another snapshot is pushed meanwhile, the
 * changes since then are encoded after this snapshot's content, and it is pushed again.
 *
 * The process may be another user's, and hostile.  So the tool reads a private copy, bounded and
 * checked, and retries only so often.  At the end that the file states, only a reservation of space
 * has to succeed.
 *
 * Cost: the parts of the file that are not holes are copied twice.
 */
#include "profile/live.h"
#include "base/clock.h"
#include "profile/live_header.h"
#include "profile/profile.h"

#include <errno.h>
#include <fcntl.h>
#include <gprof-llvm/snapshot.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_TRIES 100
#define FIRST_ROOM (64u << 10)

struct taker {
	const struct live *live;
	struct gprof_file_header *header; /* mapped, for live_header_swap() and add() alone */
	struct gprof_file_header head; /* as it was read last */
	char *file;      /* copy of the file */
	size_t size;     /* bytes of it */
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
static char *enlarge(char *old, size_t size, size_t wanted)
{
	char *at = old ? mremap(old, size, wanted, MREMAP_MAYMOVE)
		       : mmap(NULL, wanted, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

static int read_head(struct taker *t)
{
	struct gprof_file_header *h = &t->head;
	struct stat st;

	/* In this order: the process makes its file longer before it says so. */
	if (pread(t->live->fd, h, sizeof *h, 0) != sizeof *h || fstat(t->live->fd, &st) < 0)
		return gp_fail(t->e, "cannot read '%s': it was truncated", t->live->name);
	if (h->file_end > (uint64_t)st.st_size || h->file_end < GPROF_FIRST_DIR || h->file_end % 8)
		return gp_fail(t->e, "'%s' is damaged: it has %lld bytes, its header says %llu",
			       t->live->name, (long long)st.st_size,
			       (unsigned long long)h->file_end);
	return 0;
}

/* Makes room for the file as far as it reaches now. */
static int reach(struct taker *t)
{
	size_t end = t->head.file_end;
	char *file, *shadow;

	if (end <= t->size)
		return 0;
	file = enlarge(t->file, t->size, end);
	t->file = file ? file : t->file;
	shadow = enlarge(t->shadow, t->size, end);
	t->shadow = shadow ? shadow : t->shadow;
	if (!file || !shadow)
		return gp_fail(t->e, "no memory for the %zu bytes of '%s'", end, t->live->name);
	t->size = end;
	return 0;
}

/* Copies the file, and appends to the record what has changed in it. */
static int encode(struct taker *t)
{
	struct gprof_encoder e = { .file = t->file, .end = t->size, .shadow = t->shadow };
	enum gprof_encoded done;

	if (profile_copy(t->live->fd, t->file, t->size) < 0)
		return gp_fail(t->e, "cannot read '%s': %s", t->live->name, strerror(errno));
	do {
		t->record = gp_grow(t->record, &t->room, t->used + FIRST_ROOM, 1);
		e.at = t->record + t->used;
		e.limit = t->record + t->room;
		done = gprof_encode(&e);
		t->used = e.at - t->record;
	} while (done == GPROF_ENCODED_PART);
	if (done == GPROF_ENCODED_DAMAGED)
		return gp_fail(t->e, "'%s' is damaged: its directories or areas overlap or reach "
			       "beyond the end", t->live->name);
	return 0;
}

static size_t end_record(const struct taker *t)
{
	struct gprof_encoder e = { .at = t->record + t->used };

	return gprof_encode_end(&e, t->record);
}

/* The process must be able to go on adding to its file: its limit is ours. */
static int check_limits(const struct taker *t, uint64_t size)
{
	uint64_t taken = t->head.snapshot_bytes, most = t->head.snapshot_limit;
	struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };

	if (taken > most || size > most - taken)
		return gp_fail(t->e, "snapshots of process %d have used up their %llu MB: start it "
			       "with GPROF_OPTIONS=snapshots=MB for more",
			       t->live->pid,
			       (unsigned long long)(most >> 20));
	prlimit(t->live->pid, RLIMIT_FSIZE, NULL, &limit);
	if (t->head.file_end + size > limit.rlim_cur)
		return gp_fail(t->e, "no room in '%s': process %d may not write larger files",
			       t->live->name, t->live->pid);
	return 0;
}

static int truncated(const struct taker *t)
{
	return gp_fail(t->e, "cannot write '%s': it was truncated", t->live->name);
}

static int too_fast(const struct taker *t)
{
	return gp_fail(t->e, "process %d changes its profile faster than it can be read: try again",
		       t->live->pid);
}

static int reserve(const struct taker *t, uint64_t end, uint64_t size)
{
	if (end <= INT64_MAX - size && fallocate(t->live->fd, 0, end, size) == 0)
		return 0;
	if (errno == EOPNOTSUPP || errno == ENOSYS)
		return gp_fail(t->e, "the file system of '%s' cannot reserve space: only "
			       "the program itself can take snapshots", t->live->name);
	return gp_fail(t->e, "no room in '%s': %s", t->live->name, strerror(errno));
}

static int take_space(struct taker *t, uint64_t size)
{
	uint64_t end = t->head.file_end;
	int rc = 0;

	size = (size + GPROF_PAGE - 1) / GPROF_PAGE * GPROF_PAGE;
	if (check_limits(t, size) < 0)
		return -1;
	for (int i = 0; rc == 0; i++) {
		if (i == MAX_TRIES)
			return too_fast(t);
		if (reserve(t, end, size) < 0)
			return -1;
		t->offset = end;
		rc = live_header_swap(&t->header->file_end, &end, end + size);
	}
	if (rc < 0 || live_header_add(&t->header->snapshot_bytes, size) < 0)
		return truncated(t);
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
	struct gprof_snapshot *s = (struct gprof_snapshot *)t->record;
	clockid_t cpu;
	uint64_t head;
	size_t size;
	int rc;

	if (read_head(t) < 0 || reach(t) < 0)
		return -1;
	head = t->head.snapshots;
	s->monotonic_ns = clock_ns(CLOCK_MONOTONIC);
	s->cpu_ns = clock_getcpuclockid(t->live->pid, &cpu) ? 0 : clock_ns(cpu);
	/* The first time memory is still to be had: the second is the quick look. */
	if (encode(t) < 0 || encode(t) < 0)
		return -1;
	size = end_record(t);
	if (size > t->taken && take_space(t, size) < 0)
		return -1;
	s = (struct gprof_snapshot *)t->record;
	s->next = head;
	s->size = size;
	if (store(t, size) < 0)
		return -1;
	rc = live_header_swap(&t->header->snapshots, &head, t->offset);
	return rc < 0 ? truncated(t) : rc;
}

static int take(struct taker *t, uint32_t kind, const char *name)
{
	int rc = 0;

	begin_record(t, kind, name);
	for (int i = 0; i < MAX_TRIES && rc == 0; i++)
		rc = push(t);
	if (rc == 0)
		return too_fast(t);
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
	t.header = live_header_map(l->fd);
	if (!t.header)
		return gp_fail(e, "cannot map '%s': %s", l->name, strerror(errno));
	signal(SIGXFSZ, SIG_IGN);
	rc = take(&t, kind, name);
	*offset = t.offset;
	unmap(&t);
	live_header_unmap(t.header);
	free(t.record);
	return rc;
}

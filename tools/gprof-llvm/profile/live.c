/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live.c - finds the profile of a running process; see live.h.
 *
 * /proc/PID/maps names the files that are mapped shared, to be written.  The right one is a
 * profile whose header has the number of the process (a forked child has its parent's file
 * mapped for a moment).  Where the name leads nowhere - the file was removed, the process
 * has another root - it is opened by way of the process.
 *
 * The process may be another user's, and the files at its names may change at any moment.  So a
 * file is first opened without access (O_PATH), and opened for reading and writing only after it
 * has proved to be the regular file that is mapped.
 */
#include "profile/live.h"
#include "binary/elfobj.h"
#include "profile/profile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* State and start of a process; false if there is none. */
static bool process_state(pid_t pid, char *state, long *threads, uint64_t *started)
{
	char *path = gp_format("/proc/%d/stat", pid), text[1024], *p;
	FILE *f = fopen(path, "re");
	unsigned long long start = 0;
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;

	if (f)
		fclose(f);
	free(path);
	text[n] = 0;
	p = strrchr(text, ')'); /* the name before it may hold anything */
	if (!p || sscanf(p + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d "
			 "%*d %ld %*d %llu", state, threads, &start) != 3)
		return false;
	*started = start;
	return true;
}

static bool is_dead(char state, long threads)
{
	return state == 'X' || (state == 'Z' && threads <= 1);
}

bool live_runs(const struct live *l)
{
	uint64_t started;
	long threads;
	char state;

	return process_state(l->pid, &state, &threads, &started) && !is_dead(state, threads) &&
	       started == l->started;
}

/* ------------------------------------------------------------------ */

/* The number that the process has in its own pid namespace. */
static uint32_t inner_pid(pid_t pid)
{
	char *path = gp_format("/proc/%d/status", pid), *line = NULL, *last;
	FILE *f = fopen(path, "re");
	uint32_t inner = pid;
	size_t room = 0;

	free(path);
	while (f && getline(&line, &room, f) > 0)
		if (!strncmp(line, "NSpid:", 6) && (last = strrchr(line, '\t')))
			inner = strtoul(last, NULL, 10);
	free(line);
	if (f)
		fclose(f);
	return inner;
}

/* ------------------------------------------------------------------ */

#define MOST_DESCRIPTORS 200000 /* of the process that are looked at */

/* A file that a process has mapped, as the kernel shows it. */
struct mapped {
	const char *name;
	unsigned long start, end; /* addresses */
	unsigned major, minor; /* of its device */
	ino_t inode;
};

struct search {
	struct live *live;
	uint32_t inner;     /* number of the process in its own pid namespace */
	const struct stat *wanted; /* the named profile, or NULL */
	bool write;
	int refused;        /* errno of a file that might be it, or 0 */
	unsigned descriptors; /* looked at */
};

/* A line of /proc/PID/maps, without its end: whether a file is mapped shared, to be written. */
static bool parse_mapping(const char *line, struct mapped *m)
{
	unsigned long inode;
	char flags[8];
	int name = 0;

	if (sscanf(line, "%lx-%lx %7s %*x %x:%x %lu %n", &m->start, &m->end, flags, &m->major,
		   &m->minor, &inode, &name) != 6 || !name || flags[3] != 's')
		return false;
	m->inode = inode;
	m->name = line + name;
	return m->name[0] == '/' && flags[1] == 'w';
}

/* How the kernel shows a mapping of ours. */
static bool find_mapping(const void *at, struct mapped *m)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char *line = NULL;
	bool found = false;
	size_t room = 0;

	while (maps && !found && getline(&line, &room, maps) > 0)
		found = parse_mapping(line, m) && m->start == (uintptr_t)at;
	free(line);
	if (maps)
		fclose(maps);
	m->name = NULL;
	return found;
}

/* Some file systems show another device in maps than fstat() does: how they show the file when
   it is mapped here decides. */
static bool is_shown_so(int fd, const struct mapped *m)
{
	void *at = mmap(NULL, GPROF_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	struct mapped own;
	bool same;

	if (at == MAP_FAILED)
		return false;
	same = find_mapping(at, &own) && own.major == m->major && own.minor == m->minor &&
	       own.inode == m->inode;
	munmap(at, GPROF_PAGE);
	return same;
}

/* Opens once more what is open. */
static int reopen(int fd, int flags)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	return open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static bool is_profile_of(int fd, uint32_t pid)
{
	struct gprof_file_header h;

	return pread(fd, &h, sizeof h, 0) == sizeof h && profile_is_magic(&h, sizeof h) &&
	       h.pid == pid;
}

/* 'path' is open to be looked at: opens it if it is the profile of the process; -1 with errno. */
static int open_looked_at(const struct search *s, int looked_at, const struct mapped *m)
{
	struct stat st;
	bool same;
	int fd;

	errno = ENOENT;
	if (fstat(looked_at, &st) < 0 || !S_ISREG(st.st_mode) || st.st_ino != m->inode)
		return -1;
	same = major(st.st_dev) == m->major && minor(st.st_dev) == m->minor;
	fd = reopen(looked_at, s->write || !same ? O_RDWR : O_RDONLY);
	if (fd < 0)
		return -1;
	/* Held as it is: at its end a process of a pool leaves its file to the next one. */
	if (flock(fd, LOCK_SH | LOCK_NB) == 0 &&
	    (same || is_shown_so(fd, m)) && is_profile_of(fd, s->inner) &&
	    (!s->wanted || (s->wanted->st_dev == st.st_dev && s->wanted->st_ino == st.st_ino)))
		return fd;
	close(fd);
	errno = ENOENT;
	return -1;
}

static int try_open(const struct search *s, const char *path, int follow, const struct mapped *m)
{
	int looked_at = open(path, O_PATH | O_CLOEXEC | follow), fd, error;

	if (looked_at < 0)
		return -1;
	fd = open_looked_at(s, looked_at, m);
	error = errno;
	close(looked_at);
	errno = error;
	return fd;
}

/* One of the descriptors of the process. */
static char *open_descriptor(struct search *s, const struct mapped *m, int *fd)
{
	char *folder = gp_format("/proc/%d/fd", s->live->pid), *path = NULL;
	DIR *d = opendir(folder);
	struct dirent *entry;

	*fd = -1;
	while (d && *fd < 0 && s->descriptors++ < MOST_DESCRIPTORS && (entry = readdir(d))) {
		free(path);
		path = gp_format("%s/%s", folder, entry->d_name);
		*fd = try_open(s, path, 0, m);
	}
	if (d)
		closedir(d);
	free(folder);
	return path;
}

/* Fills in path and fd of the process; -1 with errno. */
static int open_mapped(struct search *s, const struct mapped *m)
{
	struct live *l = s->live;
	int error;

	l->path = gp_strdup(m->name);
	l->fd = try_open(s, l->path, O_NOFOLLOW, m);
	if (l->fd >= 0)
		return 0;
	error = errno;
	free(l->path);
	l->path = gp_format("/proc/%d/root%s", l->pid, m->name);
	l->fd = try_open(s, l->path, O_NOFOLLOW, m);
	if (l->fd >= 0)
		return 0;
	free(l->path);
	/* Where the file was removed or moved; only root may. */
	l->path = gp_format("/proc/%d/map_files/%lx-%lx", l->pid, m->start, m->end);
	l->fd = try_open(s, l->path, 0, m);
	if (l->fd >= 0)
		return 0;
	free(l->path);
	l->path = open_descriptor(s, m, &l->fd);
	if (l->fd >= 0)
		return 0;
	free(l->path);
	l->path = NULL;
	errno = error;
	return -1;
}

/* Looks through the mapped files. */
static int search_maps(struct search *s, FILE *maps)
{
	struct mapped m, last = { 0 };
	char *line = NULL;
	size_t room = 0;
	int rc = -1;

	while (rc < 0 && getline(&line, &room, maps) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (!parse_mapping(line, &m) || (s->wanted && s->wanted->st_ino != m.inode) ||
		    (m.inode == last.inode && m.major == last.major && m.minor == last.minor))
			continue;
		last = m;
		if (open_mapped(s, &m) == 0) {
			s->live->name = gp_strdup(m.name);
			rc = 0;
		} else if (errno == EACCES || errno == EPERM || errno == EROFS) {
			s->refused = errno;
		}
	}
	free(line);
	return rc;
}

/* ------------------------------------------------------------------ */

#define MOST_OBJECTS 1000 /* of a process that are looked at */

static bool has_counters(const char *path)
{
	struct gp_error ignored;
	struct elfobj o;
	bool has;

	if (elfobj_open(&o, path, &ignored) < 0)
		return false;
	has = elfobj_section(&o, GPROF_SEC_CG) != NULL;
	elfobj_close(&o);
	return has;
}

/* Returns true if code of the process, of a library too, was compiled with the plugin. */
static bool is_instrumented(pid_t pid)
{
	char *path = gp_format("/proc/%d/maps", pid), *line = NULL, flags[8];
	FILE *maps = fopen(path, "re");
	size_t room = 0;
	bool found = false;
	int at, n = 0;

	while (maps && !found && n < MOST_OBJECTS && getline(&line, &room, maps) > 0) {
		line[strcspn(line, "\n")] = at = 0;
		if (sscanf(line, "%*x-%*x %7s %*x %*s %*u %n", flags, &at) != 1 || !at ||
		    line[at] != '/' || flags[2] != 'x')
			continue;
		free(path);
		path = gp_format("/proc/%d/root%s", pid, line + at);
		found = has_counters(path);
		n++;
	}
	free(path);
	free(line);
	if (maps)
		fclose(maps);
	return found;
}

/* Root of a container is refused as well, and by security modules. */
static int refused(const struct live *l, const char *what, int error, struct gp_error *e)
{
	return gp_fail(e, "cannot %s process %d: %s: %s", what, l->pid, strerror(error),
		       geteuid() ? "be its user, or root"
				 : "it is of another container, or the kernel protects it from "
				   "root, too");
}

static int find(struct live *l, const struct stat *wanted, bool write, struct gp_error *e)
{
	struct search s = { .live = l, .inner = inner_pid(l->pid), .wanted = wanted,
			    .write = write };
	char *path = gp_format("/proc/%d/maps", l->pid), state;
	int rc;
	long threads;
	FILE *maps;

	maps = fopen(path, "re");
	free(path);
	if (!process_state(l->pid, &state, &threads, &l->started) || is_dead(state, threads)) {
		if (maps)
			fclose(maps);
		return gp_fail(e, "no process %d: it has ended or never existed", l->pid);
	}
	if (!maps)
		return refused(l, "look into", errno, e);
	rc = search_maps(&s, maps);
	if (rc < 0 && ferror(maps))
		s.refused = errno;
	fclose(maps);
	if (rc < 0 && s.refused)
		return refused(l, "open the profile of", s.refused, e);
	if (rc < 0 && is_instrumented(l->pid))
		return gp_fail(e,
			       "process %d has no profile: it could not create one and counts in "
			       "memory, or GPROF_FILE is empty: start it again with GPROF_FILE "
			       "naming a file that it can create",
			       l->pid);
	if (rc < 0)
		return gp_fail(e, "process %d is not profiled: compile it with "
			       "-fpass-plugin=GprofPass.so and start it again", l->pid);
	return 0;
}

static int open_named(struct live *l, const char *who, bool write, struct gp_error *e)
{
	struct gprof_file_header head;
	struct profile p;
	struct stat st;

	if (stat(who, &st) < 0)
		return gp_fail(e, "cannot open '%s': %s: name a process by its number, or a "
			       "profile", who, strerror(errno));
	if (gp_first_bytes(who, &head, sizeof head) < sizeof head ||
	    gprof_check_header(&head, st.st_size) != GPROF_FAULT_NONE) {
		if (profile_read(&p, who, e) < 0) /* to say what is wrong with it */
			return -1;
		head = p.head;
		profile_release(&p);
	}
	l->pid = head.pid;
	if (find(l, &st, write, e) < 0)
		return gp_fail(e, "the process of '%s' has ended or is not visible here", who);
	return 0;
}

int live_open(struct live *l, const char *who, bool write, struct gp_error *e)
{
	char *rest;
	long pid = strtol(who, &rest, 10);

	memset(l, 0, sizeof *l);
	l->fd = -1;
	if (*rest || rest == who)
		return open_named(l, who, write, e);
	if (pid <= 0 || pid > 0x7fffffff)
		return gp_fail(e, "'%s' is not a process number", who);
	l->pid = pid;
	return find(l, NULL, write, e);
}

void live_close(struct live *l)
{
	if (l->fd >= 0)
		close(l->fd);
	free(l->name);
	free(l->path);
	memset(l, 0, sizeof *l);
	l->fd = -1;
}

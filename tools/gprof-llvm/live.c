/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live.c - finds the profile of a running process; see live.h.
 *
 * /proc/PID/maps names the files that are mapped shared.  The right one is a profile
 * whose header has the number of the process (a forked child has its parent's file
 * mapped for a moment).  Where the name leads nowhere - the file was removed, the process
 * has another root - it is opened by way of the process.
 */
#include "live.h"
#include "profile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* Opens 'path' if it is the profile of the process with this inode. */
static int try_open(const char *path, ino_t inode, uint32_t pid, bool write)
{
	int fd = open(path, (write ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK);
	struct gprof_file_header h;
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_ino == inode &&
	    pread(fd, &h, sizeof h, 0) == sizeof h && profile_is_magic(&h, sizeof h) &&
	    h.pid == pid)
		return fd;
	close(fd);
	errno = ENOENT;
	return -1;
}

/* One of the descriptors of the process. */
static char *open_descriptor(pid_t pid, ino_t inode, uint32_t inner, bool write, int *fd)
{
	char *folder = gp_format("/proc/%d/fd", pid), *path = NULL;
	DIR *d = opendir(folder);
	struct dirent *entry;
	struct stat st;

	*fd = -1;
	while (d && *fd < 0 && (entry = readdir(d))) {
		free(path);
		path = gp_format("%s/%s", folder, entry->d_name);
		if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_ino == inode)
			*fd = try_open(path, inode, inner, write);
	}
	if (d)
		closedir(d);
	free(folder);
	return path;
}

/* Fills in path and fd; -1 with errno. */
static int open_mapped(struct live *l, const char *name, ino_t inode, uint32_t inner, bool write)
{
	int error;

	l->path = gp_strdup(name);
	l->fd = try_open(l->path, inode, inner, write);
	if (l->fd >= 0)
		return 0;
	error = errno;
	free(l->path);
	l->path = gp_format("/proc/%d/root%s", l->pid, name);
	l->fd = try_open(l->path, inode, inner, write);
	if (l->fd >= 0)
		return 0;
	free(l->path);
	l->path = open_descriptor(l->pid, inode, inner, write, &l->fd);
	if (l->fd >= 0)
		return 0;
	free(l->path);
	l->path = NULL;
	errno = error;
	return -1;
}

/* Looks through the mapped files; 'wanted' is the inode of a named profile, or 0. */
static int search_maps(struct live *l, FILE *maps, ino_t wanted, bool write, int *refused)
{
	char *line = NULL, flags[8];
	uint32_t inner = inner_pid(l->pid);
	unsigned long inode, last = 0;
	size_t room = 0;
	int at, rc = -1;

	while (rc < 0 && getline(&line, &room, maps) > 0) {
		line[strcspn(line, "\n")] = 0;
		at = 0;
		if (sscanf(line, "%*x-%*x %7s %*x %*x:%*x %lu %n", flags, &inode, &at) != 2 ||
		    !at || line[at] != '/' || flags[3] != 's' || inode == last ||
		    (wanted && wanted != inode))
			continue;
		last = inode;
		if (open_mapped(l, line + at, inode, inner, write) == 0) {
			l->name = gp_strdup(line + at);
			rc = 0;
		} else if (errno == EACCES || errno == EPERM || errno == EROFS) {
			*refused = errno;
		}
	}
	free(line);
	return rc;
}

static int find(struct live *l, ino_t wanted, bool write, struct gp_error *e)
{
	char *path = gp_format("/proc/%d/maps", l->pid), state;
	int refused = 0, rc;
	long threads;
	FILE *maps;

	maps = fopen(path, "re");
	free(path);
	if (!process_state(l->pid, &state, &threads, &l->started) || is_dead(state, threads)) {
		if (maps)
			fclose(maps);
		return gp_fail(e, "no process %d: it has ended, or never was", l->pid);
	}
	if (!maps)
		return gp_fail(e, "cannot look into process %d: %s: be its user, or root", l->pid,
			       strerror(errno));
	rc = search_maps(l, maps, wanted, write, &refused);
	if (rc < 0 && ferror(maps))
		refused = errno;
	fclose(maps);
	if (rc < 0 && refused)
		return gp_fail(e, "cannot open the profile of process %d: %s: be its user, or "
			       "root", l->pid, strerror(refused));
	if (rc < 0)
		return gp_fail(e, "process %d is not profiled: compile it with "
			       "-fpass-plugin=GprofPass.so and start it again", l->pid);
	return 0;
}

static int open_named(struct live *l, const char *who, bool write, struct gp_error *e)
{
	struct profile p;
	struct stat st;

	if (stat(who, &st) < 0)
		return gp_fail(e, "cannot open '%s': %s: name a process by its number, or a "
			       "profile", who, strerror(errno));
	if (profile_read(&p, who, e) < 0)
		return -1;
	l->pid = p.head.pid;
	profile_release(&p);
	if (find(l, st.st_ino, write, e) < 0)
		return gp_fail(e, "the process of '%s' has ended, or is not to be seen here", who);
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
		return gp_fail(e, "'%s' is not the number of a process", who);
	l->pid = pid;
	return find(l, 0, write, e);
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

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name.c - what the profile file is called.
 *
 * The pattern of GPROF_FILE is expanded: the name of the file, or with %Nm that of the
 * pool's member, from which the file of this process differs by PID-START.  START is the
 * kernel's start time of the process, so that a pid is not taken for a later one.
 *
 * Everything here is called with the lock held.
 */
#include "file/name.h"

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"

#include <errno.h>

#define MAX_POOL 999u
#define START_TIME 22 /* fields of /proc/PID/stat: of the process */
#define ARGUMENTS 48  /* where they begin, and end */

struct gp_name gp_name;
struct gp_file gp_file; /* of all files here: this is the lowest of them */
static size_t stem;     /* bytes of its name before a number and the ending */

static const char *base_name(const char *path)
{
	const char *base = path;

	for (; *path; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}

static void put_host(struct gp_text *t)
{
	struct utsname name;

	for (const char *c = gp_host_name(&name); *c; c++)
		gp_put_char(t, *c == '/' ? '_' : *c);
}

/* %Nm, from behind the %: the number of a member of the pool; NULL if it is not that. */
static const char *put_member(struct gp_text *t, const char *pattern)
{
	unsigned n = 0;

	for (; *pattern >= '0' && *pattern <= '9' && n <= MAX_POOL; pattern++)
		n = n * 10 + (unsigned)(*pattern - '0');
	if (*pattern != 'm' || !n || n > MAX_POOL || gp_name.pool)
		return NULL;
	gp_name.pool = n;
	gp_name.number_at = (uint32_t)(t->at - gp_file.path);
	gp_put_number(t, 1 + (unsigned)gp.pid % n);
	gp_name.number_end = (uint32_t)(t->at - gp_file.path);
	return pattern;
}

static void expand(struct gp_text *t, const char *pattern)
{
	const char *end;

	gp_name.pool = 0;
	if (*pattern != '/' && *gp.cwd == '/') {
		gp_put(t, gp.cwd);
		gp_put_char(t, '/');
	}
	for (; *pattern; pattern++) {
		if (*pattern != '%' || !pattern[1]) {
			gp_put_char(t, *pattern);
			continue;
		}
		end = put_member(t, pattern + 1);
		if (end) {
			pattern = end;
			continue;
		}
		switch (*++pattern) {
		case 'e': gp_put(t, base_name(gp.exe)); break;
		case 'p': gp_put_number(t, (uint64_t)gp.pid); break;
		case 'h': put_host(t); break;
		case 't': gp_put_number(t, sys_clock(CLOCK_REALTIME) / 1000000000u); break;
		case '%': gp_put_char(t, '%'); break;
		default: gp_put_char(t, '%'); gp_put_char(t, *pattern);
		}
	}
}

/* What names end in, as in ".gprof": numbers come before it, so that *.gprof finds all. */
const char *gp_file_ending(void)
{
	const char *base = gp_options.pattern, *dot = NULL, *s;

	for (s = gp_options.pattern; *s; s++) {
		if (*s == '/')
			base = s + 1;
		if (*s == '/' || *s == '%')
			dot = NULL;
		if (*s == '.' && s != base)
			dot = s;
	}
	return dot ? dot : s;
}

/* Names of devices are not numbered: a profile in /dev is not what was meant. */
static bool is_device(const char *path)
{
	struct stat st;

	return gp_syscall4(SYS_newfstatat, AT_FDCWD, (long)path, (long)&st,
			   AT_SYMLINK_NOFOLLOW) >= 0 &&
	       (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode));
}

uint64_t gp_pool_start_time(const char *stat)
{
	return gp_stat_field(stat, START_TIME);
}

/* What the file of this process has after the member's name.  The kernel takes long to make up
   such a file, so all that is needed of it is read at once. */
static void put_suffix(struct gp_text *t)
{
	static const unsigned fields[] = { START_TIME, ARGUMENTS, ARGUMENTS + 1 };
	uint64_t values[3];

	gp_stat_fields("/proc/self/stat", fields, values, 3);
	gp_name.arguments = values[1];
	gp_name.arguments_end = values[2];
	gp_put_char(t, '.');
	gp_put_number(t, (uint64_t)gp.pid);
	gp_put_char(t, '-');
	gp_put_number(t, values[0]);
}

/* All processes of a pool are of one run, so that a report takes all of them. */
uint64_t gp_pool_run(void)
{
	uint64_t h = 0xcbf29ce484222325ull;

	for (const char *c = gp_name.member; *c; c++)
		if (c < gp_name.member + gp_name.number_at ||
		    c >= gp_name.member + gp_name.number_end)
			h = (h ^ (unsigned char)*c) * 0x100000001b3ull;
	return h | 1;
}

/* Gives the file the first of its names, NAME.gprof. */
long gp_file_name(void)
{
	struct gp_text t = gp_text(gp_file.path, sizeof(gp_file.path));
	const char *ending = gp_file_ending();

	expand(&t, gp_options.pattern);
	/* Of a folder that was removed, or is outside of the root, the kernel has no path: a
	   message has the name alone. */
	if (*gp_file.path != '/') {
		gp_name.pool = 0;
		return -ENOENT;
	}
	if (is_device(gp_file.path))
		return -EEXIST;
	if (t.end - t.at < 96)
		return -ENAMETOOLONG;
	if (gp_name.pool)
		gp_copy(gp_name.member, gp_file.path, gp_length(gp_file.path) + 1);
	t.at -= gp_length(ending);
	if (gp_name.pool)
		put_suffix(&t);
	stem = (size_t)(t.at - gp_file.path);
	gp_put(&t, ending);
	return 0;
}

/* Opens the first free one of NAME.gprof, NAME.2.gprof, NAME.3.gprof ... */
long gp_file_open_new(void)
{
	struct gp_text tail;
	long fd = -EEXIST;

	for (unsigned n = 1; fd == -EEXIST && n < 100000; n++) {
		tail = (struct gp_text){ gp_file.path + stem, gp_file.path + sizeof(gp_file.path) };
		if (n > 1) {
			gp_put_char(&tail, '.');
			gp_put_number(&tail, n);
		}
		gp_put(&tail, gp_file_ending());
		*tail.at = 0;
		fd = sys_open(gp_file.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			      0600);
	}
	return fd;
}

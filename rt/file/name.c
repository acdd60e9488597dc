/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name.c - what the profile file is called.
 *
 * The pattern of GPROF_FILE is expanded: the name of the file, or with %Nm the name of the pool's
 * member, from which the file of this process differs by PID-START.  START is the kernel's start
 * time of the process, so that a pid is not taken for a later one.
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

struct gprt_name gprt_name;
struct gprt_file gprt_file; /* of all files here: this is the lowest of them */
static size_t stem;     /* bytes of its name before a number and the ending */

static const char *base_name(const char *path)
{
	const char *base = path;

	for (; *path; path++)
		if (*path == '/')
			base = path + 1;
	return base;
}

static void put_host(struct gprt_text *t)
{
	struct utsname name;

	for (const char *c = gprt_host_name(&name); *c; c++)
		gprt_put_char(t, *c == '/' ? '_' : *c);
}

/* %Nm, from after the %: the number of a member of the pool; NULL if it is not that. */
static const char *put_member(struct gprt_text *t, const char *pattern)
{
	unsigned n = 0;

	for (; *pattern >= '0' && *pattern <= '9' && n <= MAX_POOL; pattern++)
		n = n * 10 + (unsigned)(*pattern - '0');
	if (*pattern != 'm' || !n || n > MAX_POOL || gprt_name.pool)
		return NULL;
	gprt_name.pool = n;
	gprt_name.number_at = (uint32_t)(t->at - gprt_file.path);
	gprt_put_number(t, 1 + (unsigned)gprt.pid % n);
	gprt_name.number_end = (uint32_t)(t->at - gprt_file.path);
	return pattern;
}

static void expand(struct gprt_text *t, const char *pattern)
{
	const char *end;

	gprt_name.pool = 0;
	if (*pattern != '/' && *gprt.cwd == '/') {
		gprt_put(t, gprt.cwd);
		gprt_put_char(t, '/');
	}
	for (; *pattern; pattern++) {
		if (*pattern != '%' || !pattern[1]) {
			gprt_put_char(t, *pattern);
			continue;
		}
		end = put_member(t, pattern + 1);
		if (end) {
			pattern = end;
			continue;
		}
		switch (*++pattern) {
		case 'e': gprt_put(t, base_name(gprt.exe)); break;
		case 'p': gprt_put_number(t, (uint64_t)gprt.pid); break;
		case 'h': put_host(t); break;
		case 't': gprt_put_number(t, sys_clock(CLOCK_REALTIME) / 1000000000u); break;
		case '%': gprt_put_char(t, '%'); break;
		default: gprt_put_char(t, '%'); gprt_put_char(t, *pattern);
		}
	}
}

/* The ending of names, as in ".gprof": numbers come before it, so that *.gprof finds all. */
const char *gprt_file_ending(void)
{
	const char *base = gprt_options.pattern, *dot = NULL, *s;

	for (s = gprt_options.pattern; *s; s++) {
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

	return gprt_syscall4(SYS_newfstatat, AT_FDCWD, (long)path, (long)&st,
			     AT_SYMLINK_NOFOLLOW) >= 0 &&
	       (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode));
}

uint64_t gprt_pool_start_time(const char *stat)
{
	return gprt_stat_field(stat, START_TIME);
}

/* The part of this process's file name after the member's name.  The kernel takes long to make up
   such a file, so all that is needed of it is read at once. */
static void put_suffix(struct gprt_text *t)
{
	static const unsigned fields[] = { START_TIME, ARGUMENTS, ARGUMENTS + 1 };
	uint64_t values[3];

	gprt_stat_fields("/proc/self/stat", fields, values, 3);
	gprt_name.arguments = values[1];
	gprt_name.arguments_end = values[2];
	gprt_put_char(t, '.');
	gprt_put_number(t, (uint64_t)gprt.pid);
	gprt_put_char(t, '-');
	gprt_put_number(t, values[0]);
}

/* All processes of a pool are of one run, so that a report takes all of them. */
uint64_t gprt_pool_run(void)
{
	uint64_t h = 0xcbf29ce484222325ull;

	for (const char *c = gprt_name.member; *c; c++)
		if (c < gprt_name.member + gprt_name.number_at ||
		    c >= gprt_name.member + gprt_name.number_end)
			h = (h ^ (unsigned char)*c) * 0x100000001b3ull;
	return h | 1;
}

/* Gives the file the first of its names, NAME.gprof. */
long gprt_file_name(void)
{
	struct gprt_text t = gprt_text(gprt_file.path, sizeof(gprt_file.path));
	const char *ending = gprt_file_ending();

	expand(&t, gprt_options.pattern);
	/* Of a folder that was removed, or is outside of the root, the kernel has no path: a
	   message has the name alone. */
	if (*gprt_file.path != '/') {
		gprt_name.pool = 0;
		return -ENOENT;
	}
	if (is_device(gprt_file.path))
		return -EEXIST;
	if (t.end - t.at < 96)
		return -ENAMETOOLONG;
	if (gprt_name.pool)
		gprt_copy(gprt_name.member, gprt_file.path, gprt_length(gprt_file.path) + 1);
	t.at -= gprt_length(ending);
	if (gprt_name.pool)
		put_suffix(&t);
	stem = (size_t)(t.at - gprt_file.path);
	gprt_put(&t, ending);
	return 0;
}

/* Opens the first free one of NAME.gprof, NAME.2.gprof, NAME.3.gprof ... */
long gprt_file_open_new(void)
{
	struct gprt_text tail;
	long fd = -EEXIST;

	for (unsigned n = 1; fd == -EEXIST && n < 100000; n++) {
		tail = (struct gprt_text) { gprt_file.path + stem,
					    gprt_file.path + sizeof(gprt_file.path) };
		if (n > 1) {
			gprt_put_char(&tail, '.');
			gprt_put_number(&tail, n);
		}
		gprt_put(&tail, gprt_file_ending());
		*tail.at = 0;
		fd = sys_open(gprt_file.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			      0600);
	}
	return fd;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pool.c - GPROF_FILE with %Nm: all processes of a program leave N files.
 *
 * A process counts in a file of its own, MEMBER.PID-START (START is the kernel's
 * start time of the process: with it a pid is not taken for a later one).  At its
 * end it merges that into its member, and with it what processes left there that
 * are dead and did not come to it.  Whoever is killed at whatever moment loses
 * nothing and is counted once:
 *
 * - a member is locked (flock) while somebody merges into it, and never written:
 *   the result is a new file that takes its name, so the lock is good only if the
 *   name still leads to what was locked;
 * - the result tells what file it has in it as the last one.  That file is removed
 *   next; if it is still there, the next one to come removes it first.
 *
 * A file is left alone while its process lives, which a lock of the other kind
 * (F_OFD_SETLK) tells across pid namespaces.  Builds do not mix: another one's
 * member is MEMBER.2 and so on.  A member that stays locked for a second is not
 * waited for: the process's own file stays, which is as good for a report.
 *
 * At the process's end, with the lock held.
 */
#include "merge.h"

#include <errno.h>
#include <sys/file.h>

#define ROUNDS 1000     /* of a millisecond, to wait for a member */
#define MAX_BUILDS 100  /* of a program in one pool */
#define NAMES 16384u    /* bytes of names left behind that are dealt with at once */
#define NO_REPLACE 1    /* RENAME_NOREPLACE */

#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif

enum outcome { MERGED, OTHER_BUILD, AGAIN, FAILED };

/* Names and buffers: too much for the stack of a small thread that calls exit. */
struct work {
	char path[GP_PATH], member[GP_PATH]; /* of a file left behind */
	char build[GP_PATH];                 /* the member of the build at hand */
	char other[GP_PATH];                 /* the new member; the one merged last */
	char items[NAMES], names[NAMES];     /* of a folder; of files left behind */
};

/* A file to be merged. */
struct own {
	struct work *work;
	const char *path, *name; /* absolute; without the folder */
	struct gp_profile profile;
};

/* The fields of /proc/PID/stat after the name, up to the start time (the 22nd). */
static uint64_t start_time(const char *path)
{
	char text[1024];
	long n = gp_read_file(path, text, sizeof(text) - 1);
	uint64_t time = 0;
	const char *s = text;

	text[n > 0 ? n : 0] = 0;
	for (const char *c = text; *c; c++)
		if (*c == ')')
			s = c;
	for (unsigned field = 2; field < 22 && *s; s++)
		field += *s == ' ';
	for (; *s >= '0' && *s <= '9'; s++)
		time = time * 10 + (uint64_t)(*s - '0');
	return time;
}

/* What the file of this process has behind the member's name. */
void gp_pool_suffix(struct gp_text *t)
{
	gp_put_char(t, '.');
	gp_put_number(t, (uint64_t)gp.pid);
	gp_put_char(t, '-');
	gp_put_number(t, start_time("/proc/self/stat"));
}

/* All processes of a pool are of one run, so that a report takes all of them. */
uint64_t gp_pool_run(void)
{
	uint64_t h = 0xcbf29ce484222325ull;

	for (const char *c = gp.member; *c; c++)
		if (c < gp.member + gp.number_at || c >= gp.member + gp.number_end)
			h = (h ^ (unsigned char)*c) * 0x100000001b3ull;
	return h | 1;
}

/* Marks a file as that of a living process. */
int gp_pool_claim(int fd)
{
	struct flock whole;

	gp_clear(&whole, sizeof(whole));
	whole.l_type = F_WRLCK;
	return sys_failed(sys_fcntl(fd, F_OFD_SETLK, (long)&whole)) ? -1 : 0;
}

/* ------------------------------------------------------------------ */

static bool is_named(int fd, const char *path)
{
	struct stat a, b;

	return sys_fstat(fd, &a) >= 0 && sys_stat(path, &b) >= 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && S_ISREG(a.st_mode) &&
	       a.st_uid == (uid_t)gp_syscall3(SYS_geteuid, 0, 0, 0);
}

static struct gp_profile map_profile(int fd)
{
	struct gp_profile p = { NULL, 0 };
	struct stat st;
	long at;

	if (sys_fstat(fd, &st) < 0 || !st.st_size)
		return p;
	at = sys_mmap(0, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (sys_failed(at))
		return p;
	p.at = (const char *)at;
	p.size = (uint64_t)st.st_size;
	return p;
}

static void unmap_profile(const struct gp_profile *p)
{
	if (p->at)
		sys_munmap((uintptr_t)p->at, p->size);
}

static void remove_file(const char *path)
{
	gp_syscall3(SYS_unlinkat, AT_FDCWD, (long)path, 0);
}

static size_t folder_length(const char *path)
{
	size_t n = gp_length(path);

	while (n && path[n - 1] != '/')
		n--;
	return n;
}

static void put_folder(struct gp_text *t, const char *path)
{
	size_t n = folder_length(path);

	for (size_t i = 0; i < n; i++)
		gp_put_char(t, path[i]);
}

/* FOLDER/.NAME.new of a member: a name that no report looks at. */
static void new_name(const char *member, char *to, size_t size)
{
	struct gp_text t = gp_text(to, size);

	put_folder(&t, member);
	gp_put_char(&t, '.');
	gp_put(&t, member + folder_length(member));
	gp_put(&t, ".new");
}

static int write_image(const char *path, const struct gp_merge *m)
{
	size_t size = gp_round(m->used), done = 0;
	long n = 1;
	long fd;

	if (size > sys_limit(RLIMIT_FSIZE, RLIM_INFINITY))
		return -1;
	fd = sys_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (sys_failed(fd))
		return -1;
	while (done < size && n > 0) {
		n = sys_pwrite((int)fd, m->image + done, size - done, done);
		done += n > 0 ? (size_t)n : 0;
	}
	sys_close((int)fd);
	return done == size ? 0 : -1;
}

/* Puts the sum of both in the member's place. */
static enum outcome replace(const char *member, const struct gp_profile *old,
			    const struct own *own)
{
	char *path = own->work->other;
	struct gp_merge m;
	enum outcome outcome = FAILED;

	gp_clear(&m, sizeof(m));
	m.from[0] = *old;
	m.from[1] = own->profile;
	m.name = own->name;
	if (gp_merge(&m) < 0)
		return FAILED;
	new_name(member, path, GP_PATH);
	if (write_image(path, &m) == 0 &&
	    sys_rename(path, member, 0) >= 0)
		outcome = MERGED;
	else
		remove_file(path);
	gp_merge_release(&m);
	return outcome;
}

/* The file that is in the member already, if whoever merged it was killed then. */
static void remove_last(const char *member, const char *name, struct work *work)
{
	struct gp_text t = gp_text(work->other, GP_PATH);

	if (folder_length(name))
		return;
	put_folder(&t, member);
	gp_put(&t, name);
	remove_file(work->other);
}

static bool same_build(const struct gp_profile *a, const struct gp_profile *b)
{
	const struct gprof_module *x = gp_profile_is(a) ? gp_profile_main(a) : NULL;
	const struct gprof_module *y = gp_profile_main(b);

	return x && y && gp_profile_same(x, y);
}

/* With the member locked. */
static enum outcome merge_locked(const char *member, int fd, const struct own *own)
{
	struct gp_profile old = map_profile(fd);
	const char *last;
	enum outcome outcome = OTHER_BUILD;

	if (same_build(&old, &own->profile)) {
		last = gp_profile_value(&old, GPROF_PROCESS_MERGED "=");
		if (last && gp_equal(last, own->name)) {
			outcome = MERGED;
		} else {
			if (last)
				remove_last(member, last, own->work);
			outcome = replace(member, &old, own);
		}
	}
	unmap_profile(&old);
	return outcome;
}

/* There is no member yet: the file becomes it, unless somebody was faster. */
static enum outcome become(const char *member, const struct own *own)
{
	long error = sys_rename(own->path, member, NO_REPLACE);

	if (error == -EEXIST)
		return AGAIN;
	return sys_failed(error) ? FAILED : MERGED;
}

static enum outcome merge_once(const char *member, const struct own *own)
{
	long fd = sys_open(member, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
	enum outcome outcome = AGAIN;

	if (fd == -ENOENT)
		return become(member, own);
	if (sys_failed(fd))
		return FAILED;
	if (!sys_failed(gp_syscall3(SYS_flock, fd, LOCK_EX | LOCK_NB, 0)) &&
	    is_named((int)fd, member))
		outcome = merge_locked(member, (int)fd, own);
	sys_close((int)fd);
	return outcome;
}

static void nap(void)
{
	static const struct timespec millisecond = { 0, 1000000 };

	gp_syscall3(SYS_nanosleep, (long)&millisecond, 0, 0);
}

/* Merges a file into the member of that name, or of NAME.2 ... for another build. */
static void merge_file(const struct own *own, const char *member)
{
	struct gp_text t, start = gp_text(own->work->build, GP_PATH);
	enum outcome outcome = OTHER_BUILD;

	gp_put(&start, member);
	for (unsigned n = 1; n <= MAX_BUILDS && outcome == OTHER_BUILD; n++) {
		t = start;
		*t.at = 0;
		if (n > 1) {
			gp_put_char(&t, '.');
			gp_put_number(&t, n);
		}
		outcome = AGAIN;
		for (unsigned i = 0; i < ROUNDS && outcome == AGAIN; i++) {
			if (i)
				nap();
			outcome = merge_once(own->work->build, own);
		}
	}
	if (outcome == MERGED)
		remove_file(own->path);
}

/* ------------------------------------------------------------------ */
/* What dead processes left */

static const char *skip_digits(const char *s)
{
	while (*s >= '0' && *s <= '9')
		s++;
	return s;
}

static uint64_t digits(const char *s)
{
	uint64_t n = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (uint64_t)(*s - '0');
	return n;
}

/*
 * Whether the name is MEMBER.PID-START or MEMBER.PID-START.N for a member of this
 * pool; where the member's name ends and where the pid begins.
 */
static bool parse_name(const char *name, const char **member_end, const char **pid)
{
	const char *base = gp.member + folder_length(gp.member);
	const char *number = gp.member + gp.number_at, *s = name;

	while (base < number && *base == *s)
		base++, s++;
	if (base < number || skip_digits(s) == s)
		return false;
	s = skip_digits(s);
	for (base = gp.member + gp.number_end; *base && *base == *s; base++, s++)
		;
	if (*base || *s != '.')
		return false;
	*member_end = s;
	*pid = s + 1;
	s = skip_digits(*pid);
	if (s == *pid || *s != '-' || skip_digits(s + 1) == s + 1)
		return false;
	s = skip_digits(s + 1);
	return !*s || (*s == '.' && s[1] && !*skip_digits(s + 1));
}

/* Of our own pid: what this process left before it executed this program. */
static bool is_dead(const char *pid)
{
	char path[64];
	struct gp_text t = gp_text(path, sizeof(path));
	uint64_t n = digits(pid), start = digits(skip_digits(pid) + 1), now;

	if (n == (uint64_t)gp.pid)
		return true;
	if (gp_syscall3(SYS_kill, (long)n, 0, 0) == -ESRCH)
		return true;
	gp_put(&t, "/proc/");
	gp_put_number(&t, n);
	gp_put(&t, "/stat");
	now = start_time(path);
	return now && now != start;
}

static void merge_left(const char *name, struct work *work)
{
	struct gp_text p = gp_text(work->path, GP_PATH), m = gp_text(work->member, GP_PATH);
	struct own own = { work, work->path, name, { NULL, 0 } };
	const char *end, *pid;
	long fd;

	if (!parse_name(name, &end, &pid) || !is_dead(pid))
		return;
	put_folder(&p, gp.member);
	put_folder(&m, gp.member);
	gp_put(&p, name);
	while (name < end)
		gp_put_char(&m, *name++);
	fd = sys_open(work->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
	if (sys_failed(fd))
		return;
	if (gp_pool_claim((int)fd) == 0 && is_named((int)fd, work->path)) {
		own.profile = map_profile((int)fd);
		if (gp_profile_is(&own.profile))
			merge_file(&own, work->member);
		unmap_profile(&own.profile);
	}
	sys_close((int)fd);
}

/* The kernel's struct linux_dirent64. */
struct item {
	uint64_t inode, next;
	uint16_t size;
	uint8_t type;
	char name[];
};

/* The names of files left behind, one after the other; an empty one ends them. */
static void collect_names(int folder, char *buffer, struct gp_text *names)
{
	const char *end, *pid;
	long n;

	while ((n = gp_syscall3(SYS_getdents64, folder, (long)buffer, NAMES)) > 0) {
		for (long at = 0; at < n;) {
			const struct item *item = (const struct item *)(buffer + at);

			at += item->size;
			if (!parse_name(item->name, &end, &pid) ||
			    names->end - names->at < (long)gp_length(item->name) + 3)
				continue;
			gp_put(names, item->name);
			*++names->at = 0;
		}
	}
}

static void merge_all_left(struct work *work)
{
	struct gp_text folder = gp_text(work->path, GP_PATH);
	struct gp_text names = gp_text(work->names, NAMES);
	long fd;

	put_folder(&folder, gp.member);
	fd = sys_open(work->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (sys_failed(fd))
		return;
	collect_names((int)fd, work->items, &names);
	sys_close((int)fd);
	for (const char *s = work->names; *s; s += gp_length(s) + 1)
		merge_left(s, work);
}

/* ------------------------------------------------------------------ */

/* Counts of a thread that runs on would be lost: its file is for a later process. */
static bool others_run(void)
{
	int self = sys_gettid();

	for (const struct gp_thread *t = gp.threads; t; t = t->next)
		if (t->tid && t->tid != self && !gp_thread_gone(t))
			return true;
	return false;
}

static void merge_own(struct work *work)
{
	struct own own = { work, gp.path, gp.path + folder_length(gp.path), { NULL, 0 } };

	for (unsigned i = 0; i < 3 && others_run(); i++)
		nap();
	if (others_run() || gp_file_reopen() < 0)
		return;
	own.profile = map_profile(gp.fd);
	if (own.profile.at)
		merge_file(&own, gp.member);
	unmap_profile(&own.profile);
}

void gp_pool_end(void)
{
	long at;

	if (!gp.pool || gp.in_memory || gp.state != GP_ON || gp.pid != sys_getpid())
		return;
	at = sys_mmap(0, sizeof(struct work), PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (sys_failed(at))
		return;
	merge_own((struct work *)at);
	merge_all_left((struct work *)at);
	sys_munmap((uintptr_t)at, sizeof(struct work));
	gp.pool = 0;
}

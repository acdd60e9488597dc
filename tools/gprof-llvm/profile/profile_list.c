/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile_list.c - see profile_list.h.
 */
#include "profile/profile_list.h"
#include "base/clock.h"
#include "profile/live.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A name that begins with a dot is of a pool's member that is being made. */
static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Of a folder's name; 0: it is none of a run. */
static uint32_t run_number(const char *name)
{
	const size_t prefix = sizeof RUN_FOLDER - 1;
	unsigned long number;
	char *end;

	if (strncmp(name, RUN_FOLDER, prefix) || name[prefix] < '1' || name[prefix] > '9')
		return 0;
	number = strtoul(name + prefix, &end, 10);
	return *end || number > RUN_FOLDER_LAST ? 0 : number;
}

/* 'follow': O_NOFOLLOW, or 0 for a file that was named. */
static bool peek_at(struct listed_profile *f, const char *path, int follow)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | follow);
	struct stat st;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		n = pread(fd, &f->head, sizeof f->head, 0);
	close(fd);
	if (n < 8 || !profile_is_magic(&f->head, n))
		return false;
	if (gprof_check_header(&f->head, n < (ssize_t)sizeof f->head ? n : st.st_size))
		f->head = (struct gprof_file_header){ 0 };
	f->device = st.st_dev;
	f->inode = st.st_ino;
	f->changed_ns = clock_ns_of(&st.st_mtim);
	return true;
}

int profile_list_add_folder(struct profile_list *l, const char *folder, uint32_t number,
			    struct gp_error *e)
{
	bool here = !strcmp(folder, ".");
	bool slash = *folder && folder[strlen(folder) - 1] == '/';
	struct dirent **entries;
	int n = scandir(folder, &entries, is_shown, alphasort);

	if (n < 0)
		return here ? gp_fail(e, "cannot read the current directory: %m")
			    : gp_fail(e, "cannot read folder '%s': %m", folder);
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;
		char *path = here ? gp_strdup(name)
				  : gp_format("%s%s%s", folder, slash ? "" : "/", name);
		struct listed_profile f = { .path = path, .folder = number };

		if (peek_at(&f, path, O_NOFOLLOW))
			*gp_push(l->items, l->n, l->room) = f;
		else
			free(path);
		free(entries[i]);
	}
	free(entries);
	return 0;
}

void profile_list_add(struct profile_list *l, const char *path)
{
	struct listed_profile f = { 0 };

	peek_at(&f, path, 0);
	f.path = gp_strdup(path);
	*gp_push(l->items, l->n, l->room) = f;
}

static int is_run_folder(const struct dirent *entry)
{
	return run_number(entry->d_name) != 0;
}

/* A path that is not a folder, or a folder that we may not read, holds no profiles. */
static void add_run_folder(struct profile_list *l, const char *name)
{
	struct gp_error ignored;
	struct stat st;

	if (lstat(name, &st) == 0 && S_ISDIR(st.st_mode))
		profile_list_add_folder(l, name, run_number(name), &ignored);
}

int profile_list_add_here(struct profile_list *l, struct gp_error *e)
{
	struct dirent **entries;
	int n;

	if (profile_list_add_folder(l, ".", 0, e) < 0)
		return -1;
	n = scandir(".", &entries, is_run_folder, alphasort);
	for (int i = 0; i < n; i++) {
		add_run_folder(l, entries[i]->d_name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return 0;
}

uint32_t profile_list_newest_folder(void)
{
	uint32_t newest = 0;
	struct dirent *entry;
	DIR *d = opendir(".");

	while (d && (entry = readdir(d))) {
		uint32_t number = run_number(entry->d_name);
		struct stat st;

		if (number > newest && lstat(entry->d_name, &st) == 0 && S_ISDIR(st.st_mode))
			newest = number;
	}
	if (d)
		closedir(d);
	return newest;
}

/* ------------------------------------------------------------------ */

/* CPU time as the kernel counts it at the end; until then the samples' time. */
static double cpu_of(const struct profile *p)
{
	double kernel = (double)p->head.user_ns + (double)p->head.system_ns, sampled = 0;

	for (size_t i = 0; i < p->nthreads; i++)
		sampled += p->threads[i]->cpu_ns + (double)p->threads[i]->handler_ns;
	return kernel > sampled ? kernel : sampled;
}

static char *text_of(const struct profile *p, const char *key)
{
	const char *text = profile_process(p, key);

	return gp_strdup(text ? text : "");
}

static void describe(struct listed_profile *f, const struct profile *p)
{
	const char *merged = profile_process(p, GPROF_PROCESS_MERGED);
	const struct gprof_module *m = profile_main(p);

	f->head = p->head;
	f->exe = text_of(p, "exe");
	if (!*f->exe && m) {
		free(f->exe);
		f->exe = gp_strdup(m->path);
	}
	f->host = text_of(p, "host");
	f->command = profile_command(p);
	if (merged)
		f->merged = gp_format("%.*s%s", (int)(gp_basename(f->path) - f->path), f->path,
				      gp_basename(merged));
	f->rank = profile_rank(p);
	f->ranks = profile_ranks(p);
	f->job = text_of(p, GPROF_PROCESS_JOB);
	f->processes = profile_processes(p);
	f->pool = profile_process(p, GPROF_PROCESS_COUNT);
	f->cpu = cpu_of(p);
	f->looked = true;
}

int listed_profile_read(struct listed_profile *f, struct profile *p, struct gp_error *e)
{
	int rc = profile_read(p, f->path, e);

	if (rc == 0 && !f->looked)
		describe(f, p);
	return rc;
}

void profile_list_drop_merged(struct profile_list *l,
			      void (*dropped)(const char *path, void *context), void *context)
{
	struct gp_names merged = { 0 };
	int created;

	for (size_t i = 0; i < l->n; i++)
		if (l->items[i].kept && l->items[i].merged)
			*gp_names_put(&merged, l->items[i].merged, &created) = 0;
	for (size_t i = 0; i < l->n; i++) {
		struct listed_profile *f = &l->items[i];

		if (!f->kept || gp_names_get(&merged, f->path) == GP_NONE)
			continue;
		f->kept = false;
		dropped(f->path, context);
	}
	gp_names_release(&merged);
}

bool listed_profile_runs(const struct listed_profile *f)
{
	struct gp_error ignored;
	struct live live;
	char folder[32];
	bool runs;

	snprintf(folder, sizeof folder, "/proc/%u", f->head.pid);
	if (f->head.end_ns || f->head.flags & GPROF_FILE_COPY || access(folder, F_OK) < 0)
		return false;
	runs = live_open(&live, f->path, false, &ignored) == 0 && live_runs(&live);
	live_close(&live);
	return runs;
}

void profile_list_release(struct profile_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct listed_profile *f = &l->items[i];

		free(f->path);
		free(f->exe);
		free(f->host);
		free(f->command);
		free(f->job);
		free(f->merged);
	}
	free(l->items);
	*l = (struct profile_list){ 0 };
}

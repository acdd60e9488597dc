/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * duplicates.c - see duplicates.h.
 *
 * Files are looked at in an order in which the one that holds most comes first: what is in it
 * is not taken again.  Nothing can be subtracted from a sum: if it has some of these processes and
 * others besides, merge adds all of it.
 */
#include "merge/duplicates.h"
#include "text/escape.h"

#include <stdlib.h>

static void add(struct processes *p, uint64_t run_id, uint64_t start_ns, uint32_t pid,
		uint32_t flags)
{
	if (!run_id)
		p->unknown = true;
	else
		*gp_push(p->items, p->n, p->room) = (struct process){
			run_id ^ start_ns, pid, flags & GPROF_FILE_COPY };
}

void processes_of_profile(struct processes *p, const struct gprof_file_header *head)
{
	add(p, head->run_id, head->start_ns, head->pid, head->flags);
}

void processes_of_sum(struct processes *p, const struct sum *s)
{
	for (size_t i = 0; i < s->nruns; i++)
		add(p, s->runs[i].run_id, s->runs[i].start_ns, s->runs[i].pid, s->runs[i].flags);
}

void processes_release(struct processes *p)
{
	free(p->items);
}

/* ------------------------------------------------------------------ */

static bool is_dump(const struct processes *p)
{
	return p->n == 1 && p->items[0].copy;
}

/* Dumps last: the profile of the whole process has what they have. */
static int by_contents(const void *x, const void *y, void *files)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const struct processes *p = (struct processes *)files + a;
	const struct processes *q = (struct processes *)files + b;

	if (is_dump(p) != is_dump(q))
		return is_dump(p) ? 1 : -1;
	if (p->n != q->n)
		return p->n > q->n ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* How many of a file's are in those before it; *in becomes the last of these. */
static size_t count_known(const struct gp_map *seen, const struct processes *p, uint32_t *in)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		uint32_t at = gp_map_get(seen, p->items[i].run, p->items[i].pid);

		if (at == GP_NONE)
			continue;
		*in = at;
		n++;
	}
	return n;
}

static void print_left_out(const struct processes *p, const struct processes *in, FILE *notes)
{
	if (p->n == 1)
		gprintf(notes, "left out: '%s': process %u is in '%s'\n", p->path, p->items[0].pid,
			in->path);
	else
		gprintf(notes, "left out: '%s': its %zu processes are in '%s' or other files\n",
			p->path, p->n, in->path);
}

static void look_at(struct gp_map *seen, struct processes *files, uint32_t at, FILE *notes)
{
	struct processes *p = &files[at];
	uint32_t in = GP_NONE;
	size_t known = count_known(seen, p, &in);
	int created;

	p->out = known && known == p->n && !p->unknown;
	if (p->out)
		print_left_out(p, &files[in], notes);
	else if (known)
		gprintf(notes, "counted twice: %zu process%s of '%s', as '%s' or other files have "
			"the same: merge the original profiles instead\n",
			known, known == 1 ? "" : "es", p->path, files[in].path);
	for (size_t i = 0; i < p->n && !p->out; i++)
		*gp_map_put(seen, p->items[i].run, p->items[i].pid, &created) = at;
}

void duplicates_leave_out(struct processes *files, size_t n, FILE *notes)
{
	uint32_t *order = gp_alloc(n, sizeof *order);
	struct gp_map seen = { 0 };

	for (size_t i = 0; i < n; i++)
		order[i] = i;
	gp_sort(order, n, sizeof *order, by_contents, files);
	for (size_t i = 0; i < n; i++)
		look_at(&seen, files, order[i], notes);
	gp_map_release(&seen);
	free(order);
}

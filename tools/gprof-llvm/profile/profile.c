/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.c - see profile.h; the layout is in gprof-llvm/format.h.
 *
 * Two walks over the directories, because areas are in the order in which the process made them:
 * first modules and threads, then the areas that refer to them.
 */
#include "profile/profile.h"
#include "base/magic.h"
#include "base/shell.h"
#include "profile/events.h"
#include "profile/heap_stacks.h"
#include "profile/io.h"
#include "profile/waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct profile *p;
	const char *memory;
	uint64_t end; /* bytes in use */
	struct gp_error *e;
};

bool profile_is_magic(const void *memory, size_t size)
{
	return size >= 8 && !memcmp(memory, GPROF_MAGIC, 8);
}

static int read_header(struct reader *r, size_t size)
{
	struct gprof_file_header *h = &r->p->head;
	enum gprof_fault fault = gprof_check_header(r->memory, size);

	if (size >= sizeof *h)
		memcpy(h, r->memory, sizeof *h);
	r->end = h->file_end;
	switch (fault) {
	case GPROF_FAULT_NONE:
		return 0;
	case GPROF_FAULT_EMPTY:
		gp_fail(r->e, "is empty: no process has written to it");
		return PROFILE_UNBEGUN;
	case GPROF_FAULT_NOT_BEGUN:
		gp_fail(r->e, "was never begun: its process ended too early");
		return PROFILE_UNBEGUN;
	case GPROF_FAULT_SHORT_HEADER:
		return gp_fail(r->e, "is truncated: %zu bytes do not hold its header", size);
	case GPROF_FAULT_OTHER_ORDER:
		return gp_fail(r->e, "is from a processor with another byte order or pointer size");
	case GPROF_FAULT_OTHER_VERSION:
		return gp_fail(r->e, "has format version %u, this tool reads version %u: use the "
			       "tool that came with the runtime that wrote it",
			       h->version, GPROF_FILE_VERSION);
	case GPROF_FAULT_CUT_SHORT:
		return gp_fail(r->e, "is truncated: %zu of %llu bytes exist", size,
			       (unsigned long long)h->file_end);
	default:
		if (size > 4 && !memcmp(r->memory, GMON_MAGIC, 4))
			return gp_fail(r->e, "is of the form of GNU gprof: `gprof-llvm gprof "
				       "PROGRAM FILE' reads it");
		if (size > 4 && !memcmp(r->memory, "\177ELF", 4))
			return gp_fail(r->e, "is a program: expected a profile");
		return gp_fail(r->e, "is not a profile of gprof-llvm");
	}
}

/* ------------------------------------------------------------------ */

static int area_fail(struct reader *r, const struct gprof_area *a, const char *what)
{
	return gp_fail(r->e, "is damaged: the area of type %u at offset %llu %s", a->type,
		       (unsigned long long)a->offset, what);
}

static int read_module(struct reader *r, const struct gprof_area *a)
{
	const struct gprof_module *m = (const void *)(r->memory + a->offset);
	struct profile *p = r->p;
	uint32_t *at;
	int created;

	if (!gprof_is_module(r->memory, a))
		return area_fail(r, a, "holds no valid module");
	at = gp_map_put(&p->module_at, m->index, 0, &created);
	if (!created)
		return area_fail(r, a, "repeats a module");
	*at = p->nmodules;
	*gp_push(p->modules, p->nmodules, p->modules_room) = m;
	return 0;
}

static int read_thread(struct reader *r, const struct gprof_area *a)
{
	const struct gprof_thread *t = (const void *)(r->memory + a->offset);
	struct profile *p = r->p;
	uint32_t *at;
	int created;

	if (!gprof_is_thread(r->memory, a))
		return area_fail(r, a, "holds no valid thread");
	at = gp_map_put(&p->thread_at, t->index, 0, &created);
	if (!created)
		return area_fail(r, a, "repeats a thread");
	*at = p->nthreads;
	*gp_push(p->threads, p->nthreads, p->threads_room) = t;
	return 0;
}

static int read_process(struct reader *r, const struct gprof_area *a)
{
	if (!gprof_is_text(r->memory, a))
		return area_fail(r, a, "has text without an end");
	r->p->process = r->memory + a->offset;
	r->p->process_size = a->size;
	return 0;
}

static int read_block(struct reader *r, const struct gprof_area *a)
{
	struct profile *p = r->p;
	uint32_t module = gp_map_get(&p->module_at, a->module, 0);
	struct profile_block *b;
	uint64_t bytes;

	if (module == GP_NONE)
		return area_fail(r, a, "belongs to no module");
	bytes = p->modules[module]->cnt_stop - p->modules[module]->cnt_start;
	if (!gprof_is_block(a, bytes))
		return area_fail(r, a, "does not hold the counters of its module");
	b = gp_push(p->blocks, p->nblocks, p->blocks_room);
	b->thread = gp_map_get(&p->thread_at, a->thread, 0);
	b->module = module;
	b->epoch = a->epoch;
	b->words = (const void *)(r->memory + a->offset + a->skip);
	b->stored = b->words;
	b->nwords = bytes / 8;
	b->area = a;
	return 0;
}

static int read_table(struct reader *r, const struct gprof_area *a, size_t slot,
		      struct profile_table *t)
{
	const struct gprof_table *head = (const void *)(r->memory + a->offset);

	if (!gprof_table_fits(r->memory, a, slot))
		return area_fail(r, a, "is smaller than its table");
	t->thread = gp_map_get(&r->p->thread_at, a->thread, 0);
	t->slot = a->thread;
	t->epoch = a->epoch;
	t->n = head->capacity;
	t->slots = head + 1;
	t->stored = head;
	t->area = a;
	return 0;
}

static int read_frames(struct reader *r, const struct gprof_area *a)
{
	const struct gprof_table *head = (const void *)(r->memory + a->offset);
	struct profile_table table;
	struct gprof_frames *f;

	if (read_table(r, a, sizeof(struct gprof_frame), &table) < 0)
		return -1;
	if (!gprof_ids_fit(r->memory, a))
		return area_fail(r, a, "numbers its frames beyond the range of ids");
	f = gp_push(r->p->frame_tables, r->p->nframe_tables, r->p->frame_tables_room);
	*f = (struct gprof_frames){ .slot = a->thread, .epoch = a->epoch, .n = table.n,
				      .first_id = head->first_id, .slots = table.slots };
	return 0;
}

/* An array of records. */
static void read_array(struct reader *r, const struct gprof_area *a, size_t record,
		       struct profile_table *t)
{
	t->thread = gp_map_get(&r->p->thread_at, a->thread, 0);
	t->slot = a->thread;
	t->epoch = a->epoch;
	t->n = a->size / record;
	t->slots = t->stored = r->memory + a->offset;
	t->area = a;
}

static int read_times(struct reader *r, const struct gprof_area *a)
{
	struct profile *p = r->p;

	if (a->size % sizeof(struct gprof_timing))
		return area_fail(r, a, "holds a part of a timing");
	read_array(r, a, sizeof(struct gprof_timing), gp_push(p->times, p->ntimes, p->times_room));
	return 0;
}

static int read_heap(struct reader *r, const struct gprof_area *a)
{
	if (a->size < sizeof *r->p->heap)
		return area_fail(r, a, "holds a part of the heap's sums");
	if (r->p->heap)
		return area_fail(r, a, "repeats the heap's sums");
	r->p->heap = (const void *)(r->memory + a->offset);
	return 0;
}

static int read_allocations(struct reader *r, const struct gprof_area *a)
{
	struct profile *p = r->p;

	if (a->size % sizeof(struct gprof_allocations))
		return area_fail(r, a, "holds a part of an entry");
	read_array(r, a, sizeof(struct gprof_allocations),
		   gp_push(p->allocations, p->nallocations, p->allocations_room));
	return 0;
}

static int read_io(struct reader *r, const struct gprof_area *a)
{
	struct profile *p = r->p;

	if (a->size % sizeof(struct gprof_io))
		return area_fail(r, a, "holds a part of an entry");
	read_array(r, a, sizeof(struct gprof_io),
		   gp_push(p->io_entries, p->nio_entries, p->io_entries_room));
	return 0;
}

/* 0: the area is a table. */
static size_t event_record(uint32_t type)
{
	switch (type) {
	case GPROF_AREA_EVENTS: return sizeof(struct gprof_event);
	case GPROF_AREA_EVENT_TOTALS: return sizeof(struct gprof_event_total);
	case GPROF_AREA_REGIONS: return sizeof(struct gprof_region);
	case GPROF_AREA_EVENT_COUNTERS: return sizeof(struct gprof_event_counter);
	default: return 0;
	}
}

static int read_events(struct reader *r, const struct gprof_area *a)
{
	struct profile *p = r->p;
	struct profile_table *t = gp_push(p->events, p->nevents, p->events_room);
	const char *wrong;

	if (!event_record(a->type))
		return read_table(r, a, sizeof(struct gprof_event_sample), t);
	wrong = events_read(r->memory, a);
	if (wrong)
		return area_fail(r, a, wrong);
	read_array(r, a, event_record(a->type), t);
	return 0;
}

static int read_timeline(struct reader *r, const struct gprof_area *a)
{
	const struct gprof_timeline *at = (const void *)(r->memory + a->offset);
	struct profile *p = r->p;

	if (a->size < sizeof *at || a->size % sizeof at->entries[0])
		return area_fail(r, a, "holds a part of an entry");
	*gp_push(p->timelines, p->ntimelines, p->timelines_room) = (struct profile_timeline){
		at, (a->size - sizeof *at) / sizeof at->entries[0] };
	return 0;
}

/* Areas that others refer to; unknown types are for later versions. */
static int read_named(struct reader *r, const struct gprof_area *a)
{
	switch (a->type) {
	case GPROF_AREA_PROCESS:
		return read_process(r, a);
	case GPROF_AREA_MODULE:
		return read_module(r, a);
	case GPROF_AREA_THREAD:
		return read_thread(r, a);
	}
	return 0;
}

static int read_data(struct reader *r, const struct gprof_area *a)
{
	struct profile *p = r->p;
	const char *wrong = NULL;

	switch (a->type) {
	case GPROF_AREA_BLOCK:
		return read_block(r, a);
	case GPROF_AREA_ARCS:
		return read_table(r, a, sizeof(struct gprof_arc),
				  gp_push(p->arcs, p->narcs, p->arcs_room));
	case GPROF_AREA_SAMPLES:
		return read_table(r, a, sizeof(struct gprof_sample),
				  gp_push(p->samples, p->nsamples, p->samples_room));
	case GPROF_AREA_FRAMES:
		return read_frames(r, a);
	case GPROF_AREA_TIMES:
		return read_times(r, a);
	case GPROF_AREA_TIMELINE:
		return read_timeline(r, a);
	case GPROF_AREA_HEAP:
		return read_heap(r, a);
	case GPROF_AREA_ALLOCATIONS:
		return read_allocations(r, a);
	case GPROF_AREA_WAITS:
		wrong = waits_read(p, r->memory, a);
		break;
	case GPROF_AREA_OBJECTS:
		wrong = objects_read(p, r->memory, a);
		break;
	case GPROF_AREA_HEAP_STACKS:
		wrong = heap_stacks_read(p, r->memory, a);
		break;
	case GPROF_AREA_HEAP_SAMPLES:
		wrong = heap_samples_read(p, r->memory, a);
		break;
	case GPROF_AREA_HEAP_FRAMES:
		wrong = heap_frames_read(p, r->memory, a);
		break;
	case GPROF_AREA_IO_PROCESS:
		wrong = io_process_read(p, r->memory, a);
		break;
	case GPROF_AREA_IO_FILES:
		wrong = io_files_read(p, r->memory, a);
		break;
	case GPROF_AREA_IO:
		return read_io(r, a);
	case GPROF_AREA_EVENTS:
	case GPROF_AREA_EVENT_TOTALS:
	case GPROF_AREA_EVENT_SAMPLES:
	case GPROF_AREA_REGIONS:
	case GPROF_AREA_EVENT_COUNTERS:
		return read_events(r, a);
	}
	if (wrong)
		return area_fail(r, a, wrong);
	return 0;
}

/* ------------------------------------------------------------------ */

static int walk_fail(struct reader *r, const struct gprof_check *c)
{
	unsigned long long at = c->directory;

	switch (c->fault) {
	case GPROF_FAULT_NO_DIRECTORY:
		return gp_fail(r->e, "is damaged: it has no directory at offset %llu", at);
	case GPROF_FAULT_DIRECTORY_CUT:
		return gp_fail(r->e, "is damaged: the directory at offset %llu is truncated", at);
	case GPROF_FAULT_DIRECTORY_RING:
		return gp_fail(r->e, "is damaged: its directories form a cycle");
	case GPROF_FAULT_AREA_BEYOND:
		return area_fail(r, c->area, "reaches beyond the end");
	default:
		return area_fail(r, c->area, "overlaps others");
	}
}

static int read_directories(struct reader *r,
			    int (*read)(struct reader *, const struct gprof_area *))
{
	const struct gprof_area *a;
	struct gprof_check c;

	gprof_check_begin(&c, r->memory, r->end);
	while ((a = gprof_check_next(&c)))
		if (read(r, a) < 0)
			return -1;
	return c.fault ? walk_fail(r, &c) : 0;
}

static int by_low(const void *x, const void *y, void *profile)
{
	const struct profile *p = profile;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	uint64_t a = p->modules[i]->low, b = p->modules[k]->low;

	return a != b ? (a < b ? -1 : 1) : (i < k ? -1 : i > k);
}

static int check_heap_frames(struct profile *p, struct gp_error *e)
{
	const char *wrong = heap_frames_check(p);

	return wrong ? gp_fail(e, "is damaged: it %s", wrong) : 0;
}

int profile_parse(struct profile *p, const void *memory, size_t size, struct gp_error *e)
{
	struct reader r = { .p = p, .memory = memory, .e = e };
	int rc;

	memset(p, 0, sizeof *p);
	p->size = size;
	rc = read_header(&r, size);
	if (rc < 0)
		return rc;
	if (read_directories(&r, read_named) < 0 ||
	    read_directories(&r, read_data) < 0 || check_heap_frames(p, e) < 0 ||
	    profile_link_frames(p, e) < 0 ||
	    snapshots_read(&p->snapshots, memory, r.end, p->head.snapshots, e) < 0) {
		profile_release(p);
		return -1;
	}
	p->by_low = gp_alloc(p->nmodules, sizeof *p->by_low);
	for (size_t i = 0; i < p->nmodules; i++)
		p->by_low[i] = i;
	gp_sort(p->by_low, p->nmodules, sizeof *p->by_low, by_low, p);
	return 0;
}

/* ------------------------------------------------------------------ */

void profile_release(struct profile *p)
{
	free(p->path);
	free(p->memory);
	free(p->modules);
	gp_map_release(&p->module_at);
	free(p->threads);
	gp_map_release(&p->thread_at);
	free(p->blocks);
	free(p->arcs);
	free(p->samples);
	free(p->times);
	free(p->allocations);
	free(p->heap_frames);
	free(p->timelines);
	free(p->waits);
	free(p->objects);
	free(p->io_files);
	free(p->io_entries);
	free(p->events);
	profile_release_frames(p);
	snapshots_release(&p->snapshots);
	for (size_t i = 0; i < p->ncopies; i++)
		free(p->copies[i]);
	free(p->copies);
	free(p->unsteady);
	gp_map_release(&p->unsteady_at);
	free(p->part.taken);
	free(p->by_low);
	memset(p, 0, sizeof *p);
}

uint32_t profile_module_of(const struct profile *p, uint64_t address, uint32_t epoch)
{
	size_t low;
	uint32_t best = GP_NONE;
	unsigned fit = 0;

	if (address & GPROF_RETIRED)
		return gp_map_get(&p->module_at, GPROF_RETIRED_MODULE(address), 0);
	low = gp_first(i, p->nmodules, p->modules[p->by_low[i]]->low <= address);
	/* Ranges overlap only where one module took the place of another. */
	while (low--) {
		const struct gprof_module *m = p->modules[p->by_low[low]];

		if (address < m->high && gprof_epoch_fit(m, epoch) > fit) {
			best = p->by_low[low];
			fit = gprof_epoch_fit(m, epoch);
		}
		if (fit == GPROF_EPOCH_FITS)
			break;
	}
	return best;
}

uint64_t profile_file_address(const struct profile *p, uint32_t module, uint64_t address)
{
	const struct gprof_module *m = p->modules[module];

	if (address & GPROF_RETIRED)
		address = m->low + GPROF_RETIRED_OFFSET(address);
	return address - m->bias;
}

const struct gprof_module *profile_main(const struct profile *p)
{
	for (size_t i = 0; i < p->nmodules; i++)
		if (p->modules[i]->flags & GPROF_MODULE_MAIN)
			return p->modules[i];
	return NULL;
}

const char *profile_process(const struct profile *p, const char *key)
{
	size_t n = strlen(key);

	for (size_t at = 0; at < p->process_size; at += strlen(p->process + at) + 1)
		if (!strncmp(p->process + at, key, n) && p->process[at + n] == '=')
			return p->process + at + n + 1;
	return NULL;
}

uint32_t profile_processes(const struct profile *p)
{
	const char *text = profile_process(p, GPROF_PROCESS_COUNT);
	unsigned long n = text ? strtoul(text, NULL, 10) : 1;

	return n && n < GP_NONE ? n : 1;
}

/* The number that is the whole value of a key, or 'none'. */
static uint32_t number_of(const struct profile *p, const char *key, uint32_t none)
{
	const char *text = profile_process(p, key);
	size_t digits = text ? strspn(text, "0123456789") : 0;

	return digits && digits <= 9 && !text[digits] ? strtoul(text, NULL, 10) : none;
}

uint32_t profile_rank(const struct profile *p)
{
	return profile_process(p, GPROF_PROCESS_COUNT) ? GP_NONE
						       : number_of(p, GPROF_PROCESS_RANK, GP_NONE);
}

uint32_t profile_ranks(const struct profile *p)
{
	return number_of(p, GPROF_PROCESS_RANKS, 0);
}

/* Where the word at 'text' ends; blanks within it have a backslash. */
static char *word_end(char *text)
{
	while (*text && *text != ' ')
		text += *text == '\\' && text[1] ? 2 : 1;
	return text;
}

/* Takes away the backslashes before blanks and backslashes. */
static char *bare(char *word)
{
	char *to = word;

	for (const char *from = word; *from; *to++ = *from++)
		from += *from == '\\' && (from[1] == ' ' || from[1] == '\\');
	*to = '\0';
	return word;
}

/* Takes over the words between blanks, of which two have an empty one between them. */
static char *quote_words(char *words)
{
	char *text, *word = words, *end;
	bool last;
	size_t size;
	FILE *out = gp_text_open(&text, &size);

	do {
		char *quoted;

		end = word_end(word);
		last = !*end;
		*end = '\0';
		quoted = shell_quoted(bare(word));
		fputs(quoted, out);
		if (!last)
			fputc(' ', out);
		free(quoted);
		word = end + 1;
	} while (!last);
	gp_text_close(out, &text);
	free(words);
	return text;
}

char *profile_command(const struct profile *p)
{
	const char *command = profile_process(p, "cmdline");
	char *text = gp_strdup(command ? command : "");
	size_t n = strlen(text);

	while (n && text[n - 1] == ' ' && (n < 2 || text[n - 2] != '\\'))
		text[--n] = '\0';
	return *word_end(text) ? quote_words(text) : bare(text);
}

const char *profile_clock(uint32_t clock)
{
	static const char *const names[] = { [GPROF_CLOCK_NONE] = "none",
					     [GPROF_CLOCK_PERF] = "perf",
					     [GPROF_CLOCK_TIMER] = "timer" };

	return clock < sizeof names / sizeof *names ? names[clock] : "unknown";
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waits.c - see waits.h.
 *
 * The runtime says which word a thread waits at.  The function of libc on the stack says which
 * kind of lock has it.  A row is a name, so processes that have the same program have one row for a
 * lock of its modules.
 *
 * glibc's condition variables have two words that threads wait at, at 40 and 44 bytes, and its
 * read-write locks at 8 and 12.  Both kinds begin at a multiple of 8.  So the word says where the
 * object begins.
 */
#include "analysis/waits.h"

#include "binary/data_symbols.h"
#include "profile/waits.h"
#include "program/profiler_code.h"
#include "samples/address_samples.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

#define CONDITION_WORD 40
#define RWLOCK_WORD 8

static const struct {
	const char *text, *word;
} kinds[WAIT_KINDS] = {
	[WAIT_MUTEX] = { "mutex", "mutex" },
	[WAIT_CONDITION] = { "condition variable", "condition" },
	[WAIT_RWLOCK] = { "read-write lock", "rwlock" },
	[WAIT_SEMAPHORE] = { "semaphore", "semaphore" },
	[WAIT_BARRIER] = { "barrier", "barrier" },
	[WAIT_ONCE] = { "pthread_once", "once" },
	[WAIT_FUTEX] = { "futex", "futex" },
	[WAIT_END] = { "end of a thread", "thread-end" },
	[WAIT_FILE] = { "file", "file" },
	[WAIT_PIPE] = { "pipe", "pipe" },
	[WAIT_SOCKET] = { "socket", "socket" },
	[WAIT_EPOLL] = { "epoll", "epoll" },
	[WAIT_OTHER] = { "descriptor", "descriptor" },
	[WAIT_SET] = { "descriptors", "descriptors" },
};

const char *wait_kind_text(enum wait_kind kind)
{
	return kinds[kind].text;
}

const char *wait_kind_word(enum wait_kind kind)
{
	return kinds[kind].word;
}

struct interval wait_interval(const struct waits *w, const struct weight *weight)
{
	return interval_of(weight, &w->all);
}

char *wait_thread_text(const struct waits *w, uint32_t thread)
{
	const struct program_profile *l;
	const struct gprof_thread *t = program_thread(w->program, thread, &l);

	if (thread != GP_NONE && thread & WAIT_ENDED)
		return gp_format("a thread that has ended (tid %u)", thread & ~WAIT_ENDED);
	if (!t)
		return gp_strdup("an unknown thread");
	if (!t->name[0])
		return gp_format("the thread with tid %u", t->tid);
	return gp_format("'%.*s' (tid %u)", (int)sizeof t->name, t->name, t->tid);
}

/* ------------------------------------------------------------------ */

/* A slot with waits, while it is looked at. */
struct waiting {
	struct waits *w;
	const struct program_profile *l;
	const struct profile_table *table;
	const struct gprof_sample *sample;
	struct gp_names *index; /* kind, module and name -> rows; keys are owned */
	bool callees; /* contexts have them (NEED_CALLEES) */
};

/* The next frame outwards from a context: GP_NONE is the code that was sampled. */
struct frame {
	uint32_t object, node;
	uint64_t address;
	uint32_t callee; /* node that the call there names, or GP_NONE */
};

static struct frame sampled_frame(const struct waiting *x)
{
	struct address_sample at;
	struct frame f = { .node = GP_NONE, .callee = GP_NONE };

	address_sample_locate(&at, x->l, x->sample->pc, x->table->epoch);
	f.object = at.object;
	f.address = at.address;
	if (at.object != GP_NONE)
		f.node = object_function_at(&x->w->program->objects[at.object], at.address);
	return f;
}

static uint32_t innermost_context(const struct waiting *x)
{
	uint32_t frame = profile_frame(&x->l->profile, x->table->slot, x->sample->stack);

	if (frame == GP_NONE || !x->w->program->contexts.n)
		return GP_NONE;
	return x->l->contexts[frame];
}

static enum wait_kind kind_of_frame(const struct program *p, const struct frame *f)
{
	return f->object == GP_NONE ? WAIT_FUTEX
				    : wait_kind_of_code(&p->objects[f->object], f->address);
}

static bool is_own(const struct program *p, uint32_t node)
{
	return node != GP_NONE && node < p->nfunctions && p->functions[node].record;
}

/* Walks outwards to the program's own code: the function that waits, or GP_NONE, and the kind
   that the first function knows. */
static uint32_t find_waiter(const struct waiting *x, enum wait_kind *kind)
{
	const struct program *p = x->w->program;
	struct frame f = sampled_frame(x);
	uint32_t context = innermost_context(x);

	*kind = WAIT_FUTEX;
	for (;;) {
		const struct context *c;

		if (is_own(p, f.node)) {
			if (*kind == WAIT_FUTEX && x->callees && f.callee != GP_NONE)
				*kind = wait_kind_of_name(p->graph.nodes[f.callee].name);
			return f.node;
		}
		if (*kind == WAIT_FUTEX)
			*kind = kind_of_frame(p, &f);
		if (context == GP_NONE)
			return GP_NONE;
		c = &p->contexts.items[context];
		/* The byte before is the call's. */
		f = (struct frame){ .object = c->object, .address = c->address - 1,
				    .node = c->node, .callee = c->callee };
		context = c->caller;
	}
}

/* ------------------------------------------------------------------ objects */

static enum wait_kind kind_of_file(const char *name)
{
	if (gp_begins(name, "pipe:"))
		return WAIT_PIPE;
	if (gp_begins(name, "socket:") || gp_begins(name, "tcp") || gp_begins(name, "udp") ||
	    gp_begins(name, "unix"))
		return WAIT_SOCKET;
	if (gp_begins(name, "anon_inode:[eventpoll]"))
		return WAIT_EPOLL;
	return name[0] == '/' || gp_begins(name, "...") ? WAIT_FILE : WAIT_OTHER;
}

static enum wait_kind kind_of(const struct gprof_object *o, enum wait_kind by_function)
{
	switch (o->kind) {
	case GPROF_OBJECT_LOCK:
		/* A condition variable takes its mutex again when it is over. */
		return by_function == WAIT_RWLOCK ? WAIT_RWLOCK : WAIT_MUTEX;
	case GPROF_OBJECT_END: return WAIT_END;
	case GPROF_OBJECT_FILE: return kind_of_file(o->name);
	case GPROF_OBJECT_SET: return WAIT_SET;
	default: return by_function;
	}
}

/* Where the object begins whose word is at an address. */
static uint64_t base_of(uint64_t address, enum wait_kind kind)
{
	uint64_t word = kind == WAIT_CONDITION ? CONDITION_WORD :
			kind == WAIT_RWLOCK ? RWLOCK_WORD : 0;

	return word && !(address % 4) && address > word + 4 ? address - word - address % 8
							    : address;
}

/* A variable of a module, with the distance to its beginning. */
static char *name_in_module(const struct object *o, uint64_t address)
{
	uint64_t start = 0;
	const char *symbol = o->present ? data_symbol_at(&o->elf, address, &start) : NULL;
	char *name, *text;

	if (!symbol)
		return gp_format("0x%llx", (unsigned long long)address);
	name = demangle_as(symbol, NAMES_SHORT);
	if (address == start)
		return name;
	text = gp_format("%s+%llu", name, (unsigned long long)(address - start));
	free(name);
	return text;
}

static char *thread_name(const struct waiting *x, uint32_t slot)
{
	uint32_t thread = gp_map_get(&x->l->profile.thread_at, slot, 0);

	return wait_thread_text(x->w, thread == GP_NONE ? GP_NONE : x->l->first_thread + thread);
}

/* A thread of the program, or WAIT_ENDED: slots have the last thread that was in them. */
static uint32_t thread_with(const struct waiting *x, uint32_t tid)
{
	const struct profile *p = &x->l->profile;

	for (size_t i = 0; i < p->nthreads; i++)
		if (p->threads[i]->tid == tid)
			return x->l->first_thread + i;
	return WAIT_ENDED | (tid & ~WAIT_ENDED);
}

static char *name_of_end(const struct waiting *x, const struct gprof_object *o)
{
	return wait_thread_text(x->w, thread_with(x, strtoul(o->name, NULL, 10)));
}

/* Of a word in no module: whose stack, or which memory. */
static char *name_in_memory(const struct waiting *x, const struct gprof_object *o, uint64_t address)
{
	unsigned long long at = address;
	char *thread, *text;

	if (o->thread != GPROF_NONE) {
		thread = thread_name(x, o->thread);
		text = gp_format("0x%llx on the stack of %s", at, thread);
		free(thread);
		return text;
	}
	if (!strcmp(o->name, "[stack]"))
		return gp_format("0x%llx on the stack of the first thread", at);
	if (o->name[0] == '/')
		return gp_format("0x%llx in %s", at, o->name);
	return gp_format("heap 0x%llx", at);
}

static char *name_of_file(const struct gprof_object *o, enum wait_kind kind)
{
	unsigned long long number = o->descriptor;

	if (kind == WAIT_PIPE)
		return gp_format("%s, descriptor %llu", o->name, number);
	if (kind == WAIT_SET)
		return number ? gp_format("%llu descriptors", number)
			      : gp_strdup("descriptors of select()");
	if (kind == WAIT_EPOLL || kind == WAIT_OTHER)
		return gp_format("%s, descriptor %llu", o->name, number);
	return gp_strdup(o->name);
}

static char *name_of(const struct waiting *x, const struct gprof_object *o, uint32_t epoch,
		     enum wait_kind kind, const char **module)
{
	struct address_sample at;
	uint64_t address;
	const struct object *object;

	*module = NULL;
	if (!wait_is_lock(kind))
		return name_of_file(o, kind);
	if (kind == WAIT_END)
		return name_of_end(x, o);
	address_sample_locate(&at, x->l, o->address, epoch);
	address = base_of(at.address, kind);
	if (at.object == GP_NONE)
		return name_in_memory(x, o, address);
	object = &x->w->program->objects[at.object];
	*module = object->name;
	return name_in_module(object, address);
}

/* ------------------------------------------------------------------ */

static void add_part(struct wait_part **parts, size_t *n, size_t *room, uint32_t of,
		     const struct weight *weight)
{
	struct wait_part *part = NULL;

	for (size_t i = 0; i < *n && !part; i++)
		if ((*parts)[i].of == of)
			part = &(*parts)[i];
	if (!part) {
		*parts = gp_grow(*parts, room, *n + 1, sizeof **parts);
		part = &(*parts)[(*n)++];
		*part = (struct wait_part){ .of = of };
	}
	weight_add(&part->weight, weight);
}

/* The row of a name, which it takes over. */
static struct wait_row *row_of(struct waiting *x, enum wait_kind kind, const char *module,
			       char *name)
{
	char *key = gp_format("%d %s %s", kind, module ? module : "", name);
	int created;
	uint32_t *at = gp_names_put(x->index, key, &created);

	if (!created) {
		free(key);
		free(name);
		return &x->w->rows[*at];
	}
	*at = x->w->n;
	*gp_push(x->w->rows, x->w->n, x->w->room) =
		(struct wait_row){ .kind = kind, .module = module, .name = name };
	return &x->w->rows[*at];
}

/* Returns true if it is the runtime that waits. */
static bool is_profiler(const struct waiting *x)
{
	struct frame f = sampled_frame(x);

	return f.object != GP_NONE && f.node == GP_NONE &&
	       is_profiler_code(&x->w->program->objects[f.object], f.address);
}

static void add(struct waiting *x, const struct gprof_wait *wait, const struct weight *weight)
{
	uint32_t epoch = 0, waiter, holder = GP_NONE;
	const struct gprof_object *o = profile_object(&x->l->profile, wait->object, &epoch);
	enum wait_kind kind;
	const char *module;
	struct wait_row *row;
	char *name;

	if (!o || is_profiler(x))
		return;
	waiter = find_waiter(x, &kind);
	kind = kind_of(o, kind);
	name = name_of(x, o, epoch, kind, &module);
	row = row_of(x, kind, module, name);
	weight_add(&row->weight, weight);
	weight_add(&x->w->sums[wait_is_lock(kind)], weight);
	add_part(&row->waiters, &row->nwaiters, &row->waiters_room, waiter, weight);
	if (wait->holder)
		holder = thread_with(x, wait->holder);
	if (kind == WAIT_MUTEX)
		add_part(&row->holders, &row->nholders, &row->holders_room, holder, weight);
}

static bool read_table(struct waiting *x)
{
	const struct gprof_sample *slots = x->table->slots;
	uint32_t thread = strata_thread(x->l, x->table);
	bool any = false;

	for (size_t i = 0; i < x->table->n; i++) {
		const struct gprof_wait *wait;
		struct weight weight;

		x->sample = &slots[i];
		if (!raw_sample_is_of(x->w->program, x->l, x->table, i, TIME_WAIT))
			continue;
		any = true;
		weight = strata_weigh(&x->w->program->strata, thread, x->sample->flags,
				      x->sample->weight, x->sample->count);
		weight_add(&x->w->all, &weight);
		if (raw_sample_is_ready(x->sample))
			x->w->queued += x->sample->weight;
		wait = profile_wait(&x->l->profile, x->table, i);
		if (wait && wait->object)
			add(x, wait, &weight);
	}
	return any;
}

static int by_weight(const void *x, const void *y, void *unused)
{
	const struct wait_row *a = x, *b = y;

	(void)unused;
	if (a->weight.sum != b->weight.sum)
		return a->weight.sum > b->weight.sum ? -1 : 1;
	return strcmp(a->name, b->name);
}

static int parts_by_weight(const void *x, const void *y, void *unused)
{
	const struct wait_part *a = x, *b = y;

	(void)unused;
	if (a->weight.sum != b->weight.sum)
		return a->weight.sum > b->weight.sum ? -1 : 1;
	return a->of < b->of ? -1 : a->of > b->of;
}

static void sort(struct waits *w)
{
	gp_sort(w->rows, w->n, sizeof *w->rows, by_weight, NULL);
	for (size_t i = 0; i < w->n; i++) {
		struct wait_row *row = &w->rows[i];

		gp_sort(row->waiters, row->nwaiters, sizeof *row->waiters, parts_by_weight, NULL);
		gp_sort(row->holders, row->nholders, sizeof *row->holders, parts_by_weight, NULL);
		/* Nobody is known to have held it. */
		if (row->nholders == 1 && row->holders[0].of == GP_NONE)
			row->nholders = 0;
	}
}

static void read_profile(struct waiting *x)
{
	const struct profile *p = &x->l->profile;
	bool waits = false;

	for (size_t i = 0; i < p->nsamples; i++) {
		x->table = &p->samples[i];
		if (program_profile_has_thread(x->l, x->table->thread))
			waits |= read_table(x);
	}
	x->w->unrecorded += waits && !p->nwaits;
	x->w->lost += profile_lost_objects(p);
}

void waits_find(struct waits *w, const struct result *r)
{
	struct gp_names index = { 0 };
	struct waiting x = { .w = w, .index = &index,
			     .callees = r->request->needs & NEED_CALLEES };

	*w = (struct waits){ .program = r->functions };
	for (size_t i = 0; i < w->program->nprofiles; i++) {
		x.l = &w->program->profiles[i];
		read_profile(&x);
	}
	sort(w);
	for (size_t i = 0; i < index.room; i++)
		if (index.slots[i].key)
			free((char *)index.slots[i].key);
	gp_names_release(&index);
}

void waits_release(struct waits *w)
{
	for (size_t i = 0; i < w->n; i++) {
		free(w->rows[i].name);
		free(w->rows[i].waiters);
		free(w->rows[i].holders);
	}
	free(w->rows);
	*w = (struct waits){ 0 };
}

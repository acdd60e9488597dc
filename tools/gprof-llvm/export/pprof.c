/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pprof.c - sampled stacks, or counted calls, as pprof's profile.proto, compressed by gzip.
 *
 * Messages are written one by one; strings are numbered on the way and come last.  A location
 * is a place in the code: of its lines the first is of the innermost function inlined there, the
 * last of the function that has the code.  Inlined functions are lines where they
 * are rows of the report, with --inlines: so sums by function are the report's.
 *
 * Calls have a profile of their own, each arc as a stack of two functions: counts do not belong
 * to sampled stacks.  Instructions that were executed are a third value of this one: samples of
 * one place each, which have no time, as sampled ones have no instructions.
 *
 * Memory is another profile, with the types that pprof has for heaps and two more: each function
 * that allocated is a stack of one.  So are the reads and writes of a function for a file, which
 * is a label.
 */
#include "analysis/names.h"
#include "executions/exact.h"
#include "writer/writer.h"
#include "encoding/gzip.h"
#include "encoding/protobuf.h"
#include "export/pprof_types.h"
#include "writer/stacks.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the fields, by their message. */
enum { PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION,
       PROFILE_STRING, PROFILE_TIME = 9, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD,
       PROFILE_COMMENT, PROFILE_DEFAULT_TYPE };
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT, LABEL_NUMBER };
enum { MAPPING_ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE,
       MAPPING_BUILD_ID, MAPPING_HAS_FUNCTIONS, MAPPING_HAS_FILES, MAPPING_HAS_LINES,
       MAPPING_HAS_INLINES };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE, FUNCTION_LINE };

/* A function that has a number: 1 more than its position. */
struct function_text {
	const char *name, *system_name, *file; /* borrowed */
	uint32_t line;
};

struct writer {
	const struct export *x;
	const struct program *p;
	struct gzip gzip;
	struct pb message, part, field; /* a field of the profile, one in it, one in that */
	char **strings; /* by number, owned */
	size_t nstrings, strings_room;
	struct gp_names string_at;
	char **names;   /* of nodes */
	char **owned;   /* other names of functions */
	size_t nowned, owned_room;
	struct function_text *functions;
	size_t nfunctions, functions_room;
	struct gp_map function_at; /* (node, inferred) or (of scopes, 2) -> functions */
	struct stacks stacks;
	struct inline_scopes scopes;
	uint64_t *ids; /* locations of a sample, the innermost first */
	size_t nids, ids_room;
	double so_far; /* time written, not rounded */
};

/* Number of a string; it is made harmless for those who print it. */
static uint64_t string(struct writer *w, const char *text)
{
	int created;
	char *safe = escape_text(text ? text : "");
	uint32_t *at = gp_names_put(&w->string_at, safe, &created);

	if (created) {
		*at = w->nstrings;
		*gp_push(w->strings, w->nstrings, w->strings_room) = safe;
	} else {
		free(safe);
	}
	return *at;
}

static void put(struct writer *w)
{
	gzip_put(&w->gzip, w->message.bytes, w->message.n);
	w->message.n = 0;
}

/* Writes what 'part' has become. */
static void put_part(struct writer *w, unsigned field)
{
	pb_message(&w->message, field, &w->part);
	put(w);
}

static void put_type(struct writer *w, unsigned field, const char *type, const char *unit)
{
	pb_uint(&w->part, TYPE_TYPE, string(w, type));
	pb_uint(&w->part, TYPE_UNIT, string(w, unit));
	put_part(w, field);
}

/* ------------------------------------------------------------------ functions, locations */

static uint32_t add_function(struct writer *w, uint64_t a, uint64_t b, struct function_text f)
{
	int created;
	uint32_t *at = gp_map_put(&w->function_at, a, b, &created);

	if (created) {
		*at = w->nfunctions;
		*gp_push(w->functions, w->nfunctions, w->functions_room) = f;
	}
	return *at + 1;
}

static char *own(struct writer *w, char *name)
{
	return *gp_push(w->owned, w->nowned, w->owned_room) = name;
}

static uint32_t function_of(struct writer *w, uint32_t node, bool inferred)
{
	struct function_text f = { 0 };

	if (node >= w->p->graph.nnodes) {
		f.name = node == w->stacks.no_stack ? "<no stack>" : "<truncated stack>";
	} else {
		f.name = w->names[node];
		if (inferred && gp_map_get(&w->function_at, node, true) == GP_NONE)
			f.name = own(w, gp_format(INFERRED_MARK "%s", f.name));
		/* pprof takes what is in <> for a template's, unless there is no such name. */
		f.system_name = program_is_row(w->p, node) ? NULL : w->p->graph.nodes[node].name;
		f.file = w->p->functions[node].file;
		f.line = w->p->functions[node].line;
	}
	return add_function(w, node, inferred, f);
}

/* One that debug information names. */
static uint32_t written_function(struct writer *w, uint32_t function)
{
	const struct scope_function *s = &w->scopes.functions[function];
	struct function_text f = { .system_name = s->linkage, .file = s->file, .line = s->line };

	if (gp_map_get(&w->function_at, function, 2) == GP_NONE)
		f.name = own(w, demangle_as(s->linkage, w->x->names));
	return add_function(w, function, 2, f);
}

static void put_line(struct writer *w, uint32_t function, uint32_t line)
{
	pb_uint(&w->field, LINE_FUNCTION, function);
	pb_uint(&w->field, LINE_LINE, line);
	pb_message(&w->part, LOCATION_LINE, &w->field);
}

/* The functions inlined at a place that are rows of the report, from the innermost on, but
   for that which has the code; 'n' levels are known. */
static void put_inlined(struct writer *w, const struct stack_place *place,
			const struct scope_level *levels, size_t n)
{
	bool known = n && place->inlined != GP_NONE &&
		     stack_is_of(&w->scopes, &levels[0], place->inlined);

	if (!w->x->result->request->join.inlines)
		return;
	if (place->inlined != GP_NONE)
		put_line(w, function_of(w, place->inlined, false), known ? levels[0].line : 0);
	if (!known && !place->calls)
		return;
	for (size_t i = known; i + 1 < n; i++)
		if (levels[i].function != GP_NONE)
			put_line(w, written_function(w, levels[i].function), levels[i].line);
}

static void put_lines(struct writer *w, const struct stack_place *place)
{
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = stack_levels(place, &w->scopes, levels);

	put_inlined(w, place, levels, n);
	put_line(w, function_of(w, place->node, place->inferred), n ? levels[n - 1].line : 0);
}

/* Where the first profile that has the object had it in memory. */
static const struct gprof_module *module_of(const struct program *p, uint32_t object)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		for (size_t k = 0; k < p->profiles[i].profile.nmodules; k++)
			if (p->profiles[i].objects[k] == object)
				return p->profiles[i].profile.modules[k];
	return NULL;
}

static void put_location(struct writer *w, const struct stack_place *place, uint64_t id,
			 const struct gprof_module *const *modules)
{
	uint32_t object = place->object;

	/* A function without an address still has an object. */
	if (object == GP_NONE && place->node < w->p->graph.nnodes)
		object = w->p->functions[place->node].object;
	pb_uint(&w->part, LOCATION_ID, id);
	pb_uint(&w->part, LOCATION_MAPPING, object == GP_NONE ? 0 : object + 1);
	if (place->address && modules[object])
		pb_uint(&w->part, LOCATION_ADDRESS, place->address + modules[object]->bias);
	put_lines(w, place);
	put_part(w, PROFILE_LOCATION);
}

static void put_locations(struct writer *w)
{
	const struct gprof_module **modules = gp_alloc(w->p->nobjects, sizeof *modules);

	for (size_t i = 0; i < w->p->nobjects; i++)
		modules[i] = module_of(w->p, i);
	for (size_t i = 0; i < w->stacks.nplaces; i++)
		put_location(w, &w->stacks.places[i], i + 1, modules);
	free(modules);
}

static void put_functions(struct writer *w)
{
	for (size_t i = 0; i < w->nfunctions; i++) {
		const struct function_text *f = &w->functions[i];

		pb_uint(&w->part, FUNCTION_ID, i + 1);
		pb_uint(&w->part, FUNCTION_NAME, string(w, f->name));
		pb_uint(&w->part, FUNCTION_SYSTEM_NAME, string(w, f->system_name));
		pb_uint(&w->part, FUNCTION_FILE, string(w, f->file));
		pb_uint(&w->part, FUNCTION_LINE, f->line);
		put_part(w, PROFILE_FUNCTION);
	}
}

static void put_mapping(struct writer *w, size_t object)
{
	const struct gprof_module *m = module_of(w->p, object);
	char build_id[BUILD_ID_TEXT];

	export_build_id(w->p, object, build_id);
	pb_uint(&w->part, MAPPING_ID, object + 1);
	pb_uint(&w->part, MAPPING_START, m ? m->low : 0);
	pb_uint(&w->part, MAPPING_LIMIT, m ? m->high : 0);
	pb_uint(&w->part, MAPPING_FILE, string(w, w->p->objects[object].path));
	pb_uint(&w->part, MAPPING_BUILD_ID, string(w, build_id));
	/* Without these a reader looks for the functions itself. */
	pb_uint(&w->part, MAPPING_HAS_FUNCTIONS, true);
	pb_uint(&w->part, MAPPING_HAS_FILES, true);
	pb_uint(&w->part, MAPPING_HAS_LINES, true);
	pb_uint(&w->part, MAPPING_HAS_INLINES, true);
	put_part(w, PROFILE_MAPPING);
}

/* Readers take the first for the program. */
static void put_mappings(struct writer *w)
{
	if (w->p->nobjects)
		put_mapping(w, w->p->executable);
	for (size_t i = 0; i < w->p->nobjects; i++)
		if (i != w->p->executable)
			put_mapping(w, i);
}

/* ------------------------------------------------------------------ samples */

static void put_label(struct writer *w, const char *key, const char *text, uint64_t number)
{
	pb_uint(&w->field, LABEL_KEY, string(w, key));
	if (text)
		pb_uint(&w->field, LABEL_TEXT, string(w, text));
	pb_uint(&w->field, LABEL_NUMBER, number);
	pb_message(&w->part, SAMPLE_LABEL, &w->field);
}

/* Thread, tid and pid where they are known, and the phase that was asked for. */
static void put_labels(struct writer *w, uint32_t thread)
{
	const struct runs *runs = w->x->runs;
	const struct program_profile *l = w->p->nprofiles == 1 ? w->p->profiles : NULL;
	const struct gprof_thread *t = program_thread(w->p, thread, &l);
	const char *phase = w->x->result->request->wanted.window.phase;

	if (!t && w->p->nprofiles == 1)
		l = w->p->profiles;
	/* The threads of a pool have neither. */
	if (t && *t->name)
		put_label(w, "thread", t->name, 0);
	if (t && t->tid && t->threads <= 1)
		put_label(w, "tid", NULL, t->tid);
	if (l && runs->items[l - w->p->profiles].processes == 1)
		put_label(w, "pid", NULL, l->profile.head.pid);
	if (phase)
		put_label(w, "phase", phase, 0);
}

/* Locations that were collected, with values; file: that was read or written, or NULL. */
static void put_sample(struct writer *w, const uint64_t *values, size_t n, uint32_t thread,
		       const char *file)
{
	pb_packed(&w->part, SAMPLE_LOCATIONS, w->ids, w->nids);
	pb_packed(&w->part, SAMPLE_VALUES, values, n);
	put_labels(w, thread);
	if (file)
		put_label(w, "file", file, 0);
	put_part(w, PROFILE_SAMPLE);
	w->nids = 0;
}

/* Times are rounded such that their sum is that of the times. */
static void put_stacks(struct writer *w)
{
	for (size_t i = 0; i < w->stacks.nsamples; i++) {
		const struct stack_sample *s = &w->stacks.samples[i];
		double weight = rint(w->so_far + s->weight) - rint(w->so_far);
		/* Readers take these for signed numbers. */
		uint64_t values[] = { s->samples < INT64_MAX ? s->samples : INT64_MAX,
				      gp_whole(weight), 0 };

		w->so_far += s->weight;
		for (uint32_t at = s->stack; at != GP_NONE; at = w->stacks.items[at].caller)
			*gp_push(w->ids, w->nids, w->ids_room) = w->stacks.items[at].place + 1;
		put_sample(w, values, w->x->instructions ? 3 : 2, s->thread, NULL);
	}
}

/* Stacks of one place: who called it for how many is not known. */
static void put_instruction(void *writer, const struct executed_insn *insn)
{
	struct writer *w = writer;
	uint64_t values[] = { 0, 0, blocks_figure(insn->count) };

	if (insn->ours || !values[2] || !export_has(w->x, insn->node))
		return;
	*gp_push(w->stacks.places, w->stacks.nplaces, w->stacks.places_room) =
		(struct stack_place){ .node = insn->node, .object = insn->object,
				      .address = insn->address, .inlined = GP_NONE };
	*gp_push(w->ids, w->nids, w->ids_room) = w->stacks.nplaces;
	put_sample(w, values, 3, GP_NONE, NULL);
}

/* The same of a merged profile: of functions, which have no instructions one by one. */
static void put_executed(struct writer *w)
{
	for (size_t i = 0; i < w->p->graph.nnodes; i++) {
		const struct execution *e = executions_of(w->x->result->executions, i);
		uint64_t values[] = { 0, 0, e ? blocks_figure(e->insns) : 0 };

		if (!values[2] || !export_has(w->x, i))
			continue;
		*gp_push(w->stacks.places, w->stacks.nplaces, w->stacks.places_room) =
			(struct stack_place){ .node = i, .object = GP_NONE, .inlined = GP_NONE };
		*gp_push(w->ids, w->nids, w->ids_room) = w->stacks.nplaces;
		put_sample(w, values, 3, GP_NONE, NULL);
	}
}

/* A location of a function as such, as the place of the same number as the node. */
static void add_nodes(struct writer *w)
{
	for (size_t i = 0; i < w->p->graph.nnodes; i++)
		*gp_push(w->stacks.places, w->stacks.nplaces, w->stacks.places_room) =
			(struct stack_place){ .node = i, .object = GP_NONE, .inlined = GP_NONE };
}

static void put_calls(struct writer *w)
{
	const struct graph *g = &w->p->graph;

	add_nodes(w);
	for (size_t i = 0; i < g->narcs; i++) {
		uint64_t count = g->arcs[i].count;

		if (g->arcs[i].count <= 0 || !export_has_arc(w->x, &g->arcs[i]))
			continue;
		*gp_push(w->ids, w->nids, w->ids_room) = g->arcs[i].to + 1;
		*gp_push(w->ids, w->nids, w->ids_room) = g->arcs[i].from + 1;
		put_sample(w, &count, 1, GP_NONE, NULL);
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		uint64_t count = g->nodes[i].spontaneous;

		if (g->nodes[i].spontaneous <= 0 || !export_has(w->x, i))
			continue;
		*gp_push(w->ids, w->nids, w->ids_room) = i + 1;
		put_sample(w, &count, 1, GP_NONE, NULL);
	}
}

/* ------------------------------------------------------------------ the profile */

static void put_comment(struct writer *w, const char *text)
{
	uint64_t number = string(w, text);

	pb_packed(&w->message, PROFILE_COMMENT, &number, 1);
	put(w);
}

/* When the first process began, until the last ended if that is known of all. */
static void put_times(struct writer *w)
{
	uint64_t start = UINT64_MAX, end = 0;
	bool ended = true;

	for (size_t i = 0; i < w->x->runs->n; i++) {
		const struct run *run = &w->x->runs->items[i];

		start = run->start_ns < start ? run->start_ns : start;
		end = run->end_ns > end ? run->end_ns : end;
		ended &= run->end_ns != 0;
	}
	if (!w->x->runs->n)
		return;
	pb_uint(&w->message, PROFILE_TIME, start);
	if (ended && end > start)
		pb_uint(&w->message, PROFILE_DURATION, end - start);
	put(w);
}

static void put_strings(struct writer *w)
{
	for (size_t i = 0; i < w->nstrings; i++)
		pb_text(&w->message, PROFILE_STRING, w->strings[i]);
	put(w);
}

static void put_samples(struct writer *w)
{
	const char *kind = w->p->measure->word;
	bool event = w->p->measure->whole;
	const char *unit = event ? "count" : "nanoseconds";
	uint64_t period = w->x->runs->n ? w->x->runs->items[0].period_ns : 0;

	stacks_collect(&w->stacks, w->p, &w->x->result->selection);
	put_type(w, PROFILE_TYPE, "samples", "count");
	put_type(w, PROFILE_TYPE, kind, unit);
	put_type(w, PROFILE_PERIOD_TYPE, kind, unit);
	pb_uint(&w->message, PROFILE_PERIOD, event ? program_sample_weight(w->p) : period);
	if (w->x->instructions)
		put_type(w, PROFILE_TYPE, "instructions", "count");
	pb_uint(&w->message, PROFILE_DEFAULT_TYPE,
		string(w, w->x->instructions ? "instructions" : kind));
	put_stacks(w);
	if (w->x->instructions) {
		if (w->p->sum)
			put_executed(w);
		else
			executed_walk(w->x->result->executions, put_instruction, w);
		put_comment(w, "instructions are exact and have no callers: flat is what to read");
	}
}

static const struct figure_type {
	const char *type, *unit;
} memory_types[] = {
	{ "alloc_objects", "count" }, { "alloc_space", "bytes" }, { "inuse_objects", "count" },
	{ "inuse_space", "bytes" }, { "peak_space", "bytes" }, { "temporary_objects", "count" },
}, io_types[] = {
	{ "read_space", "bytes" }, { "written_space", "bytes" }, { "io_calls", "count" },
};

static void put_types(struct writer *w, const struct figure_type *types, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put_type(w, PROFILE_TYPE, types[i].type, types[i].unit);
	put_type(w, PROFILE_PERIOD_TYPE, "space", "bytes");
	pb_uint(&w->message, PROFILE_PERIOD, 1);
	pb_uint(&w->message, PROFILE_DEFAULT_TYPE, string(w, pprof_type_of(w->x->figure)));
	add_nodes(w);
}

enum { MEMORY_TYPES = sizeof memory_types / sizeof *memory_types };

static void put_blocks(struct writer *w, const struct allocated *a)
{
	/* Signed numbers: negative where others freed more than the function kept. */
	uint64_t values[MEMORY_TYPES] = { gp_count(a->blocks), gp_count(a->bytes),
					  allocated_blocks_left(a), allocated_left(a),
					  a->at_peak, gp_count(a->temporary) };

	put_sample(w, values, MEMORY_TYPES, GP_NONE, NULL);
}

static void put_block_tree(struct writer *w, const struct block_call *items, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!items[i].own.blocks && !items[i].own.frees)
			continue;
		for (uint32_t at = i; at != GP_NONE; at = items[at].caller)
			if (items[at].function < w->p->graph.nnodes)
				*gp_push(w->ids, w->nids, w->ids_room) = items[at].function + 1;
		put_blocks(w, &items[i].own);
	}
}

static void put_memory(struct writer *w, const struct export_rows *rows)
{
	put_types(w, memory_types, MEMORY_TYPES);
	if (export_has_block_tree(w->x))
		put_block_tree(w, w->p->block_tree.items, w->p->block_tree.n);
	for (size_t i = 0; i < rows->n && !export_has_block_tree(w->x); i++) {
		*gp_push(w->ids, w->nids, w->ids_room) = rows->items[i].function + 1;
		put_blocks(w, rows->items[i].blocks);
	}
	put_comment(w, w->p->block_tree.each
		    ? "blocks are samples, and each represents others"
		    : w->p->block_tree.sampling
		    ? "blocks are counted; those without a stack are shared out as the others are"
		    : "blocks and bytes are counted, of the functions that allocated them");
}

static void put_io(struct writer *w, const struct export_rows *rows)
{
	enum { TYPES = sizeof io_types / sizeof *io_types };

	put_types(w, io_types, TYPES);
	for (size_t i = 0; i < rows->n; i++) {
		const struct export_row *row = &rows->items[i];
		uint64_t values[TYPES] = { gp_whole(row->figures[FIGURE_READ]),
					   gp_whole(row->figures[FIGURE_WRITTEN]),
					   gp_whole(row->figures[FIGURE_IO_CALLS]) };

		*gp_push(w->ids, w->nids, w->ids_room) = row->function + 1;
		put_sample(w, values, TYPES, GP_NONE, row->file);
	}
	put_comment(w, "reads and writes are counted, of the functions that made them");
}

static void put_profile(struct writer *w, const struct export_rows *rows)
{
	string(w, ""); /* the first, as the format has it */
	if (w->x->table == EXPORT_CALLS) {
		put_type(w, PROFILE_TYPE, "calls", "count");
		put_calls(w);
		put_comment(w, "each sample is an arc with its exact calls: cum adds them up");
	} else if (w->x->figure) {
		(figure_subject(w->x->figure) == FIGURES_OF_IO ? put_io : put_memory)(w, rows);
	} else {
		put_samples(w);
	}
	put_mappings(w);
	put_locations(w);
	put_functions(w);
	put_times(w);
	put_comment(w, w->x->producer);
	for (size_t i = 0; i < w->x->runs->n; i++)
		put_comment(w, w->x->runs->items[i].command);
	put_strings(w);
}

static void release(struct writer *w)
{
	pb_release(&w->message);
	pb_release(&w->part);
	pb_release(&w->field);
	names_release(w->strings, w->nstrings);
	names_release(w->owned, w->nowned);
	names_release(w->names, w->p->graph.nnodes);
	gp_names_release(&w->string_at);
	gp_map_release(&w->function_at);
	stacks_release(&w->stacks);
	inline_scopes_release(&w->scopes);
	free(w->functions);
	free(w->ids);
}

int export_pprof(const struct export *x, struct gp_error *e)
{
	struct writer w = { .x = x, .p = x->result->program };
	struct export_rows rows;

	if (x->figure && export_rows_collect(&rows, x, e) < 0)
		return -1;
	if (x->instructions && executed_check(x->result->executions, x->name, e) < 0)
		return -1;
	w.names = names_of(w.p, x->names);
	inline_scopes_init(&w.scopes, w.p);
	gzip_begin(&w.gzip, x->out);
	put_profile(&w, &rows);
	gzip_end(&w.gzip);
	release(&w);
	if (x->figure)
		export_rows_release(&rows);
	return 0;
}

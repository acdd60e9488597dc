/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classes.c - see classes.h: which function an address is in, and whose a sample is.
 */
#include "analysis/classes.h"
#include "code/body.h"
#include "code/callsite.h"
#include "code/decoder.h"

#include <stdlib.h>
#include <string.h>

struct class_object {
	bool opened;
	const struct processor *processor; /* NULL: no decoder */
	csh decoder;
	cs_insn *insn;
	struct frames *frames;
	bool by_call; /* there are modules of mode=call */
	struct class_function *functions;
	size_t nfunctions, functions_room;
	struct gp_map by_start; /* -> functions */
};

static const struct {
	char letter;
	const char *text;
} names[CLASS_COUNT] = {
	[CLASS_X] = { 'X', "in-line code" },
	[CLASS_P] = { 'P', "prologues and epilogues" },
	[CLASS_C] = { 'C', "calls and returns" },
	[CLASS_L] = { 'L', "libraries, code not instrumented" },
	[CLASS_S] = { 'S', "system calls and the kernel" },
	[CLASS_M] = { 'M', "the profiler itself" },
};

char classes_letter(enum code_class class)
{
	return names[class].letter;
}

const char *classes_text(enum code_class class)
{
	return names[class].text;
}

void classes_init(struct classes *c, const struct program *p)
{
	*c = (struct classes){ .p = p };
	c->objects = gp_alloc(p->nobjects, sizeof *c->objects);
}

static void release_object(struct class_object *o)
{
	for (size_t i = 0; i < o->nfunctions; i++)
		free(o->functions[i].insns);
	free(o->functions);
	gp_map_release(&o->by_start);
	frames_close(o->frames);
	decoder_close(&o->decoder, &o->insn);
}

void classes_release(struct classes *c)
{
	for (size_t i = 0; c->p && i < c->p->nobjects; i++)
		release_object(&c->objects[i]);
	free(c->objects);
	memset(c, 0, sizeof *c);
}

/* ------------------------------------------------------------------ */

/* Returns true if functions of the object may begin with a call of __fentry__. */
static bool is_by_call(const struct object *o)
{
	for (size_t i = 0; i < o->cg.nmodules; i++)
		if (o->cg.modules[i].flags & GPROF_MOD_CALL)
			return true;
	return false;
}

static struct class_object *object_of(struct classes *c, uint32_t object)
{
	static const struct files usual;
	struct class_object *o = &c->objects[object];
	struct object *file = &c->p->objects[object];
	const struct processor *processor;

	if (o->opened)
		return o;
	o->opened = true;
	processor = file->present ? processor_of(&file->elf) : NULL;
	if (!processor)
		return o;
	if (!decoder_open(processor->arch, processor->mode, &o->decoder, &o->insn))
		return o;
	o->processor = processor;
	o->by_call = is_by_call(file);
	o->frames = frames_open(&file->elf, object_debug(file, c->p->files ? c->p->files : &usual));
	return o;
}

/* ------------------------------------------------------------------ */

/* Returns true if a jump out of a function is a call of another, not a way to a part split off. */
static bool is_tail_call(struct object *o, uint64_t target)
{
	const struct elf_symbol *s = elfobj_symbol_at(&o->elf, target);
	struct callee callee = callsite_target(&o->elf, target);

	if (s && elf_part_of(s->name))
		return false;
	return callee.name || callee.address;
}

static void find_ways_out(struct object *o, struct body *code)
{
	for (size_t i = 0; i < code->n; i++) {
		struct code_insn *insn = &code->insns[i];
		bool outside = insn->target && (insn->target < code->start ||
						insn->target >= code->end);

		if (insn->kind != INSN_JUMP && insn->kind != INSN_BRANCH)
			continue;
		if (insn->target ? outside && is_tail_call(o, insn->target)
				 : insn->kind == INSN_JUMP && (insn->base || insn->refers) &&
					   !code_is(insn, INSN_TABLE))
			insn->flags |= INSN_LEAVES;
	}
}

/* Calls of __fentry__, and of the unit by code that forks or ends the process. */
static void find_monitor_calls(struct object *o, struct body *code)
{
	for (size_t i = 0; i < code->n; i++) {
		struct code_insn *insn = &code->insns[i];
		const struct elf_symbol *s;
		struct callee callee;

		if (insn->kind != INSN_CALL)
			continue;
		callee = insn->target ? callsite_target(&o->elf, insn->target)
				      : callsite_callee(&o->elf, insn->address + insn->size);
		s = callee.address ? elfobj_symbol_at(&o->elf, callee.address) : NULL;
		if (s && s->address == callee.address)
			callee.name = s->name;
		if (callee.name && (!strcmp(callee.name, "__fentry__") ||
				    !strncmp(callee.name, "__gprof_", 8)))
			code_fix(insn, CLASS_M);
	}
}

static void decode(struct class_object *o, struct body *code)
{
	uint64_t address = code->start;
	size_t n;
	const uint8_t *bytes = elfobj_bytes(code->elf, address, &n);

	if (!bytes)
		return;
	n = n < code->end - code->start ? n : code->end - code->start;
	while (cs_disasm_iter(o->decoder, &bytes, &n, &address, o->insn)) {
		struct code_insn *insn = gp_push(code->insns, code->n, code->room);

		insn->address = o->insn->address;
		insn->size = o->insn->size;
		if (o->insn->id) /* else no instruction */
			o->processor->read(insn, o->decoder, o->insn);
	}
}

static enum class_role role_of(const struct code_insn *insn)
{
	if (insn->class != CLASS_C)
		return ROLE_NONE;
	if (insn->kind == INSN_CALL || code_is(insn, INSN_LEAVES))
		return ROLE_CALL;
	return insn->kind == INSN_RETURN ? ROLE_RETURN : ROLE_NONE;
}

static void keep(struct class_function *f, const struct body *code)
{
	f->unwinds = code->nrows;
	f->n = code->n;
	f->insns = gp_alloc(code->n, sizeof *f->insns);
	for (size_t i = 0; i < code->n; i++)
		f->insns[i] = (struct class_insn){ code->insns[i].address - code->start,
						   code->insns[i].class,
						   role_of(&code->insns[i]) };
}

static void classify(struct class_object *o, struct object *file, struct class_function *f)
{
	struct body code = { .elf = &file->elf, .start = f->start, .end = f->end };

	code.counters = file->cg.counters;
	code.counters_end = file->cg.counters + 8 * file->cg.ncounters;
	code.by_call = o->by_call;
	decode(o, &code);
	frames_read(o->frames, &code);
	o->processor->monitor(&code);
	find_monitor_calls(file, &code);
	find_ways_out(file, &code);
	classes_mark(&code);
	keep(f, &code);
	free(code.insns);
	free(code.rows);
	free(code.epilogues);
}

const struct class_function *classes_of_function(struct classes *c, uint32_t object,
						 uint64_t address)
{
	struct class_object *o = object == GP_NONE ? NULL : object_of(c, object);
	struct class_function f = { 0 };
	uint32_t *at;
	int created;

	if (!o || !o->processor ||
	    !object_extent(&c->p->objects[object], address, &f.start, &f.end))
		return NULL;
	at = gp_map_put(&o->by_start, f.start, 0, &created);
	if (created) {
		*at = o->nfunctions;
		classify(o, &c->p->objects[object], &f);
		*gp_push(o->functions, o->nfunctions, o->functions_room) = f;
	}
	return &o->functions[*at];
}

/* ------------------------------------------------------------------ */

static bool is_stub(const struct object *o, uint64_t address)
{
	const struct elf_section *s = o->present ? elfobj_section_at(&o->elf, address) : NULL;

	return s && !strncmp(s->name, ".plt", 4);
}

/* The class of the instruction that covers an address of the object's file: X, P, C, S (an
   instruction that enters the kernel) or M.  X where it is not known. */
static enum code_class class_of_address(struct classes *c, uint32_t object, uint64_t address)
{
	const struct class_function *f;
	size_t i;

	if (object == GP_NONE || !c->p->objects[object].present)
		return CLASS_X;
	if (is_stub(&c->p->objects[object], address))
		return CLASS_C;
	f = classes_of_function(c, object, address);
	if (!f)
		return CLASS_X;
	i = gp_first(k, f->n, f->insns[k].offset <= address - f->start);
	return i ? f->insns[i - 1].class : CLASS_X;
}

/* ------------------------------------------------------------------ */

static bool is_vdso(const struct program *p, uint32_t object)
{
	return object != GP_NONE && !strcmp(p->objects[object].name, "[vdso]");
}

/* The call of an instrumented function that led to code without a record; false: no such
   function is known. */
static bool find_caller(struct classes *c, uint32_t context, struct class_place *at)
{
	const struct program *p = c->p;

	for (; context != GP_NONE; context = p->contexts.items[context].caller) {
		const struct context *x = &p->contexts.items[context];

		if (p->functions[x->node].record) {
			*at = (struct class_place){ x->node, x->object, x->address - 1, true };
			return true;
		}
	}
	return false;
}

enum code_class classes_of_sample(struct classes *c, const struct resolved_sample *sample,
				  struct class_place *at)
{
	const struct program *p = c->p;
	bool kernel = sample->flags & (GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_WAIT);
	bool stub = sample->object != GP_NONE && p->objects[sample->object].instrumented &&
		    is_stub(&p->objects[sample->object], sample->address);

	*at = (struct class_place){ sample->node, sample->object, sample->address, false };
	if (p->functions[sample->node].record && !stub)
		return kernel ? CLASS_S : class_of_address(c, sample->object, sample->address);
	if (sample->node == p->profiler)
		return CLASS_M;
	find_caller(c, sample->context, at);
	if (kernel || is_vdso(p, sample->object))
		return CLASS_S;
	if (stub)
		return CLASS_C;
	return CLASS_L;
}

/* ------------------------------------------------------------------ */

/* The doubts in a sample's class. */
static void add_limits(struct classes *c, const struct resolved_sample *sample,
		       const struct class_place *at, enum code_class class, struct class_sum *sum)
{
	const struct class_function *f;

	if (!c->p->functions[at->node].record) {
		sum->no_caller += class == CLASS_M ? 0 : sample->weight;
	} else if (!at->below && class != CLASS_S) {
		f = classes_of_function(c, at->object, at->address);
		if (!f)
			sum->no_code += sample->weight;
		else if (!f->unwinds)
			sum->no_frame += sample->weight;
	}
}

void classes_sum(struct classes *c, struct class_sum *sum)
{
	const struct program *p = c->p;

	*sum = (struct class_sum){ .nodes = gp_alloc(p->graph.nnodes, sizeof *sum->nodes) };
	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		const struct resolved_sample *sample = &p->resolved_samples.items[i];
		struct weight w = resolved_sample_weight(p, sample, sample->weight);
		struct class_place at;
		enum code_class class;

		if (!sample->weight)
			continue;
		class = classes_of_sample(c, sample, &at);
		weight_add(&sum->nodes[at.node].of[class], &w);
		weight_add(&sum->all.of[class], &w);
		add_limits(c, sample, &at, class, sum);
	}
	if (p->profiler != GP_NONE) {
		sum->nodes[p->profiler].of[CLASS_M].sum += p->own;
		sum->all.of[CLASS_M].sum += p->own;
	}
}

void class_sum_release(struct class_sum *sum)
{
	free(sum->nodes);
	memset(sum, 0, sizeof *sum);
}

double class_times_total(const struct class_times *t)
{
	double weight = 0;

	for (int i = 0; i < CLASS_COUNT; i++)
		weight += t->of[i].sum;
	return weight;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * assembly_listing.c - a function's instructions with their figures, and the source they were
 * made of; see print.h.
 */
#include "annotate/print.h"
#include "code/callsite.h"
#include "code/disasm.h"
#include "executions/outlined_code.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MNEMONIC 8 /* characters it is filled up to */

struct decoding {
	struct annotate_printing *t;
	uint32_t function;
	struct object *o;
	uint32_t object;       /* its position */
	const struct annotate_rows *rows;
	size_t at;             /* row that comes next */
	struct disasm d;
	uint8_t *marks;        /* of instructions: to be shown */
	size_t n, room;
	struct scope_level where; /* source of the instruction before */
	struct annotate_left_out left_out;
	struct annotate_left_out apart; /* at addresses outside the function's code */
};

static uint64_t address_at(const struct decoding *c, size_t i)
{
	const struct annotation *a = c->t->a;

	return a->places[a->rows[c->rows->items[i]].place].at;
}

/* Rows of an instruction; calls are known by the last byte of theirs. */
static size_t rows_end(const struct decoding *c, size_t from, const struct disasm_insn *insn)
{
	size_t to = from;

	while (to < c->rows->n && address_at(c, to) < insn->address + insn->size)
		to++;
	return to;
}

/* Executions of an instruction that was moved out of the function; false: it is none. */
static bool is_outlined(const struct decoding *c, uint64_t address, struct block_count *count)
{
	const struct annotation *a = c->t->a;

	return a->executions && outlined_at(a->executions, c->object,
					    a->functions[c->function].node, address, count);
}

/* Executions of an instruction; false: they are not known. */
static bool executed(const struct decoding *c, uint64_t address, struct block_count *count)
{
	const struct executions *x = c->t->a->executions;

	return x && (executions_at(x, c->object, address, count) ||
		     is_outlined(c, address, count));
}

static void mark(struct decoding *c, const struct annotate_range *range)
{
	uint32_t context = c->t->style.context;
	size_t at = c->at, reach = 0; /* how many more are to be shown */
	struct disasm_insn insn;
	struct block_count count;

	c->n = 0;
	disasm_seek(&c->d, range->start, range->end);
	while (disasm_next(&c->d, &insn)) {
		size_t to = rows_end(c, at, &insn), first;
		bool always = context == ANNOTATE_WHOLE || !c->n ||
			      (!c->t->style.threshold && executed(c, insn.address, &count));

		*gp_push(c->marks, c->n, c->room) = always;
		if (annotate_is_significant(c->t, c->rows, at, to)) {
			first = c->n - 1 > context ? c->n - 1 - context : 0;
			memset(c->marks + first, 1, c->n - first);
			reach = context;
		} else if (reach) {
			c->marks[c->n - 1] = 1;
			reach--;
		}
		at = to;
	}
}

/* ------------------------------------------------------------------ */

/* The source of an instruction, if it differs from the source of the instruction before. */
static void print_source(struct decoding *c, uint64_t address)
{
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = inline_scopes_at(&c->t->a->scopes, c->object, address, levels);
	struct source *source;
	FILE *out = c->t->style.out;
	struct block_count unused;

	if (!n || is_outlined(c, address, &unused) || !levels[0].line || !levels[0].file ||
	    (levels[0].line == c->where.line && levels[0].file == c->where.file))
		return;
	c->where = levels[0];
	source = source_read(c->t->sources, levels[0].file);
	annotate_warn_source(c->t, source, c->object);
	annotate_paint(c->t, PAINT_ENTRY);
	gprintf(out, "%8s %s:%u", "", gp_basename(levels[0].file), levels[0].line);
	if (n > 1 && levels[0].function != GP_NONE) {
		char *name = annotate_name(c->t,
					   c->t->a->scopes.functions[levels[0].function].linkage);

		gprintf(out, " (inlined %s)", name);
		free(name);
	}
	fputs("  ", out);
	annotate_print_text(c->t, source->path ? source_line(source, levels[0].line) : NULL);
	annotate_paint(c->t, PAINT_OFF);
}

/* The target of a call, a jump or an access to memory. */
static char *meaning(struct elfobj *elf, const struct disasm_insn *insn,
		     enum name_form names)
{
	const struct elf_symbol *s = insn->target ? elfobj_symbol_at(elf, insn->target) : NULL;
	struct callee callee = { 0 };
	char *name, *text;

	if (insn->call)
		callee = callsite_callee(elf, insn->address + insn->size);
	else if (insn->target && !s)
		callee = callsite_target(elf, insn->target);
	if (!callee.name && !s)
		return gp_strdup("");
	name = demangle_as(callee.name ? callee.name : s->name, names);
	if (!callee.name && insn->target != s->address)
		text = gp_format("  <%s+0x%" PRIx64 ">", name, insn->target - s->address);
	else
		text = gp_format("  <%s>", name);
	free(name);
	return text;
}

char *annotate_instruction(struct elfobj *elf, const struct disasm_insn *insn,
			   enum name_form names)
{
	char *means = meaning(elf, insn, names);
	char *text = gp_format("%-*s %s%s", MNEMONIC, insn->mnemonic, insn->operands, means);

	free(means);
	return text;
}

/* How often a branch was taken: text after it, or "". */
static char *taken_of(const struct decoding *c, uint64_t address)
{
	const struct executions *x = c->t->a->executions;
	struct block_count reached, taken;
	char *text, *with;

	if (!x || !executions_branch(x, c->object, address, &reached, &taken) ||
	    (reached.how != SOLVED_NOT && !reached.value))
		return gp_strdup("");
	text = annotate_branch_text(&reached, &taken);
	with = gp_format("  %s", text);
	free(text);
	return with;
}

static void print_instruction(struct decoding *c, const struct disasm_insn *insn, size_t to)
{
	char *text = annotate_instruction(&c->o->elf, insn, c->t->style.names), label[24];
	char *taken = taken_of(c, insn->address), *whole = gp_format("%s%s", text, taken);
	struct block_count count;
	bool known = executed(c, insn->address, &count);

	snprintf(label, sizeof label, "%" PRIx64, insn->address);
	annotate_print_place(c->t, c->rows, c->at, to, label, known ? &count : NULL, whole);
	free(text);
	free(taken);
	free(whole);
}

/* Rows before an address. */
static void skip(struct decoding *c, uint64_t address)
{
	for (; c->at < c->rows->n && address_at(c, c->at) < address; c->at++)
		annotate_leave_out(c->t, c->rows, c->at, c->at + 1, &c->apart);
}

static void print_range(struct decoding *c, const struct annotate_range *range)
{
	struct disasm_insn insn;
	bool gap = false;

	skip(c, range->start);
	mark(c, range);
	disasm_seek(&c->d, range->start, range->end);
	for (size_t i = 0; disasm_next(&c->d, &insn); i++) {
		size_t to = rows_end(c, c->at, &insn);

		if (c->marks[i]) {
			print_source(c, insn.address);
			print_instruction(c, &insn, to);
		} else {
			annotate_leave_out(c->t, c->rows, c->at, to, &c->left_out);
			if (!gap)
				gprintf(c->t->style.out, "%8s\n", "...");
		}
		gap = !c->marks[i];
		c->at = to;
	}
}

void annotate_print_code(struct annotate_printing *t, uint32_t function,
			 const struct annotate_rows *rows)
{
	const struct annotate_function *f = &t->a->functions[function];
	struct decoding c = { .t = t, .function = function, .rows = rows, .object = f->object };
	struct annotate_range *ranges;
	size_t n;

	c.o = &t->a->p->objects[f->object];
	if (!c.o->present || disasm_open(&c.d, &c.o->elf, t->style.intel) < 0) {
		annotate_paint(t, PAINT_LOSS);
		gprintf(t->style.out, "  no instructions: '%s' %s\n", c.o->path, c.o->present ?
			"is for an unknown processor" : "is missing");
		annotate_paint(t, PAINT_OFF);
		return;
	}
	ranges = annotation_ranges(t->a, function, &n);
	for (size_t i = 0; i < n; i++)
		print_range(&c, &ranges[i]);
	skip(&c, UINT64_MAX);
	annotate_print_left_out(t, &c.left_out, "instruction");
	if (c.apart.weight)
		gprintf(t->style.out, "%8s %.*f %s at addresses outside its code\n", "and",
			measure_decimals(t->a->p->measure, 3),
			measure_units(t->a->p->measure, c.apart.weight), t->a->p->measure->unit);
	free(ranges);
	free(c.marks);
	disasm_close(&c.d);
}

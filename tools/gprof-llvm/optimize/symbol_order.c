/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbol_order.c - see symbol_order.h.
 */
#include "base/util.h"
#include "optimize/clusters.h"
#include "optimize/symbol_order.h"
#include "text/escape.h"
#include "text/plain_symbol.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NOT_PLACED GP_NONE

/* A function that ran. */
struct ordered_symbol {
	char *name; /* owned */
	bool ambiguous;
	bool misread; /* linkers would read its line as something else */
};

struct symbol_order {
	const struct program *p;
	uint32_t *of_node; /* of nodes: the position in symbols, or NOT_PLACED */
	struct ordered_symbol *symbols;
	size_t nsymbols, symbols_room;
	struct placed_function *functions; /* of symbols */
	size_t nfunctions, functions_room;
	struct placed_call *calls;
	size_t ncalls, calls_room;
	size_t ambiguous, misread;
	size_t of_program, of_objects; /* functions that ran, elsewhere than in the object that
					  is ordered */
};

/* ------------------------------------------------------------------ the functions */

static uint64_t size_of(const struct program *p, const struct function *f)
{
	uint64_t start, end;

	return f->address && object_extent(&p->objects[f->object], f->address, &start, &end) ?
		       end - start : 1;
}

static void add_functions(struct symbol_order *o)
{
	const struct program *p = o->p;

	o->of_node = gp_alloc(p->graph.nnodes, sizeof *o->of_node);
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct function *f = &p->functions[i];
		const struct node *n = &p->graph.nodes[i];

		o->of_node[i] = NOT_PLACED;
		if (!f->record || n->entries <= 0)
			continue;
		if (f->object) {
			*(f->object == p->executable ? &o->of_program : &o->of_objects) += 1;
			continue;
		}
		o->of_node[i] = o->nsymbols;
		*gp_push(o->symbols, o->nsymbols, o->symbols_room) = (struct ordered_symbol){
			.name = plain_symbol(n->name, f->compiled ? f->compiled : f->file) };
		*gp_push(o->functions, o->nfunctions, o->functions_room) =
			(struct placed_function){ n->entries, size_of(p, f) };
	}
}

static void add_calls(struct symbol_order *o)
{
	const struct graph *g = &o->p->graph;

	for (size_t i = 0; i < g->narcs; i++) {
		uint32_t from = o->of_node[g->arcs[i].from], to = o->of_node[g->arcs[i].to];

		if (g->arcs[i].count > 0 && from != NOT_PLACED && to != NOT_PLACED)
			*gp_push(o->calls, o->ncalls, o->calls_room) = (struct placed_call){
				from, to, g->arcs[i].count,
			};
	}
}

/* Of all functions of the object, whether or not they ran: a linker knows them by name alone. */
static void find_ambiguous(struct symbol_order *o)
{
	struct gp_names first = { 0 };
	char **keys = gp_alloc(o->p->graph.nnodes, sizeof *keys); /* the table borrows them */

	for (size_t i = 0; i < o->p->graph.nnodes; i++) {
		const struct function *f = &o->p->functions[i];
		char *name;
		uint32_t *at;
		int created;

		if (!f->record || f->object)
			continue;
		name = plain_symbol(o->p->graph.nodes[i].name,
					 f->compiled ? f->compiled : f->file);
		at = gp_names_put(&first, name, &created);
		if (created) {
			keys[i] = name;
			*at = i;
			continue;
		}
		free(name);
		if (o->of_node[*at] != NOT_PLACED)
			o->symbols[o->of_node[*at]].ambiguous = true;
		if (o->of_node[i] != NOT_PLACED)
			o->symbols[o->of_node[i]].ambiguous = true;
	}
	gp_names_release(&first);
	for (size_t i = 0; i < o->p->graph.nnodes; i++)
		free(keys[i]);
	free(keys);
	for (size_t i = 0; i < o->nsymbols; i++)
		o->ambiguous += o->symbols[i].ambiguous;
}

/* Labels of assembly may have any characters.  In files for lld '#' begins a comment, and blanks
   separate the words of a call.  Names of sections are patterns. */
static bool is_misread(const char *name, enum order_form form)
{
	static const char *const special[] = {
		[ORDER_SYMBOLS] = "", [ORDER_CALLS] = " ",
		[ORDER_SECTIONS] = "*?[]\\\" ", [ORDER_SCRIPT] = "*?[]\\\"",
	};
	bool commented = *name == '#' && (form == ORDER_SYMBOLS || form == ORDER_CALLS);
	size_t length = strlen(name);

	for (const char *c = name; *c; c++)
		if (iscntrl((unsigned char)*c))
			return true;
	return !length || commented || *name == ' ' || name[length - 1] == ' ' ||
	       strpbrk(name, special[form]);
}

static void find_misread(struct symbol_order *o, enum order_form form)
{
	for (size_t i = 0; i < o->nsymbols; i++) {
		o->symbols[i].misread = is_misread(o->symbols[i].name, form);
		o->misread += o->symbols[i].misread;
	}
}

static bool is_left_out(const struct ordered_symbol *s)
{
	return s->ambiguous || s->misread;
}

/* ------------------------------------------------------------------ forms */

static int by_calls(const void *x, const void *y, void *order)
{
	const struct symbol_order *o = order;
	const struct placed_call *a = x, *b = y;
	int names;

	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	names = strcmp(o->symbols[a->from].name, o->symbols[b->from].name);
	return names ? names : strcmp(o->symbols[a->to].name, o->symbols[b->to].name);
}

static void put_calls(struct symbol_order *o, FILE *out)
{
	gp_sort(o->calls, o->ncalls, sizeof *o->calls, by_calls, o);
	for (size_t i = 0; i < o->ncalls; i++) {
		const struct ordered_symbol *from = &o->symbols[o->calls[i].from];
		const struct ordered_symbol *to = &o->symbols[o->calls[i].to];

		if (!is_left_out(from) && !is_left_out(to))
			gprintf(out, "%s %s %" PRId64 "\n", from->name, to->name,
				o->calls[i].calls);
	}
}

static void put_symbols(const struct symbol_order *o, enum order_form form, FILE *out)
{
	static const char *const lines[] = {
		[ORDER_SYMBOLS] = "%s\n", [ORDER_SECTIONS] = ".text.%s\n",
		[ORDER_SCRIPT] = "\t\t*(\".text.%s\")\n",
	};
	uint32_t *order = clusters_order(o->functions, o->nfunctions, o->calls, o->ncalls);

	if (form == ORDER_SCRIPT)
		fputs("SECTIONS\n{\n\t.text.ordered :\n\t{\n", out);
	for (size_t i = 0; i < o->nfunctions; i++)
		if (!is_left_out(&o->symbols[order[i]]))
			gprintf(out, lines[form], o->symbols[order[i]].name);
	if (form == ORDER_SCRIPT)
		fputs("\t}\n}\nINSERT BEFORE .text;\n", out);
	free(order);
}

static void note_losses(const struct symbol_order *o, const char *name, FILE *notes)
{
	if (o->ambiguous)
		gprintf(notes, "left out: %zu function%s whose name several functions have\n",
			o->ambiguous, o->ambiguous == 1 ? "" : "s");
	if (o->misread)
		gprintf(notes, "left out: %zu function%s whose name a file of this form cannot "
			"have\n", o->misread, o->misread == 1 ? "" : "s");
	if (o->of_program)
		gprintf(notes, "left out: %zu function%s of the program: name it in place of '%s' "
			"to order it\n", o->of_program, o->of_program == 1 ? "" : "s", name);
	if (o->of_objects)
		gprintf(notes, "left out: %zu function%s of %sshared objects: name the object in "
			"place of '%s' to order it\n", o->of_objects,
			o->of_objects == 1 ? "" : "s", o->p->executable ? "other " : "", name);
}

static void release(struct symbol_order *o)
{
	for (size_t i = 0; i < o->nsymbols; i++)
		free(o->symbols[i].name);
	free(o->symbols);
	free(o->of_node);
	free(o->functions);
	free(o->calls);
}

int symbol_order_write(const struct result *r, enum order_form form, FILE *out, FILE *notes,
		       struct gp_error *e)
{
	struct symbol_order o = { .p = r->program };
	int rc = 0;

	add_functions(&o);
	add_calls(&o);
	find_ambiguous(&o);
	find_misread(&o, form);
	if (!o.nsymbols)
		rc = gp_fail(e, "no function of '%s' was called in the part that was "
			     "recorded", r->name);
	else if (form == ORDER_CALLS)
		put_calls(&o, out);
	else
		put_symbols(&o, form, out);
	if (rc == 0)
		note_losses(&o, r->name, notes);
	release(&o);
	return rc;
}

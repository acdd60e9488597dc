/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * dot.c - a call dependency graph as DOT; see print.h.
 *
 * A unit is a node, a box of several is a cluster around them.  What comes from outside
 * is an edge from a node that cannot be seen.
 *
 * graphviz takes time that grows faster than the square of the arcs, and reads no string of more
 * than 16 KB: arcs are limited, searches for a better picture too, and names are shortened.
 */
#include "analysis/interval.h"
#include "diagram/print.h"
#include "text/escape.h"
#include "text/size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINE 28   /* bytes of a label's line after which it may break */
#define LINES 4   /* of a name */
#define MOST 300  /* arcs drawn: a second or two for graphviz, if all are of one circle */
#define ID 500    /* bytes of a name that are in an ID */

const char *diagram_figure(int64_t tenths, char text[DIAGRAM_FIGURE])
{
	snprintf(text, DIAGRAM_FIGURE, "%s%lld.%lld", tenths < 0 ? "-" : "",
		 (long long)llabs(tenths) / 10, (long long)llabs(tenths) % 10);
	return text;
}

char *diagram_name(const struct diagram_print *p, uint32_t unit)
{
	const struct diagram_unit *u = &p->diagram->units[unit];

	if (u->node == GP_NONE)
		return gp_format("<%zu other%s>", u->folded, u->folded == 1 ? "" : "s");
	return escape_text(p->kept ? filtered_tree_name(p->kept, p->names, u->node)
				   : p->names[u->node]);
}

char *diagram_caller(const struct diagram_print *p, const struct diagram_arc *a)
{
	if (a->from != GP_NONE)
		return diagram_name(p, a->from);
	return a->callers ? gp_format("<%u not drawn>", a->callers) : gp_strdup("<outside>");
}

bool diagram_is_source(const struct diagram_print *p, uint32_t unit)
{
	uint32_t node = p->diagram->units[unit].node;

	return p->kept && node != GP_NONE &&
	       (node == p->kept->no_stack || node == p->kept->cut_off);
}

/* In double quotes; bytes that are not text become '?'. */
static void quote(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fputc((unsigned char)*text < ' ' ? '?' : *text, out);
	}
	fputc('"', out);
}

static bool is_inside_character(char c)
{
	return (c & 0xc0) == 0x80;
}

/* The first bytes of a text, whole characters. */
static int bytes_of(const char *text, int most)
{
	while (most && is_inside_character(text[most]))
		most--;
	return most;
}

/* The identifier of a node: its name, or the box whose rest it is. */
static void print_id(const struct diagram_print *p, uint32_t unit)
{
	char *name = diagram_name(p, unit), *id = NULL;

	if (p->diagram->units[unit].node == GP_NONE && unit != p->diagram->others)
		id = gp_format("%s of box %u", name, p->diagram->units[unit].box);
	else if (strlen(name) > ID)
		id = gp_format("%.*s... %u", bytes_of(name, ID), name, unit);
	if (id) {
		quote(p->out, id);
		free(id);
	} else {
		quote(p->out, name);
	}
	free(name);
}

/* graphviz knows HTML's entities in all texts, and undoes backslashes of tooltips twice. */
static void print_character(FILE *out, char c, bool tip)
{
	if (c == '&')
		fputs("&amp;", out);
	else if (c == '\\')
		fputs(tip ? "\\\\\\\\" : "\\\\", out);
	else if (c == '"')
		fputs("\\\"", out);
	else
		fputc((unsigned char)c < ' ' ? '?' : c, out);
}

/* Returns true if a line of a label ends after so many bytes. */
static bool ends_line(const char *c, int column)
{
	if (!c[1] || is_inside_character(c[1]))
		return false;
	return column >= 2 * LINE ||
	       (column >= LINE && strchr(":,<( _", *c) && c[1] != ':');
}

/* A name in several lines, without the quotes: the beginning of it, if it is long. */
static void print_name(FILE *out, const char *name, bool tip)
{
	int column = 0, line = 1;

	for (const char *c = name; *c; c++) {
		print_character(out, *c, tip);
		if (!ends_line(c, ++column))
			continue;
		if (line++ == LINES) {
			fputs("...", out);
			return;
		}
		fputs("\\n", out);
		column = 0;
	}
}

static void print_label(FILE *out, const char *name)
{
	print_name(out, name, false);
}

static void print_tip_name(FILE *out, const char *name)
{
	print_name(out, name, true);
}

static double share(const struct diagram_print *p, double weight)
{
	return p->diagram->total > 0 ? weight / p->diagram->total : 0;
}

/* As in all tables: before the figure, or nothing. */
static const char *mark_of(const struct weight *rests, bool average)
{
	static const char mark[] = { FEW_MARK, 0 };

	return average ? "~" : interval_rests_on_few(rests) ? mark : "";
}

/* In a tooltip. */
static void print_doubt(FILE *out, const struct weight *rests, bool average)
{
	if (average)
		fputs("\\nan average, by numbers of calls", out);
	if (interval_rests_on_few(rests))
		fputs("\\nrests on " FEW_TEXT, out);
}

static void print_amount(const struct diagram_print *p, double weight)
{
	char *text = measure_text(p->measure, weight, weight < p->measure->size ? 4 : 2);
	char size[SIZE_TEXT];

	size_text(weight, size);
	fputs(measure_is_bytes(p->measure) ? size : text, p->out);
	free(text);
}

static void print_node(const struct diagram_print *p, uint32_t unit)
{
	const struct diagram_unit *u = &p->diagram->units[unit];
	const struct diagram_box *b = &p->diagram->boxes[u->box];
	char own[DIAGRAM_FIGURE], *name = diagram_name(p, unit);
	double heat = sqrt(share(p, u->self));
	FILE *out = p->out;

	fputc('\t', out);
	print_id(p, unit);
	fputs(" [label=\"", out);
	print_label(out, name);
	if (diagram_is_source(p, unit)) {
		fprintf(out, "\", shape=plaintext, style=\"\", %s=0, box=%u, tooltip=\"callers "
			"are not known\"];\n", p->measure->smallest, u->box);
		free(name);
		return;
	}
	fprintf(out, "\\n%s%s\", fillcolor=\"0.06 %.3f 1.0\", %s=%.0f, box=%u, tooltip=\"",
		mark_of(&u->rests, false), diagram_figure(u->tenths, own), heat,
		p->measure->smallest, u->self, u->box);
	print_tip_name(out, name);
	fprintf(out, "\\nself %s %%, ", own);
	print_amount(p, u->self);
	print_doubt(out, &u->rests, false);
	if (u->node != GP_NONE) {
		fprintf(out, "\\ntotal %.1f %%, ", 100 * share(p, u->total));
		print_amount(p, u->total);
		print_doubt(out, &(struct weight){ 0 }, u->average);
	}
	if (b->units > 1)
		fprintf(out, "\\ncalls the others in its box in a circle");
	fputs("\"];\n", out);
	if (u->calls > 0) {
		fputc('\t', out);
		print_id(p, unit);
		fputs(" -> ", out);
		print_id(p, unit);
		fprintf(out, " [label=\"%lld\", class=\"inside\", %s=0, color=gray50, "
			"tooltip=\"%lld calls of itself\"];\n", (long long)u->calls,
			p->measure->smallest, (long long)u->calls);
	}
	free(name);
}

static void print_box(const struct diagram_print *p, uint32_t box, uint32_t first)
{
	const struct diagram_box *b = &p->diagram->boxes[box];
	char in[DIAGRAM_FIGURE], own[DIAGRAM_FIGURE];
	int64_t self = 0;

	for (uint32_t i = 0; i < b->units; i++)
		self += p->diagram->units[first + i].tenths;
	if (b->units > 1)
		fprintf(p->out, "\tsubgraph cluster_%u {\n"
			"\tlabel=\"circle of calls: %s total, %s self\"; "
			"style=\"rounded,filled\"; fillcolor=\"gray95\"; color=gray60; "
			"tooltip=\"functions that call each other\";\n", box,
			diagram_figure(b->tenths, in), diagram_figure(self, own));
	for (uint32_t i = 0; i < b->units; i++)
		print_node(p, first + i);
	if (b->units > 1)
		fputs("\t}\n", p->out);
}

static void print_ends(const struct diagram_print *p, const struct diagram_arc *a)
{
	FILE *out = p->out;

	if (a->from == GP_NONE && a->callers) {
		fprintf(out, "\t\"<outside> by others to %u\" [label=\"<%u not drawn>\", "
			"shape=plaintext, style=\"\", tooltip=\"callers too small to be drawn\"];\n"
			"\t\"<outside> by others to %u\"", a->to, a->callers, a->to);
	} else if (a->from == GP_NONE) {
		fprintf(out, "\t\"<outside> to %u\" [label=\"\", shape=point, style=invis, "
			"width=0.01];\n\t\"<outside> to %u\"", a->to, a->to);
	} else {
		fputc('\t', out);
		print_id(p, a->from);
	}
	fputs(" -> ", out);
	print_id(p, a->to);
}

static const char *style_of(const struct diagram_arc *a)
{
	if (a->untaken)
		return "dashed";
	return a->through ? "dotted" : "solid";
}

static void print_tip(const struct diagram_print *p, const struct diagram_arc *a)
{
	char *from = diagram_caller(p, a), *to = diagram_name(p, a->to);
	FILE *out = p->out;

	print_tip_name(out, from);
	fputs(" -> ", out);
	print_tip_name(out, to);
	fputs("\\n", out);
	if (a->untaken)
		fputs("in the program, never executed", out);
	else
		print_amount(p, a->weight);
	if (a->calls)
		fprintf(out, ", %lld calls", (long long)a->calls);
	if (a->through)
		fputs(", through functions that are not drawn", out);
	if (a->inside)
		fputs(", inside the box: not in the sums", out);
	if (!a->untaken)
		print_doubt(out, &a->rests, a->average);
	free(from);
	free(to);
}

static void print_arc(const struct diagram_print *p, const struct diagram_arc *a)
{
	double part = share(p, a->weight);
	char figure[DIAGRAM_FIGURE];
	FILE *out = p->out;

	print_ends(p, a);
	fprintf(out, " [style=%s, class=\"%s\", %s=%.0f, penwidth=%.2f, weight=%d, label=\"",
		style_of(a), a->inside ? "inside" : a->untaken ? "untaken" : "flow",
		p->measure->smallest, a->weight, 0.6 + 5 * part, 1 + (int)(20 * part));
	if (!a->untaken)
		fprintf(out, "%s%s", mark_of(&a->rests, a->average),
			diagram_figure(a->tenths, figure));
	if (a->calls)
		fprintf(out, "\\n%lld", (long long)a->calls);
	fprintf(out, "\", color=\"%s\"", a->untaken || a->inside || a->weight <= 0 ? "gray60"
			       : part >= 0.1 ? "firebrick3" : part >= 0.02 ? "orange3" : "gray30");
	if (a->untaken)
		fputs(", constraint=false", out);
	for (int i = 0; i < 2; i++) {
		fputs(i ? ", labeltooltip=\"" : ", tooltip=\"", out);
		print_tip(p, a);
		fputc('"', out);
	}
	fputs("];\n", out);
}

/* The order in which arcs are drawn if not all can be. */
enum rank { FLOWS, CALLS_INSIDE, CALLS_NEVER_MADE, RANKS };

static enum rank rank_of(const struct diagram_arc *a)
{
	if (a->untaken)
		return CALLS_NEVER_MADE;
	return a->inside ? CALLS_INSIDE : FLOWS;
}

/* How many arcs of each rank are drawn, those with the most time; returns of how many too many
   there are. */
static size_t limit_arcs(const struct diagram *d, size_t drawn[RANKS])
{
	size_t room = MOST;

	for (size_t i = 0; i < d->narcs; i++)
		drawn[rank_of(&d->arcs[i])]++;
	for (int k = 0; k < RANKS; k++) {
		drawn[k] = drawn[k] < room ? drawn[k] : room;
		room -= drawn[k];
	}
	return d->narcs < MOST ? 0 : d->narcs - MOST;
}

static void print_arcs(const struct diagram_print *p, const size_t drawn[RANKS])
{
	size_t seen[RANKS] = { 0 };

	for (size_t i = 0; i < p->diagram->narcs; i++) {
		enum rank rank = rank_of(&p->diagram->arcs[i]);

		if (seen[rank]++ < drawn[rank])
			print_arc(p, &p->diagram->arcs[i]);
	}
}

static void print_head(const struct diagram_print *p, size_t left_out)
{
	FILE *out = p->out;

	fputs("digraph \"call dependency graph\" {\n\tgraph [rankdir=LR, ranksep=0.8, "
	      "nodesep=0.25, nslimit=2, nslimit1=2, mclimit=0.3, labelloc=t, "
	      "fontname=\"Helvetica,sans-Serif\", fontsize=12, label=", out);
	fputs("\"Call dependency graph of ", out);
	print_label(out, p->title);
	fprintf(out, "\\nper cent of %s", p->whole);
	if (p->note)
		fprintf(out, "; %s", p->note);
	if (left_out)
		fprintf(out, "\\n%zu of %zu arcs are not drawn, the smallest: "
			"--limit and --min-percent choose functions", left_out, p->diagram->narcs);
	fputs("\"];\n\tnode [shape=box, style=\"rounded,filled\", "
	      "fontname=\"Helvetica,sans-Serif\", fontsize=11, color=gray40];\n\tedge "
	      "[fontname=\"Helvetica,sans-Serif\", fontsize=9, arrowsize=0.7];\n", out);
}

void diagram_dot(const struct diagram_print *p)
{
	const struct diagram *d = p->diagram;
	size_t drawn[RANKS] = { 0 };
	uint32_t unit = 0;

	print_head(p, limit_arcs(d, drawn));
	for (uint32_t i = 0; i < d->nboxes; unit += d->boxes[i++].units)
		print_box(p, i, unit);
	print_arcs(p, drawn);
	fputs("}\n", p->out);
}

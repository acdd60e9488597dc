/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.c - the call dependency graph (diagram/diagram.h) with the places of its boxes and arcs,
 * which graphviz computes; see data.h.
 *
 * There are two graphs: a small one of the functions with much time, which a reader sees first, and
 * a larger one.  graphviz lays out the small one from above and from the left; the page keeps the
 * layout that is larger on a screen.
 *
 * graphviz writes its plain format.  Boxes have the size of their text but no text, and numbers as
 * names, so that neither its input nor its output needs quotes.  The graphs are limited so that
 * graphviz takes a second or two.  If it fails, the page says why.
 */
#include "diagram/print.h"
#include "page/data.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOXES 40       /* at most */
#define ARCS 120       /* at most: those with the most time */
#define LEAST 0.005    /* of all time that a box has */
#define MUCH 0.02      /* the same, of the graph that is seen first */
#define FIRST 24       /* boxes of that, at most */
#define LETTERS 30     /* of a name that are in a box */
#define FIGURES 18     /* letters that its figures take */
#define LETTER 0.09   /* inches of one */
#define LABELLED 0.02  /* of all time that an arc has to have its figures beside it (graph.js) */
#define LABEL "00000000000000" /* of the length that they have at most, about, and of a height that
				  keeps them clear of a thick arc above or below */
#define FRAME_WIDTH 12.0 /* inches, about, of the graph on a screen */
#define FRAME_HEIGHT 9.5
#define LINE 4096      /* bytes of a line of graphviz's answer that are read */

struct laid_unit {
	double x, y, width, height; /* inches, from the lower left; of its middle */
};

struct graph_data {
	struct page_data *d;
	struct diagram diagram;
	struct filtered_tree kept;
	struct laid_unit *units; /* of diagram.units; owned */
	uint32_t *arcs;          /* of diagram.arcs: those drawn; owned */
	size_t narcs;
	size_t arcs_left_out;    /* beyond ARCS: the page says how many */
	char **ways;             /* of them: "x,y x,y ...", or NULL; owned */
	struct laid_label {
		double x, y; /* inches, from the lower left; of its middle */
		bool placed;
	} *labels;               /* of them; owned */
	double width, height;
	bool instructions;       /* weights are instructions: the run has no samples */
	bool timed;              /* arcs without time are left out */
	const char *direction;   /* of graphviz: "TB" or "LR" */
};

static const struct diagram_unit *unit_of(const void *context, size_t i)
{
	return &((const struct graph_data *)context)->diagram.units[i];
}

static const struct diagram_arc *arc_of(const void *context, size_t i)
{
	const struct graph_data *g = context;

	return &g->diagram.arcs[g->arcs[i]];
}

/* ------------------------------------------------------------------ to graphviz */

/* The name as the page shows it, for its length. */
static size_t letters_of(const struct graph_data *g, const struct diagram_unit *u)
{
	size_t n = 12;

	if (u->node < g->d->program->graph.nnodes)
		n = strlen(g->d->brief[u->node]);
	return n > LETTERS ? LETTERS : n < FIGURES ? FIGURES : n;
}

static void ask_boxes(const struct graph_data *g, FILE *out)
{
	uint32_t unit = 0;

	for (size_t i = 0; i < g->diagram.nboxes; i++) {
		bool several = g->diagram.boxes[i].units > 1;

		if (several)
			gprintf(out, "subgraph cluster_%zu {\nmargin=14;\n", i);
		for (uint32_t k = 0; k < g->diagram.boxes[i].units; k++, unit++)
			gprintf(out, "%u [width=%.2f];\n", unit,
				LETTER * letters_of(g, unit_of(g, unit)) + 0.25);
		if (several)
			fputs("}\n", out);
	}
}

static bool has_label(const struct graph_data *g, const struct diagram_arc *a)
{
	return !a->untaken && a->weight >= LABELLED * g->diagram.total;
}

static void ask(const struct graph_data *g, FILE *out)
{
	gprintf(out,
		"digraph {\nrankdir=%s; ranksep=%s; nodesep=0.2; nslimit=2; nslimit1=2; "
		"mclimit=0.3;\nnode [shape=box, fixedsize=true, height=0.5, label=\"\"];\n"
		"edge [arrowhead=none, fontsize=18];\n", g->direction,
		strcmp(g->direction, "TB") ? "0.6" : "0.35");
	ask_boxes(g, out);
	for (size_t i = 0; i < g->narcs; i++) {
		const struct diagram_arc *a = arc_of(g, i);

		gprintf(out, "%u -> %u [weight=%d%s%s];\n", a->from, a->to,
			1 + (int)(20 * a->weight / g->diagram.total),
			a->untaken ? ", constraint=false" : "",
			has_label(g, a) ? ", label=\"" LABEL "\"" : "");
	}
	fputs("}\n", out);
}

/* ------------------------------------------------------------------ from graphviz */

static void take_unit(struct graph_data *g, const char *line)
{
	struct laid_unit u;
	unsigned unit;

	if (sscanf(line, "node %u %lf %lf %lf %lf", &unit, &u.x, &u.y, &u.width, &u.height) == 5 &&
	    unit < g->diagram.nunits)
		g->units[unit] = u;
}

/* The way of an arc from one end to the other: the first that has none yet. */
static void take_arc(struct graph_data *g, const char *line)
{
	unsigned from, to, n;
	int at, used;
	double x, y;
	size_t i = 0, size = 0;
	char *way = NULL;
	FILE *out;

	if (sscanf(line, "edge %u %u %u%n", &from, &to, &n, &at) != 3)
		return;
	while (i < g->narcs &&
	       (g->ways[i] || arc_of(g, i)->from != from || arc_of(g, i)->to != to))
		i++;
	if (i == g->narcs)
		return;
	out = gp_text_open(&way, &size);
	for (; n && sscanf(line + at, "%lf %lf%n", &x, &y, &used) == 2; n--, at += used)
		gprintf(out, "%s%.0f,%.0f", size || ftell(out) ? " " : "", 72 * x,
			72 * (g->height - y));
	gp_text_close(out, &way);
	g->ways[i] = way;
	if (sscanf(line + at, " " LABEL " %lf %lf", &x, &y) == 2)
		g->labels[i] = (struct laid_label){ x, y, true };
}

static void take(struct graph_data *g, FILE *in)
{
	char *line = gp_alloc(LINE, 1);
	double scale;

	while (fgets(line, LINE, in)) {
		if (!strncmp(line, "graph ", 6) &&
		    sscanf(line, "graph %lf %lf %lf", &scale, &g->width, &g->height) != 3)
			break;
		take_unit(g, line);
		take_arc(g, line);
	}
	free(line);
}

static int lay_out(struct graph_data *g, struct gp_error *e)
{
	FILE *question = tmpfile(), *answer = tmpfile();
	int rc = -1;

	if (question && answer) {
		ask(g, question);
		rc = diagram_draw("plain", question, answer, e);
		rewind(answer);
		if (rc == 0)
			take(g, answer);
		if (rc == 0 && !(g->width > 0))
			rc = gp_fail(e, "'dot' printed no layout");
	} else {
		gp_fail(e, "cannot make a temporary file: %m");
	}
	if (question)
		fclose(question);
	if (answer)
		fclose(answer);
	return rc;
}

/* ------------------------------------------------------------------ columns */

static int64_t unit_function(const void *context, size_t i)
{
	return data_id(((const struct graph_data *)context)->d, unit_of(context, i)->node);
}

static int64_t unit_box(const void *context, size_t i)
{
	return unit_of(context, i)->box;
}

static int64_t unit_folded(const void *context, size_t i)
{
	return unit_of(context, i)->folded;
}

static int64_t unit_self(const void *context, size_t i)
{
	return llrint(unit_of(context, i)->self);
}

static int64_t unit_total(const void *context, size_t i)
{
	return llrint(unit_of(context, i)->total);
}

static int64_t unit_average(const void *context, size_t i)
{
	return unit_of(context, i)->average;
}

static int64_t unit_x(const void *context, size_t i)
{
	return llrint(72 * ((const struct graph_data *)context)->units[i].x);
}

static int64_t unit_y(const void *context, size_t i)
{
	const struct graph_data *g = context;

	return llrint(72 * (g->height - g->units[i].y));
}

static int64_t unit_width(const void *context, size_t i)
{
	return llrint(72 * ((const struct graph_data *)context)->units[i].width);
}

static int64_t arc_from(const void *context, size_t i)
{
	return arc_of(context, i)->from;
}

static int64_t arc_to(const void *context, size_t i)
{
	return arc_of(context, i)->to;
}

static int64_t arc_weight(const void *context, size_t i)
{
	return llrint(arc_of(context, i)->weight);
}

static int64_t arc_average(const void *context, size_t i)
{
	return arc_of(context, i)->average;
}

static int64_t arc_calls(const void *context, size_t i)
{
	return arc_of(context, i)->calls;
}

/* 0: a flow, 1: inside a box, 2: through functions that are not drawn, 3: never taken. */
static int64_t arc_kind(const void *context, size_t i)
{
	const struct diagram_arc *a = arc_of(context, i);

	return a->untaken ? 3 : a->through ? 2 : a->inside;
}

/* -1: it has no label. */
static int64_t arc_label_x(const void *context, size_t i)
{
	const struct laid_label *l = &((const struct graph_data *)context)->labels[i];

	return l->placed ? llrint(72 * l->x) : -1;
}

static int64_t arc_label_y(const void *context, size_t i)
{
	const struct graph_data *g = context;

	return g->labels[i].placed ? llrint(72 * (g->height - g->labels[i].y)) : -1;
}

static const char *arc_way(const void *context, size_t i)
{
	return ((const struct graph_data *)context)->ways[i];
}

/* Begins a table; the caller adds further columns and ends it. */
static void begin_table(struct js_writer *w, const char *what, const char *table)
{
	char *name = gp_format("%s_%s", what, table);

	js_object(w, name);
	free(name);
}

/* As members that begin with 'what'. */
static void put(struct graph_data *g, const char *what)
{
	static const struct js_column units[] = {
		{ "function", unit_function }, { "box", unit_box },     { "folded", unit_folded },
		{ "self_ns", unit_self },      { "total_ns", unit_total }, { "x", unit_x },
		{ "y", unit_y },	       { "width", unit_width },
		{ "average", unit_average },
	};
	static const struct js_column arcs[] = {
		{ "from", arc_from },	{ "to", arc_to },     { "ns", arc_weight },
		{ "calls", arc_calls }, { "kind", arc_kind },
		{ "average", arc_average },
		{ "label_x", arc_label_x }, { "label_y", arc_label_y },
	};
	struct js_writer *w = &g->d->json;

	js_member(w, what, json_pack("{s:s, s:s, s:f, s:f, s:f, s:I}", "by",
				     g->instructions ? "instructions" : "time", "direction",
				     g->direction, "width",
					72 * g->width, "height", 72 * g->height, "total_ns",
					g->diagram.total, "arcs_left_out",
					(json_int_t)g->arcs_left_out));
	begin_table(w, what, "units");
	JS_COLUMNS(w, units, g->diagram.nunits, g);
	js_object_end(w);
	begin_table(w, what, "arcs");
	JS_COLUMNS(w, arcs, g->narcs, g);
	js_texts(w, "way", g->narcs, arc_way, g);
	js_object_end(w);
}

/* ------------------------------------------------------------------ */

/* The arcs that are drawn, the largest first. */
static void choose_arcs(struct graph_data *g)
{
	g->arcs = gp_alloc(g->diagram.narcs, sizeof *g->arcs);
	for (size_t i = 0; i < g->diagram.narcs; i++) {
		const struct diagram_arc *a = &g->diagram.arcs[i];

		if (a->from == GP_NONE || (g->timed && (a->untaken || a->weight <= 0)))
			continue;
		if (g->narcs < ARCS)
			g->arcs[g->narcs++] = i;
		else
			g->arcs_left_out++;
	}
}

/* Of functions with that part of all at least. */
static void find(struct graph_data *g, const struct filtered_tree *kept, double least, size_t limit)
{
	const struct result *r = g->d->result;
	const struct program *p = r->program;
	struct diagram_options options = { .form = DIAGRAM_BOX, .least = least * p->total,
					.limit = limit };

	g->instructions = g->d->paths && !p->samples;
	if (g->instructions) {
		options.least = least * inclusive_all(g->d->paths);
		diagram_by_paths(&g->diagram, g->d->paths, &options);
	} else if (kept) {
		diagram_by_stacks(&g->diagram, p, kept, &r->selection, &options);
	} else {
		diagram_by_calls(&g->diagram, p, &options);
	}
	diagram_add_calls(&g->diagram, p, !g->timed && r->request->join.arcs != STATIC_OFF);
	diagram_rank(&g->diagram);
	diagram_round(&g->diagram);
	choose_arcs(g);
	g->units = gp_alloc(g->diagram.nunits, sizeof *g->units);
	g->ways = gp_alloc(g->narcs, sizeof *g->ways);
	g->labels = gp_alloc(g->narcs, sizeof *g->labels);
}

static void forget_places(struct graph_data *g)
{
	for (size_t i = 0; i < g->narcs; i++) {
		free(g->ways[i]);
		g->ways[i] = NULL;
		g->labels[i].placed = false;
	}
	g->width = g->height = 0;
}

/* How large it is on a screen. */
static double scale_of(const struct graph_data *g)
{
	return fmin(FRAME_WIDTH / g->width, FRAME_HEIGHT / g->height);
}

/* From above or from the left, which is larger. */
static int lay_out_best(struct graph_data *g, struct gp_error *e)
{
	double from_left;

	g->direction = "LR";
	if (lay_out(g, e) < 0)
		return -1;
	from_left = scale_of(g);
	forget_places(g);
	g->direction = "TB";
	if (lay_out(g, e) < 0)
		return -1;
	if (scale_of(g) >= from_left)
		return 0;
	forget_places(g);
	g->direction = "LR";
	return lay_out(g, e);
}

static void release(struct graph_data *g)
{
	for (size_t i = 0; i < g->narcs; i++)
		free(g->ways[i]);
	free(g->ways);
	free(g->labels);
	free(g->units);
	free(g->arcs);
	diagram_release(&g->diagram);
}

/* The first graph if it has fewer boxes, then the other in the same direction. */
static void put_both(struct graph_data *much, struct graph_data *more)
{
	struct js_writer *w = &more->d->json;
	bool two = much->diagram.nunits && much->diagram.nunits < more->diagram.nunits;
	struct gp_error e;
	int rc = two ? lay_out_best(much, &e) : lay_out_best(more, &e);

	if (two && rc == 0) {
		more->direction = much->direction;
		rc = lay_out(more, &e);
	}
	if (rc < 0) {
		js_member(w, "no_graph", js_text(e.text));
		return;
	}
	if (two)
		put(much, "graph_much");
	put(more, "graph");
}

void data_put_graph(struct page_data *d)
{
	struct graph_data more = { .d = d }, much = { .d = d, .timed = true };
	const struct result *r = d->result;
	bool stacks = r->attribution != ATTRIBUTION_GPROF && !(d->paths && !r->program->samples);
	struct filtered_tree kept = { 0 };

	if (stacks)
		filtered_tree_init(&kept, r->program, &r->selection, THREADS_TOGETHER);
	find(&more, stacks ? &kept : NULL, LEAST, BOXES);
	find(&much, stacks ? &kept : NULL, MUCH, FIRST);
	if (more.diagram.nunits)
		put_both(&much, &more);
	else
		js_member(&d->json, "no_graph", json_string("no function has time"));
	release(&more);
	release(&much);
	filtered_tree_release(&kept);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * dot.c - a call dependency graph as DOT, and its picture by graphviz's program dot; see print.h.
 *
 * A unit is a node, a box of several is a cluster around them.  What comes from outside
 * is an edge from a node that cannot be seen.
 */
#include "flow/print.h"
#include "text/escape.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LINE 28  /* characters of a label's line after which it may break */
#define LINES 4  /* of a name; the rest is in the tooltip */

const char *flow_figure(int64_t tenths, char text[FLOW_FIGURE])
{
	snprintf(text, FLOW_FIGURE, "%s%lld.%lld", tenths < 0 ? "-" : "",
		 (long long)llabs(tenths) / 10, (long long)llabs(tenths) % 10);
	return text;
}

char *flow_name(const struct flow_print *p, uint32_t unit)
{
	const struct flow_unit *u = &p->flow->units[unit];

	if (u->node == GP_NONE)
		return gp_format("<%zu other%s>", u->folded, u->folded == 1 ? "" : "s");
	return escape_text(p->view ? treeview_name(p->view, p->names, u->node) : p->names[u->node]);
}

bool flow_is_source(const struct flow_print *p, uint32_t unit)
{
	uint32_t node = p->flow->units[unit].node;

	return p->view && node != GP_NONE &&
	       (node == p->view->no_stack || node == p->view->cut_off);
}

/* In double quotes; what is no text becomes '?'. */
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

/* What tells a node from all others: its name, or whose rest it is. */
static void print_id(const struct flow_print *p, uint32_t unit)
{
	char *name = flow_name(p, unit), *id;

	if (p->flow->units[unit].node == GP_NONE && unit != p->flow->others) {
		id = gp_format("%s of box %u", name, p->flow->units[unit].box);
		quote(p->out, id);
		free(id);
	} else {
		quote(p->out, name);
	}
	free(name);
}

/* A name in several lines, without the quotes. */
static void print_label(FILE *out, const char *name)
{
	int column = 0, line = 1;

	for (const char *c = name; *c; c++) {
		if (*c == '"' || *c == '\\')
			fputc('\\', out);
		fputc((unsigned char)*c < ' ' ? '?' : *c, out);
		column++;
		if (column < LINE || !c[1] || !strchr(":,<( _", *c) || c[1] == ':')
			continue;
		if (line++ == LINES) {
			fputs("...", out);
			return;
		}
		fputs("\\n", out);
		column = 0;
	}
}

static double share(const struct flow_print *p, double ns)
{
	return p->flow->total > 0 ? ns / p->flow->total : 0;
}

static void print_seconds(FILE *out, double ns)
{
	fprintf(out, "%.*f s", ns < 1e9 ? 4 : 2, ns / 1e9);
}

static void print_node(const struct flow_print *p, uint32_t unit)
{
	const struct flow_unit *u = &p->flow->units[unit];
	const struct flow_box *b = &p->flow->boxes[u->box];
	char own[FLOW_FIGURE], *name = flow_name(p, unit);
	double heat = sqrt(share(p, u->self));
	FILE *out = p->out;

	fputc('\t', out);
	print_id(p, unit);
	fputs(" [label=\"", out);
	print_label(out, name);
	if (flow_is_source(p, unit)) {
		fprintf(out, "\", shape=plaintext, style=\"\", ns=0, box=%u, tooltip=\"callers are "
			"not known\"];\n", u->box);
		free(name);
		return;
	}
	fprintf(out, "\\n%s\", fillcolor=\"0.06 %.3f 1.0\", ns=%.0f, box=%u, tooltip=\"",
		flow_figure(u->tenths, own), heat, u->self, u->box);
	print_label(out, name);
	fprintf(out, "\\nself %s %%, ", own);
	print_seconds(out, u->self);
	if (u->node != GP_NONE) {
		fprintf(out, "\\ntotal %.1f %%, ", 100 * share(p, u->total));
		print_seconds(out, u->total);
	}
	if (b->units > 1)
		fprintf(out, "\\ncalls the others in its box in a circle");
	fputs("\"];\n", out);
	if (u->calls > 0) {
		fputc('\t', out);
		print_id(p, unit);
		fputs(" -> ", out);
		print_id(p, unit);
		fprintf(out, " [label=\"%lld\", class=\"inside\", ns=0, color=gray50, "
			"tooltip=\"%lld calls of itself\"];\n", (long long)u->calls,
			(long long)u->calls);
	}
	free(name);
}

static void print_box(const struct flow_print *p, uint32_t box, uint32_t first)
{
	const struct flow_box *b = &p->flow->boxes[box];
	char in[FLOW_FIGURE], own[FLOW_FIGURE];
	int64_t self = 0;

	for (uint32_t i = 0; i < b->units; i++)
		self += p->flow->units[first + i].tenths;
	if (b->units > 1)
		fprintf(p->out, "\tsubgraph cluster_%u {\n"
			"\tlabel=\"circle of calls: %s total, %s self\"; "
			"style=\"rounded,filled\"; fillcolor=\"gray95\"; color=gray60; "
			"tooltip=\"functions that call each other\";\n", box,
			flow_figure(b->tenths, in), flow_figure(self, own));
	for (uint32_t i = 0; i < b->units; i++)
		print_node(p, first + i);
	if (b->units > 1)
		fputs("\t}\n", p->out);
}

static void print_ends(const struct flow_print *p, const struct flow_arc *a)
{
	FILE *out = p->out;

	if (a->from == GP_NONE) {
		fprintf(out, "\t\"<outside> to %u\" [label=\"\", shape=point, style=invis, "
			"width=0.01];\n\t\"<outside> to %u\"", a->to, a->to);
	} else {
		fputc('\t', out);
		print_id(p, a->from);
	}
	fputs(" -> ", out);
	print_id(p, a->to);
}

static const char *style_of(const struct flow_arc *a)
{
	if (a->untaken)
		return "dashed";
	return a->through ? "dotted" : "solid";
}

static void print_tip(const struct flow_print *p, const struct flow_arc *a)
{
	char *from = a->from == GP_NONE ? gp_strdup("<outside>") : flow_name(p, a->from);
	char *to = flow_name(p, a->to);
	FILE *out = p->out;

	print_label(out, from);
	fputs(" -> ", out);
	print_label(out, to);
	fputs("\\n", out);
	if (a->untaken)
		fputs("in the program, never executed", out);
	else
		print_seconds(out, a->ns);
	if (a->calls)
		fprintf(out, ", %lld calls", (long long)a->calls);
	if (a->through)
		fputs(", through functions that are not drawn", out);
	if (a->inside)
		fputs(", inside the box: not in the sums", out);
	free(from);
	free(to);
}

static void print_arc(const struct flow_print *p, const struct flow_arc *a)
{
	double part = share(p, a->ns);
	char figure[FLOW_FIGURE];
	FILE *out = p->out;

	print_ends(p, a);
	fprintf(out, " [style=%s, class=\"%s\", ns=%.0f, penwidth=%.2f, weight=%d, label=\"",
		style_of(a), a->inside ? "inside" : a->untaken ? "untaken" : "flow", a->ns,
		0.6 + 5 * part, 1 + (int)(20 * part));
	if (!a->untaken)
		fputs(flow_figure(a->tenths, figure), out);
	if (a->calls)
		fprintf(out, "\\n%lld", (long long)a->calls);
	fprintf(out, "\", color=\"%s\"", a->untaken || a->inside || a->ns <= 0 ? "gray60"
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

void flow_dot(const struct flow_print *p)
{
	const struct flow *f = p->flow;
	FILE *out = p->out;
	uint32_t unit = 0;

	fputs("digraph \"call dependency graph\" {\n\tgraph [rankdir=LR, ranksep=0.8, "
	      "nodesep=0.25, labelloc=t, "
	      "fontname=\"Helvetica,sans-Serif\", fontsize=12, label=", out);
	fputs("\"Call dependency graph of ", out);
	print_label(out, p->title);
	fprintf(out, "\\nper cent of %.2f s", f->total / 1e9);
	if (p->note)
		fprintf(out, "; %s", p->note);
	fputs("\"];\n\tnode [shape=box, style=\"rounded,filled\", "
	      "fontname=\"Helvetica,sans-Serif\", fontsize=11, color=gray40];\n\tedge "
	      "[fontname=\"Helvetica,sans-Serif\", fontsize=9, arrowsize=0.7];\n", out);
	for (uint32_t i = 0; i < f->nboxes; unit += f->boxes[i++].units)
		print_box(p, i, unit);
	for (size_t i = 0; i < f->narcs; i++)
		print_arc(p, &f->arcs[i]);
	fputs("}\n", out);
}

/* ------------------------------------------------------------------ pictures */

/*
 * dot reads a temporary file rather than a pipe, so that neither waits for the other, and
 * writes to the file that the output goes to.
 */

extern char **environ;

/* The exit status of dot, 127 if it cannot be run; or -1 with errno. */
static int run(int in, int out)
{
	char *const argv[] = { "dot", "-Tsvg", NULL };
	posix_spawn_file_actions_t actions;
	pid_t process;
	int status, error;

	error = posix_spawn_file_actions_init(&actions);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!error)
		error = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!error)
		error = posix_spawnp(&process, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error == ENOENT || error == EACCES)
		return 127;
	if (error) {
		errno = error;
		return -1;
	}
	while (waitpid(process, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int flow_svg(const struct flow_print *p, struct gp_error *e)
{
	struct flow_print dot = *p;
	int status;

	dot.out = tmpfile();
	if (!dot.out)
		return gp_fail(e, "cannot make a temporary file: %s", strerror(errno));
	flow_dot(&dot);
	if (fflush(dot.out) != 0 || fseek(dot.out, 0, SEEK_SET) != 0 || fflush(p->out) != 0) {
		gp_fail(e, "cannot write to a temporary file: %s", strerror(errno));
		fclose(dot.out);
		return -1;
	}
	status = run(fileno(dot.out), fileno(p->out));
	fclose(dot.out);
	if (status == 127)
		return gp_fail(e, "cannot run 'dot': install graphviz, or use --format=dot and "
				  "draw it elsewhere");
	if (status < 0)
		return gp_fail(e, "cannot run 'dot': %s", strerror(errno));
	return status ? gp_fail(e, "'dot' failed with status %d", status) : 0;
}

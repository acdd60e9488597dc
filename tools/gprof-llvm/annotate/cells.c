/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cells.c - the parts of printed lines: colors, names, text of source; see print.h.
 */
#include "analysis/sources.h"
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

void annotate_paint(const struct annotate_printing *t, enum paint p)
{
	fputs(paint_code(t->style.color, p), t->style.out);
}

char *annotate_name(const struct annotate_printing *t, const char *linkage)
{
	return demangle_as(linkage, t->style.names);
}

char *annotate_instance(const struct annotate_printing *t, uint32_t node)
{
	const struct function *f = &t->a->p->functions[node];
	const char *unit = f->compiled ? gp_basename(f->compiled) : "";
	char *name = annotate_name(t, t->a->p->graph.nodes[node].name), *with;

	if (!*unit || (f->file && !strcmp(gp_basename(f->file), unit)))
		return name;
	with = gp_format("%s (%s)", name, unit);
	free(name);
	return with;
}

bool annotate_is_timed(const struct annotate_printing *t)
{
	return t->a->p->sampled > 0 || t->a->p->total > 0;
}

/* Tabs as a terminal shows them, from the first column of the text on. */
void annotate_print_text(const struct annotate_printing *t, const char *text)
{
	FILE *out = t->style.out;
	unsigned column = 0, n;

	for (size_t length; text && *text; text += length) {
		length = strcspn(text, "\t\r\f\v");
		gprintf(out, "%.*s", (int)length, text);
		column += length;
		for (; text[length] && strchr("\t\r\f\v", text[length]); length++) {
			n = text[length] == '\t' ? 8 - column % 8 : 0;
			gprintf(out, "%*s", (int)n, "");
			column += n;
		}
	}
	fputc('\n', out);
}

void annotate_warn_source(const struct annotate_printing *t, struct source *source, uint32_t object)
{
	enum source_state state;

	if (source->told)
		return;
	source->told = true;
	state = sources_state(t->a->p, object, source);
	annotate_paint(t, PAINT_LOSS);
	if (!source->path)
		gprintf(t->style.out, "  no source '%s': name its folder with --source-dir, or its "
			"new place with --source-map\n", source->name);
	else if (state != SOURCE_SAME)
		gprintf(t->style.out, "  '%s' %s '%s'%s: its lines may differ from those "
			"compiled\n", source->path,
			state == SOURCE_NEWER ? "is newer than" : "has changed since",
			t->a->p->objects[object].elf.path,
			state == SOURCE_NEWER ? "" : " was compiled");
	annotate_paint(t, PAINT_OFF);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_annotate.c - options of `gprof-llvm annotate` alone; see args_annotate.h.
 */
#include "options/args_annotate.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_ASM = 1, KEY_CONTEXT, KEY_THRESHOLD, KEY_SOURCE_MAP, KEY_SYNTAX, KEY_FORMAT };

static const struct argp_option options[] = {
	{ "asm", KEY_ASM, NULL, 0, "Annotate instructions, together with their source", 0 },
	{ "instructions", KEY_ASM, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "context", KEY_CONTEXT, "N", 0,
	  "Show N lines around those with time or calls (default: 3); all: whole functions", 0 },
	{ "threshold", KEY_THRESHOLD, "P", 0,
	  "Leave out lines with less than P per cent of their function's time and add them up "
	  "(default: 1 if neither a pattern nor an option says what to show)", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "text (default), or json: the same figures of all lines for other programs", 0 },
	{ "source-map", KEY_SOURCE_MAP, "OLD=NEW", 0,
	  "Replace OLD by NEW at the beginning of source paths", 0 },
	{ "syntax", KEY_SYNTAX, "HOW", 0, "Syntax of x86-64 instructions: att (default) or intel",
	  0 },
	{ "brief", 'b', NULL, 0, "Leave out the explanations", 0 },
	{ 0 },
};

static void add_map(struct source_places *s, const char *text, struct argp_state *state)
{
	if (!strchr(text, '='))
		args_error(state, "invalid value '%s' for --source-map: expected OLD=NEW", text);
	*gp_push(s->maps, s->nmaps, s->maps_room) = text;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const syntaxes[] = { "att", "intel" };
	static const char *const formats[] = { "text", "json" };
	struct annotate_arguments *a = state->input;

	switch (key) {
	case KEY_ASM:
		a->by_instruction = true;
		break;
	case KEY_FORMAT:
		a->json = args_word("--format", arg, formats, 2, state) == 1;
		break;
	case KEY_CONTEXT:
		a->text_only = a->said = true;
		a->style.context = !strcmp(arg, "all") ? ANNOTATE_WHOLE
				   : args_number("--context", arg, UINT32_MAX - 1, state);
		break;
	case KEY_THRESHOLD:
		a->text_only = a->said = true;
		a->style.threshold = args_percent("--threshold", arg, state);
		break;
	case KEY_SOURCE_MAP:
		add_map(&a->select.sources, arg, state);
		break;
	case KEY_SYNTAX:
		a->style.intel = args_word("--syntax", arg, syntaxes, 2, state);
		break;
	case 'b':
		a->style.brief = true;
		break;
	case ARGP_KEY_END:
		if (a->json && a->text_only)
			args_error(state, "--context and --threshold need --format=text: json has "
				   "all lines");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_annotate = { options, parse, NULL, NULL, NULL, NULL, NULL };

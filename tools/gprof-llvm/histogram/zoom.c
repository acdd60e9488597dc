/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * zoom.c - commands that show a part of a chart, or what it is a part of; see
 * histogram.h.
 *
 * They are the command that was given, but for the range, the chart and the width of
 * intervals, which is that of the chart that was looked at.
 */
#include "histogram/histogram.h"

#include <errno.h>
#include <stdlib.h>

void zoom_replace(struct zoom *z, const char *word, bool by)
{
	*gp_push(z->words, z->nwords, z->room) = (struct zoom_word){ word, by };
}

static bool is_kept(const struct zoom *z, const char *word, bool by)
{
	for (size_t i = 0; i < z->nwords; i++)
		if (z->words[i].word == word && (by || !z->words[i].by))
			return false;
	return true;
}

static char *append(char *command, const char *word)
{
	char *quoted = range_quote(gp_strdup(word)), *longer;

	longer = gp_format("%s %s", command, quoted);
	free(command);
	free(quoted);
	return longer;
}

char *zoom_command(const struct histogram *h, const char *by, char *option)
{
	const struct zoom *z = &h->zoom;
	char *command = range_quote(gp_strdup(program_invocation_name));

	command = append(command, "histogram");
	if (by)
		command = append(command, by);
	if (option)
		command = append(command, option);
	for (int i = 1; i < z->argc; i++)
		if (is_kept(z, z->argv[i], by != NULL))
			command = append(command, z->argv[i]);
	free(option);
	return command;
}

void histogram_zoom_in(struct histogram *h, const char *by, char *option, double percent)
{
	char *command = zoom_command(h, by, option);

	chart_hint(&h->chart, gp_format("zoom in (%.1f %%): %s", percent, command));
	free(command);
}

void histogram_zoom_out(struct histogram *h, char *option)
{
	char *command = zoom_command(h, NULL, option);

	chart_hint(&h->chart, gp_format("zoom out: %s", command));
	free(command);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * notes.c - see notes.h.
 */
#include "text/notes.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

void notes_begin(struct notes *n)
{
	n->out = gp_text_open(&n->text, &n->size);
}

void notes_end(struct notes *n)
{
	const char *end;

	gp_text_close(n->out, &n->text);
	for (const char *line = n->text; *line; line = end + (*end == '\n')) {
		end = strchrnul(line, '\n');
		fputs("gprof-llvm: ", stderr);
		fwrite(line, 1, end - line, stderr);
		fputc('\n', stderr);
	}
	free(n->text);
}

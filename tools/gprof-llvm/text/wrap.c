/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * wrap.c - see wrap.h.
 */
#include "text/wrap.h"
#include "text/escape.h"

#include <string.h>

/* Bytes up to the next blank where a line may end: "4.5 %" stays together. */
static size_t word_of(const char *text)
{
	size_t word = strcspn(text, " ");

	if (!strncmp(text + word, " %", 2))
		word += 1 + strcspn(text + word + 1, " ");
	return word;
}

void wrap_print(FILE *out, const char *text, size_t indent, size_t width)
{
	size_t at = indent;

	while (*text) {
		size_t word = word_of(text), blanks = strspn(text + word, " ");

		if (width && at + word > width && at > indent) {
			gprintf(out, "\n%*s", (int)indent, "");
			at = indent;
		} else if (at > indent) {
			fputc(' ', out);
		}
		gprintf(out, "%.*s", (int)word, text);
		text += word + blanks;
		at += word + 1;
	}
	fputc('\n', out);
}

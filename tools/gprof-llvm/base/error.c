/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * error.c - see error.h.
 */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gp_fail(struct gp_error *e, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(e->text, sizeof e->text, format, args);
	va_end(args);
	return -1;
}

int gp_fail_in(struct gp_error *e, const char *format, ...)
{
	char inner[sizeof e->text];
	va_list args;
	size_t n;

	memcpy(inner, e->text, sizeof inner);
	va_start(args, format);
	vsnprintf(e->text, sizeof e->text, format, args);
	va_end(args);
	n = strlen(e->text);
	snprintf(e->text + n, sizeof e->text - n, ": %s", inner);
	return -1;
}

void gp_broken(const char *what)
{
	fputs("gprof-llvm: internal error: ", stderr);
	fputs(what, stderr);
	fputc('\n', stderr);
	abort();
}

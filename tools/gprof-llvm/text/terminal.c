/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * terminal.c - see terminal.h.
 */
#include "text/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LEAST 20 /* columns; less is no width that anybody reads at */

size_t terminal_width(int fd)
{
	const char *said = getenv("COLUMNS");
	long columns = said ? strtol(said, NULL, 10) : 0;
	struct winsize size;

	if (!isatty(fd))
		return 0;
	if (columns >= LEAST)
		return columns;
	if (ioctl(fd, TIOCGWINSZ, &size) < 0 || size.ws_col < LEAST)
		return 0;
	return size.ws_col;
}

bool terminal_is_utf8(void)
{
	locale_t locale = newlocale(LC_CTYPE_MASK, "", NULL);
	bool wide = locale && !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");

	if (locale)
		freelocale(locale);
	return wide;
}

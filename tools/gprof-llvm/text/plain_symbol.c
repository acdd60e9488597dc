/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain_symbol.c - see plain_symbol.h.
 */
#include "text/plain_symbol.h"
#include "base/util.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define UNIQUE ".__uniq."
#define PROMOTED ".llvm."

static bool is_c(const char *file)
{
	const char *end = file ? strrchr(file, '.') : NULL;

	return end && (!strcmp(end, ".c") || !strcmp(end, ".i") || !strcmp(end, ".m"));
}

static void cut_number(char *name, const char *before)
{
	char *at = strstr(name, before);
	size_t digits = at ? strspn(at + strlen(before), "0123456789") : 0;

	if (digits)
		memmove(at, at + strlen(before) + digits, strlen(at + strlen(before) + digits) + 1);
}

/* The identifier in _ZL<length><identifier>..., as C has it; or NULL. */
static char *identifier_of(const char *name)
{
	size_t length = 0;

	if (strncmp(name, "_ZL", strlen("_ZL")))
		return NULL;
	for (name += strlen("_ZL"); isdigit((unsigned char)*name) && length < 1 << 20; name++)
		length = 10 * length + (size_t)(*name - '0');
	return length && length <= strlen(name) ? gp_format("%.*s", (int)length, name) : NULL;
}

char *plain_symbol(const char *name, const char *compiled)
{
	char *plain = gp_strdup(name), *identifier = NULL;

	cut_number(plain, UNIQUE);
	if (strlen(plain) < strlen(name) && is_c(compiled))
		identifier = identifier_of(plain);
	cut_number(plain, PROMOTED);
	if (!identifier)
		return plain;
	free(plain);
	return identifier;
}

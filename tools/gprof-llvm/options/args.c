/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args.c - the values of options; see args.h.
 */
#include "options/args.h"
#include "text/escape.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct args_words *args_listing;

void args_error(const struct argp_state *state, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = escape_owned(gp_format_list(format, arguments));
	va_end(arguments);
	argp_error(state, "%s", text);
	free(text);
}

int args_word(const char *option, const char *text, const char *const *words, int n,
	      struct argp_state *state)
{
	char known[256] = "";

	if (args_listing) {
		args_listing->n = n < ARGS_WORDS ? n : ARGS_WORDS;
		memcpy(args_listing->words, words, args_listing->n * sizeof *words);
		return 0;
	}
	for (int i = 0; i < n; i++) {
		size_t used = strlen(known);

		if (!strcmp(text, words[i]))
			return i;
		snprintf(known + used, sizeof known - used, "%s%s",
			 !i ? "" : i + 1 < n ? ", " : " or ", words[i]);
	}
	args_error(state, "invalid value '%s' for %s: expected %s", text, option, known);
	return 0;
}

error_t args_process(int key, const char *arg, const char **who, const struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_ARG:
		if (*who)
			args_error(state, "more than one process given");
		*who = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		args_error(state, "missing PID");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

uint64_t args_number(const char *option, const char *text, uint64_t most,
		     struct argp_state *state)
{
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || number > most)
		args_error(state, "invalid value '%s' for %s: expected a number", text, option);
	return number;
}

double args_percent(const char *option, const char *text, struct argp_state *state)
{
	char *end;
	double percent = strtod(text, &end);

	if (end == text || *end || !(percent >= 0 && percent <= 100))
		args_error(state, "invalid value '%s' for %s: expected a number from 0 to 100",
			   text, option);
	return percent;
}

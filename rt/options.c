/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.c - GPROF_FILE and GPROF_OPTIONS.
 *
 * GPROF_FILE     pattern of the profile's name; empty: off
 * GPROF_OPTIONS  "key=value ..."; a key or value that is not known is named on
 *                stderr and skipped: the program runs all the same
 */
#include "internal.h"

#define DEFAULT_PATTERN "%e.%p.gprof"
#define DEFAULT_RATE 1000
#define MAX_RATE 10000

static bool has_prefix(const char *s, const char *end, const char *prefix)
{
	while (*prefix && s < end && *s == *prefix)
		s++, prefix++;
	return !*prefix;
}

/* The number from 's' to 'end'; max + 1 when it is none or too large. */
static unsigned number(const char *s, const char *end, unsigned max)
{
	unsigned n = 0;

	if (s == end)
		return max + 1;
	for (; s < end; s++) {
		if (*s < '0' || *s > '9' || n > max)
			return max + 1;
		n = n * 10 + (unsigned)(*s - '0');
	}
	return n > max ? max + 1 : n;
}

static bool apply(const char *s, const char *end)
{
	unsigned n;

	if (has_prefix(s, end, "rate=")) {
		n = number(s + 5, end, MAX_RATE);
		if (n <= MAX_RATE)
			gp.rate = n;
		return n <= MAX_RATE;
	}
	if (has_prefix(s, end, "verbose=")) {
		n = number(s + 8, end, 1);
		gp.verbose = n == 1;
		return n <= 1;
	}
	return false;
}

static void complain(const char *s, const char *end)
{
	char word[64];
	struct gp_text t = gp_text(word, sizeof(word));

	while (s < end)
		gp_put_char(&t, *s++);
	gp_say("ignored '", word, "' in GPROF_OPTIONS: ",
	       "known are rate=0..10000 and verbose=0|1");
}

void gp_options_read(void)
{
	const char *s = gp_environment("GPROF_OPTIONS");
	const char *end;

	gp.pattern = gp_environment("GPROF_FILE");
	if (!gp.pattern)
		gp.pattern = DEFAULT_PATTERN;
	gp.rate = DEFAULT_RATE;
	while (s && *s && *gp.pattern) {
		for (end = s; *end && *end != ' '; end++)
			;
		if (end > s && !apply(s, end))
			complain(s, end);
		s = *end ? end + 1 : end;
	}
}

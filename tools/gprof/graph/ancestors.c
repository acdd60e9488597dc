/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ancestors.c - see ancestors.h.
 */
#include "gprof/graph/ancestors.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char bsd_letters[] = "+abcC:d:e:E:f:F:k:KlLsS:uz";
static const char solaris_letters[] = "+abcCd:De:E:f:F:ln:sS:z";

/* Takes the memory over. */
static void add(struct gnu_ancestor *a, char *word)
{
	size_t n = a->argc;

	*gp_push(a->argv, n, a->room) = word;
	a->argc = n;
}

static int number(const char *option, const char *text, unsigned long *value, struct gp_error *e)
{
	char *end;

	errno = 0;
	*value = strtoul(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' || *value >= GP_NONE)
		return gp_fail(e, "invalid value '%s' for %s: expected a number", text, option);
	return 0;
}

/* Options that both have in common with GNU; false: it is another option. */
static bool take_common(struct gnu_ancestor *a, int option)
{
	switch (option) {
	case 'a':
	case 'b':
	case 'c':
	case 's':
	case 'z':
		add(a, gp_format("-%c", option));
		return true;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'S':
		add(a, gp_format("-%c", option));
		add(a, gp_strdup(optarg));
		return true;
	case 'd':
		return true;
	}
	return false;
}

struct sections {
	bool no_graph, no_flat;
};

static int take_bsd(struct gnu_ancestor *a, int option, char **argv, struct sections *s,
		    struct gp_error *e)
{
	switch (option) {
	case 'C':
		return number("-C", optarg, &a->most, e);
	case 'k':
		if (!argv[optind])
			return gp_fail(e, "-k needs two words, the caller and the function called");
		add(a, gp_strdup("-k"));
		add(a, gp_format("%s/%s", optarg, argv[optind++]));
		return 0;
	case 'K':
		return gp_fail(e, "-K reads the symbols of the running kernel, which is not "
			       "supported: name the kernel's file in place of a.out");
	case 'l':
		s->no_graph = true;
		return 0;
	case 'L':
		s->no_flat = true;
		return 0;
	case 'u':
		a->plain_names = true;
		return 0;
	}
	return gp_fail(e, "--bsd takes the options -a -b -c -C N -d N -e -E -f -F NAME "
		       "-k FROM TO -l -L -s -u -z");
}

static int take_solaris(struct gnu_ancestor *a, int option, struct gp_error *e)
{
	switch (option) {
	case 'C':
		add(a, gp_strdup("--demangle"));
		return 0;
	case 'D':
		a->difference = true;
		return 0;
	case 'l':
		a->no_locals = true;
		return 0;
	case 'n':
		return number("-n", optarg, &a->limit, e);
	}
	return gp_fail(e, "--solaris takes the options -a -b -c -C -d N -D -e -E -f -F NAME -l "
		       "-n N -s -z");
}

/* FreeBSD's name of a profile, if there is one. */
static void add_profile(struct gnu_ancestor *a, const char *image)
{
	char *name = gp_format("%s.gmon", gp_basename(image));

	if (access(name, F_OK) == 0)
		add(a, name);
	else
		free(name);
}

int gnu_ancestor_parse(struct gnu_ancestor *a, int *argc, char ***argv, struct gp_error *e)
{
	bool bsd = *argc > 1 && !strcmp((*argv)[1], "--bsd");
	struct sections s = { false, false };
	const char *image = "a.out";
	char **words = *argv + 1;
	int option;

	if (!bsd && (*argc < 2 || strcmp((*argv)[1], "--solaris")))
		return 0;
	add(a, gp_strdup((*argv)[0]));
	add(a, gp_strdup("-T"));
	optind = 0;
	opterr = 0;
	while ((option = getopt(*argc - 1, words, bsd ? bsd_letters : solaris_letters)) != -1)
		if (!take_common(a, option) &&
		    (bsd ? take_bsd(a, option, words, &s, e) : take_solaris(a, option, e)) < 0)
			return -1;
	opterr = 1;
	if (s.no_graph != s.no_flat)
		add(a, gp_strdup(s.no_graph ? "-p" : "-q"));
	if (s.no_graph && s.no_flat)
		add(a, gp_strdup("-P"));
	if (s.no_graph && s.no_flat)
		add(a, gp_strdup("-Q"));
	add(a, gp_strdup("--"));
	if (words[optind])
		image = words[optind++];
	add(a, gp_strdup(image));
	if (!words[optind] && bsd)
		add_profile(a, image);
	while (words[optind])
		add(a, gp_strdup(words[optind++]));
	add(a, NULL);
	*argc = --a->argc;
	*argv = a->argv;
	return 0;
}

void gnu_ancestor_release(struct gnu_ancestor *a)
{
	for (int i = 0; i < a->argc; i++)
		free(a->argv[i]);
	free(a->argv);
	memset(a, 0, sizeof *a);
}

/* ------------------------------------------------------------------ */

void gnu_ancestor_drop_names(struct gnu_table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nsymbols; i++)
		if (!strchr(t->symbols[i].name, '.'))
			t->symbols[n++] = t->symbols[i];
	t->nsymbols = n;
}

void gnu_ancestor_leave_locals(struct gnu_table *t)
{
	for (size_t i = 0; i < t->nsymbols; i++)
		if (t->symbols[i].local && t->symbols[i].extra != GNU_SYNTHETIC)
			t->symbols[i].lists |= 1u << GNU_EXCL_GRAPH | 1u << GNU_EXCL_TIME;
}

static uint64_t subtract(uint64_t *from, uint64_t value)
{
	bool less = *from < value;

	*from = less ? 0 : *from - value;
	return less;
}

static uint64_t subtract_samples(struct gmon *first, const struct gmon *later)
{
	uint64_t lower = 0;

	for (size_t i = 0; i < later->nhistograms; i++) {
		const struct gmon_histogram *h = &later->histograms[i];
		uint32_t at = gp_map_get(&first->by_range, h->low, h->high);
		struct gmon_histogram *f = at == GP_NONE ? NULL : &first->histograms[at];

		for (uint32_t k = 0; k < h->nbins; k++)
			if (f && k < f->nbins)
				lower += subtract(&f->bins[k], h->bins[k]);
			else
				lower += h->bins[k] != 0;
	}
	return lower;
}

uint64_t gnu_ancestor_subtract(struct gmon *first, const struct gmon *later)
{
	uint64_t lower = subtract_samples(first, later), *left = gp_alloc(later->narcs, 8);
	struct gp_map arcs = { 0 };
	size_t n = 0;
	int created;

	for (size_t i = 0; i < later->narcs; i++) {
		const struct gmon_arc *a = &later->arcs[i];
		uint32_t *at = gp_map_put(&arcs, a->from, a->self, &created);

		if (created)
			*at = n++;
		left[*at] += a->count;
	}
	for (size_t i = 0; i < first->narcs; i++) {
		struct gmon_arc *a = &first->arcs[i];
		uint32_t at = gp_map_get(&arcs, a->from, a->self);
		uint64_t part;

		if (at == GP_NONE)
			continue;
		part = left[at] < a->count ? left[at] : a->count;
		a->count -= part;
		left[at] -= part;
	}
	for (size_t i = 0; i < n; i++)
		lower += left[i] != 0;
	gp_map_release(&arcs);
	free(left);
	return lower;
}

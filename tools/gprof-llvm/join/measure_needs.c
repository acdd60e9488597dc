/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measure_needs.c - see measure_needs.h. */
#include "join/measure_needs.h"
#include "profile/figure_samples.h"

/* Why stacks say nothing: of samples, or of a figure that is counted. */
const char *measure_lack_of_stacks(const struct join_options *options)
{
	if (!options->event || !options->event->figure)
		return "no sample has one";
	return figure_subject((enum figure)options->event->figure) == FIGURES_OF_IO
		       ? "reads and writes have none"
	       : options->by_calls
		       ? "no block has one (`gprof-llvm run --memory=stacks' keeps them)"
		       : "lines of blocks have none";
}

/* Blocks without a stack are few, and below <no stack>: their calls say nothing of callers. */
bool measure_has_block_stacks(const struct program *p, const struct join_options *options)
{
	return join_has_figure_by_calls(options) && p->block_tree.processes &&
	       figure_subject((enum figure)options->event->figure) == FIGURES_OF_MEMORY;
}

/* Other times are 0 without samples; of locks that would be an answer. */
static int check_locks(const struct program *p, const struct join_options *options,
		       struct gp_error *e)
{
	size_t waits = 0;

	if (options->time != TIME_LOCK)
		return 0;
	if (!p->waited)
		return gp_fail(e, "no wait was sampled: " WAITS_NEED);
	for (size_t i = 0; i < p->nprofiles; i++)
		waits += p->profiles[i].profile.nwaits;
	if (!waits && !p->sum)
		return gp_fail(e, "no profile says what threads waited for, as of a pool or an "
			       "older runtime: --measure=wait has all waits");
	return 0;
}

/* Nor is 0 an answer where events were not counted. */
static int check_events(const struct program *p, const struct join_options *options,
			const char *name, struct gp_error *e)
{
	const struct measure_event *event = options->event;
	bool refused = false;

	if (!event || (p->sum && !event->figure)) /* merge/collection.c has looked */
		return 0;
	if (p->sum && (figure_subject((enum figure)event->figure) == FIGURES_OF_IO
			       ? p->io.processes : p->allocations.processes))
		return 0;
	for (size_t i = 0; i < p->nprofiles; i++)
		if (p->profiles[i].profile.part.partial)
			return gp_fail(e, "--measure=%s is of whole runs, and this is a part of "
				       "one: without such a choice, or if the program stopped "
				       "recording, --all-time takes all of it",
				       event->measure.word);
	for (size_t i = 0; event->figure && i < p->nprofiles; i++)
		if (figure_samples_has(&p->profiles[i].profile, event->figure))
			return 0;
	for (const char *const *word = event->events; *word; word++) {
		const struct event_kind *kind = events_find(&p->events, *word, event->counted);

		if (kind && (kind->total > 0 || kind->sampled.samples || !kind->refused))
			return 0;
		refused |= kind != NULL;
	}
	if (refused)
		return gp_fail(e, "'%s' has no %s: the kernel refused the event",
			       p->objects[0].name, event->measure.name);
	return gp_fail(e, "no profile of '%s' has %s: %s",
		       p->nobjects ? p->objects[0].name : name,
		       event->measure.name, event->remedy);
}

int measure_check(const struct program *p, const struct join_options *options, const char *name,
		  struct gp_error *e)
{
	return check_locks(p, options, e) < 0 || check_events(p, options, name, e) < 0 ? -1 : 0;
}

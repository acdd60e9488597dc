/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * launch.c - the rank of the process in a parallel job, as its launcher put it into the
 * environment.
 *
 * A table has the variables of each launcher.  Launchers nest: Slurm starts one daemon of Open
 * MPI or Flux on each node, and the ranks inherit the number of their daemon.  So the variables
 * of Slurm come last.
 *
 * Everything here is called once a process, with the lock held; it takes some passes over the
 * environment.
 */
#include "process/launch.h"

#include <gprof-llvm/format.h>

#define MOST_DIGITS 9
#define MOST_JOB 128 /* bytes of a variable's value in a job's name */

struct launcher {
	const char *rank;      /* variables */
	const char *ranks;     /* how many there are; or NULL */
	const char *job, *step; /* all ranks of one launch have the same values; or NULL */
};

static const struct launcher launchers[] = {
	{ "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", NULL },
	{ "PMIX_RANK", NULL, "PMIX_NAMESPACE", NULL },
	{ "PMI_RANK", "PMI_SIZE", NULL, NULL },
	{ "PALS_RANKID", NULL, "PALS_APID", NULL },
	{ "FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_JOB_ID", NULL },
	{ "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID", "SLURM_STEP_ID" },
};
#define NLAUNCHERS (sizeof(launchers) / sizeof(*launchers))
static const struct launcher *const slurm = &launchers[NLAUNCHERS - 1];

/* The value of a variable that is a number, or NULL. */
static const char *find_number(const char *name)
{
	const char *value = name ? gprt_environment(name) : NULL;
	size_t n = 0;

	while (value && value[n] >= '0' && value[n] <= '9')
		n++;
	return n && n <= MOST_DIGITS && !value[n] ? value : NULL;
}

static void put_some(struct gprt_text *t, const char *value)
{
	for (size_t i = 0; value[i] && i < MOST_JOB; i++)
		gprt_put_char(t, value[i]);
}

static void end_string(struct gprt_text *t)
{
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

static void put_value(struct gprt_text *t, const char *key, const char *value)
{
	gprt_put(t, key);
	gprt_put(t, value);
	end_string(t);
}

/* srun speaks PMI as well: its step has as many tasks as there are ranks.  A step of daemons has
   fewer.  All ranks see the same two numbers. */
static bool is_of_step(const struct launcher *l)
{
	const char *ranks = find_number(l->ranks), *tasks = find_number(slurm->ranks);

	return ranks && tasks && gprt_equal(ranks, tasks);
}

/* Without one the tool takes the parent for the launcher. */
static void put_job(struct gprt_text *t, const struct launcher *l)
{
	const char *job, *step;

	if (!l->job && is_of_step(l))
		l = slurm;
	job = l->job ? gprt_environment(l->job) : NULL;
	step = l->step ? gprt_environment(l->step) : NULL;
	if (!job || !*job || (l->step && !step))
		return;
	gprt_put(t, GPROF_PROCESS_JOB "=");
	put_some(t, job);
	if (step) {
		gprt_put_char(t, '.');
		put_some(t, step);
	}
	end_string(t);
}

void gprt_put_launch(struct gprt_text *t)
{
	for (size_t i = 0; i < NLAUNCHERS; i++) {
		const char *rank = find_number(launchers[i].rank);
		const char *ranks = find_number(launchers[i].ranks);

		if (!rank)
			continue;
		put_value(t, GPROF_PROCESS_RANK "=", rank);
		if (ranks)
			put_value(t, GPROF_PROCESS_RANKS "=", ranks);
		put_job(t, &launchers[i]);
		return;
	}
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_summary.h - from which count on code is hot: what a compiler that reads a sample profile
 * knows of all its counts.
 *
 * For each share of all executions, in millionths: the least of the largest counts that add up to
 * it, and how many they are.  The shares are LLVM's.
 *
 * Cost: sorts the counts.
 */
#ifndef GPROF_OPTIMIZE_SAMPLE_SUMMARY_H
#define GPROF_OPTIMIZE_SAMPLE_SUMMARY_H

#include "optimize/sample_profile.h"

#define SUMMARY_SHARES 16

struct summary_share {
	uint32_t millionths;
	int64_t least;
	size_t counts;
};

struct sample_summary {
	int64_t total, largest; /* of the counts of all contexts that ran */
	int64_t entries;        /* of the function that was entered most */
	size_t counts;
	struct summary_share shares[SUMMARY_SHARES];
};

void sample_summary_init(struct sample_summary *m, const struct sample_profile *s);

#endif

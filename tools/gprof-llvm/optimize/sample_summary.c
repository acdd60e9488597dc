/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_summary.c - see sample_summary.h.
 */
#include "optimize/sample_summary.h"

#include <stdlib.h>

static const uint32_t shares[SUMMARY_SHARES] = {
	10000, 100000, 200000, 300000, 400000, 500000, 600000, 700000,
	800000, 900000, 950000, 990000, 999000, 999900, 999990, 999999,
};

static int descending(const void *x, const void *y, void *unused)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	(void)unused;
	return a > b ? -1 : a < b;
}

/* Of all contexts that ran. */
static int64_t *find_counts(struct sample_summary *m, const struct sample_profile *s)
{
	int64_t *counts = gp_alloc(s->ncounts, sizeof *counts);

	for (size_t i = 0; i < s->nroots; i++) {
		uint32_t root = s->roots[i];
		int64_t head = sample_profile_head(s, &s->contexts[root]);
		struct sample_count count;

		if (head > m->entries)
			m->entries = head;
		for (uint32_t c = root; c != GP_NONE; c = sample_context_next(s, root, c))
			for (size_t at = 0; sample_count_next(s, &s->contexts[c], &at, &count);)
				counts[m->counts++] = count.executions;
	}
	gp_sort(counts, m->counts, sizeof *counts, descending, NULL);
	return counts;
}

void sample_summary_init(struct sample_summary *m, const struct sample_profile *s)
{
	int64_t *counts, sum = 0, least = 0;
	size_t n = 0;

	*m = (struct sample_summary){ 0 };
	counts = find_counts(m, s);
	m->largest = m->counts ? counts[0] : 0;
	for (size_t i = 0; i < m->counts; i++)
		gp_add(&m->total, counts[i]);
	for (size_t i = 0; i < SUMMARY_SHARES; i++) {
		int64_t want = (int64_t)((__int128)m->total * shares[i] / 1000000);

		while (sum < want && n < m->counts) {
			least = counts[n];
			for (; n < m->counts && counts[n] == least; n++) /* equal ones together */
				gp_add(&sum, least);
		}
		m->shares[i] = (struct summary_share){ shares[i], least, n };
	}
	free(counts);
}

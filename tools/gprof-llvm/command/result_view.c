/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * result_view.c - see result_view.h.
 */
#include "command/result_view.h"
#include "text/notes.h"
#include "text/pager.h"
#include "text/progress.h"

#include <unistd.h>

static int print(const struct result_view *v, const struct result *r, bool paged, void *arguments,
		 struct gp_error *e)
{
	struct pager pager;
	int rc;

	progress_phase(v->writing);
	if (isatty(STDOUT_FILENO))
		progress_end();
	pager_begin(&pager, paged);
	rc = v->print(arguments, r, e);
	pager_end(&pager);
	return rc;
}

int result_view_run(const struct result_view *v, struct request *q, bool paged, void *arguments,
	     struct gp_error *e)
{
	struct notes notes;
	struct result r;
	int rc;

	q->needs |= v->needs;
	progress_begin();
	rc = result_make(&r, q, e);
	if (rc == 0) {
		if (v->prepare)
			rc = v->prepare(arguments, &r, e);
		if (rc == 0)
			rc = print(v, &r, paged, arguments, e);
		if (v->release)
			v->release(arguments);
	}
	progress_end();
	/* Last, so that no pager hides them. */
	notes_begin(&notes);
	result_warn(&r, NULL, notes.out);
	notes_end(&notes);
	result_release(&r);
	return rc;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * request.c - see request.h.
 */
#include "analysis/request.h"

#include <stdlib.h>

void request_release(struct request *q)
{
	filter_release(&q->filter);
	cut_request_release(&q->cut_request);
	free(q->wanted.paths);
}

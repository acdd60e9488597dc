/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * request.c - see request.h.
 */
#include "analysis/request.h"

#include <stdlib.h>

void request_release(struct request *q)
{
	choice_release(&q->choice);
	cutting_release(&q->cutting);
	free(q->wanted.paths);
}

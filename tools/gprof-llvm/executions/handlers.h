/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handlers.h - which functions were handlers of signals, and how often such a handler did not
 * return to the code that it had interrupted.
 *
 *	handlers_init()     after program_join()
 *	handlers_left()     after blocks_solve() of all objects
 *	handlers_release()
 *
 * Cost of handlers_left(): linear in the functions that handlers reach by tail calls.
 */
#ifndef GPROF_EXECUTIONS_HANDLERS_H
#define GPROF_EXECUTIONS_HANDLERS_H

#include "blocks/blocks.h"
#include "program/program.h"

struct handlers {
	uint32_t *nodes;   /* of handlers that ran */
	size_t n, room;
	bool fault;   /* one was of a signal that a fault raises */
	bool foreign; /* one may have run that is not instrumented */
};

void handlers_init(struct handlers *h, const struct program *p);

/*
 * At most so often code was left in the middle by a handler of a signal: by longjmp(), the end of
 * its thread or process, an exception.  A handler that returned has executed a return as often as
 * it was entered, so nothing need be known of the ways in which it may leave.  'blocks': of the
 * program's objects.
 */
int64_t handlers_left(const struct handlers *h, const struct program *p,
		      const struct blocks *blocks);

void handlers_release(struct handlers *h);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lost_marks.h - marks (line_marks.h) that optimisation drops although their code still runs.
 * They are noticed when it happens: afterwards such a mark looks like one that cannot be executed
 * any more.
 *
 *	lost_marks_begin()    once the marks of a module are made
 *	lost_marks_has()      true if a copy of the mark was dropped somewhere
 *
 * Cost: one walk over the code before and one after each pass that may drop marks.
 */
#ifndef GPROF_PASS_LOST_MARKS_H
#define GPROF_PASS_LOST_MARKS_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lost_marks;

/* 'nodes': of MARK_METADATA; until then, and with 0, there is nothing to watch. */
void lost_marks_begin(struct lost_marks *w, uint32_t nodes);
bool lost_marks_has(const struct lost_marks *w, uint32_t node, uint32_t number);

#ifdef __cplusplus
}
#endif

#endif

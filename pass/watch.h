/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * watch.h - marks (written.h) that optimisation drops though the code that they stand for still
 * runs, noticed when it happens: afterwards nothing tells such a mark from one that cannot be
 * executed any more.
 *
 *	watch_begin()    the marks of a module were made
 *	watch_dropped()  of one: a copy of it was dropped somewhere
 *
 * Cost: before and after each pass that may drop marks, that of looking at the code.
 */
#ifndef GPROF_PASS_WATCH_H
#define GPROF_PASS_WATCH_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct watch;

/* 'nodes': of MARK_METADATA; until then, and with 0, there is nothing to watch. */
void watch_begin(struct watch *w, uint32_t nodes);
bool watch_dropped(const struct watch *w, uint32_t node, uint32_t number);

#ifdef __cplusplus
}
#endif

#endif

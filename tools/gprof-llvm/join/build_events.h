/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_events.h - a part of program_build_graph(): the events that functions met
 * (build_events.c).
 */
#ifndef GPROF_JOIN_BUILD_EVENTS_H
#define GPROF_JOIN_BUILD_EVENTS_H

#include "program/program.h"

/* Of all profiles, into p->events. */
void build_events(struct program *p);

#endif

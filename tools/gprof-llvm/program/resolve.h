/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * resolve.h - nodes of a program's graph for names and addresses, made when first asked for.
 */
#ifndef GPROF_PROGRAM_RESOLVE_H
#define GPROF_PROGRAM_RESOLVE_H

#include "program/program.h"

uint32_t program_node(struct program *p, const char *name, uint32_t object, uint32_t flags);
/* A name must stay where it is in memory as long as the program. */
uint32_t program_resolve(struct program *p, uint32_t object, const char *name);
/* Says what it will be for an object's own function, unless others may be meant. */
void program_resolves(struct program *p, uint32_t object, const char *name, uint32_t node);
/* The same as program_resolve(), or GP_NONE if that is not known yet. */
uint32_t program_resolved(const struct program *p, uint32_t object, const char *name);
uint32_t program_row(struct program *p, uint32_t object);
/* The row of the profiler's own time: taking samples, which is in no sample, and samples in
   its code (profiler_code.h), wherever that is embedded. */
uint32_t program_profiler(struct program *p);
/* The row of waits that are in no code: the thread was not blocked (rt/sample/wall_sampler.c). */
uint32_t program_ready(struct program *p);
/* Function at an address of an object; 'time' wants the object's row for code
   of an object that is not instrumented. */
uint32_t program_function_at(struct program *p, uint32_t object, uint64_t address, bool time);
/* The same for a run-time address of a profile; *object is set, to GP_NONE if
   no module was there. */
uint32_t program_at(struct program *p, const struct program_profile *l, uint64_t address,
		    uint32_t epoch, bool time, uint32_t *object);
/* Node of an entry counter, or of a cell of a call by pointer, or GP_NONE. */
uint32_t program_counter(const struct program *p, uint32_t object, uint64_t address);

#endif

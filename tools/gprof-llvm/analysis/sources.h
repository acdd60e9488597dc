/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sources.h - what the objects of a program have and know of the text of their sources.
 *
 * Cost: the first question reads the heads of all tables of lines, of objects whose debug
 * information is in use.  No other is opened for this: the names of sources come from there.
 */
#ifndef GPROF_ANALYSIS_SOURCES_H
#define GPROF_ANALYSIS_SOURCES_H

#include "binary/source.h"
#include "program/program.h"

/* For sources_init(): the texts that the objects have. */
struct source_kept sources_kept(const struct program *p);

/* True if a file, found where the source of an object's code should be, is another text than was
   compiled: by what the object says, or else by the time of its last change, about. */
enum source_state { SOURCE_SAME, SOURCE_NEWER, SOURCE_CHANGED };
enum source_state sources_state(const struct program *p, uint32_t object,
				const struct source *source);

#endif

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

/* Compares a source file with the text that was compiled: by the checksum in the object, or else
   roughly by the time of its last change. */
enum source_state { SOURCE_SAME, SOURCE_NEWER, SOURCE_CHANGED };
enum source_state sources_state(const struct program *p, uint32_t object,
				const struct source *source);

#endif

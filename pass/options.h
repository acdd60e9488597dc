/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.h - what the user asked of the pass, by the environment variable
 * GPROF_PASS.
 *
 * GPROF_PASS is a list of key=value, with commas or blanks between (tabs and ends of lines too),
 * as GPROF_OPTIONS of the runtime is:
 *
 *   mode=counters   count at call sites, monitor in the prologue (default)
 *   mode=call       call __fentry__ before every prologue
 *   bias=auto       GS form where the code goes into an executable (default)
 *   bias=tls        the thread-local form everywhere: for programs that use
 *                   the GS base themselves
 *   count=calls     count calls (default)
 *   count=blocks    count so many places more that the executions of every
 *                   instruction can be computed; not in mode=call
 *   probes=compiler the compiler adds pseudo-probes if it is asked to (default)
 *   probes=add      the plugin adds them: for compilers without an option for it
 *   probes=only     the same, and nothing is instrumented: to compile by a profile
 *   time=NAME+NAME  measure the length of each call of these functions: names, as the linker
 *                   or as people know them, with * and ? for any characters; may repeat
 *   time-cpu=NAME   the same by CPU time
 *   exclude=FILE    do not monitor what a pattern in FILE matches; may repeat, or FILE+FILE
 *   include=FILE    monitor only what a pattern in FILE matches; the same
 *
 * A path may have blanks; one with a comma, or with a blank before what looks like an option,
 * needs quotes: exclude="a, b".
 *
 * FILE has the form of LLVM's special case lists: lines `fun:GLOB` (linkage
 * name) and `src:GLOB` (source file name), `#` comments, `[section]` lines
 * ignored.  exclude wins over include.
 *
 * The compiler offers a plugin no other way that works in all its versions.
 */
#ifndef GPROF_PASS_OPTIONS_H
#define GPROF_PASS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct pattern {
	bool source; /* matches the source file, else the function */
	char *glob;  /* owned */
};

struct pattern_list {
	struct pattern *items; /* owned */
	uint32_t n;            /* patterns in use */
	uint32_t room;         /* patterns allocated */
	bool given;            /* a file was named, even if it holds no pattern */
};

struct options {
	bool mode_call; /* mode=call */
	bool bias_tls;  /* bias=tls */
	bool blocks;    /* count=blocks */
	bool probes;    /* probes=add or probes=only */
	bool bare;      /* probes=only */
	struct pattern_list exclude, include;
	struct pattern_list timed[2]; /* time=, time-cpu= */
	char *text; /* canonical text of the options, for the static section; owned */
};

/* Parses 'text' (may be NULL: defaults).  0, or -1 with a message in 'error'. */
int options_parse(struct options *o, const char *text, char *error);
void options_release(struct options *o);

/* How to measure calls of a function with one of these names: TIMED_*; 0: do not. */
enum timed { TIMED_NOT, TIMED_WALL, TIMED_CPU };
enum timed options_timed(const struct options *o, const char *name);

/* Returns true if a function is to be monitored.  Linear in the number of patterns. */
bool options_select(const struct options *o, const char *function, const char *source);

#endif

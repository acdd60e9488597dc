/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * completion.h - what shells need to complete a command line, made from the parsers of the
 * commands themselves: no list is written twice.
 *
 * A command has its parser in the function that runs it, which calls command_line_parse() with it.
 * So the commands are run, each in a process of its own, and command_line_parse() describes the
 * parser in place of using it:
 *
 *	completion_begin()
 *	completion_of()    each command, for each pass
 *	completion_end()
 */
#ifndef GPROF_OPTIONS_COMPLETION_H
#define GPROF_OPTIONS_COMPLETION_H

#include <argp.h>

/* A shell, by name; NULL: none of that name.  'names' is what to say instead. */
struct shell;
const struct shell *completion_shell(const char *name, const char **names);

/* How often each command is to be described. */
int completion_passes(const struct shell *s);

/* 'commands' are the names of all, each after a blank. */
void completion_begin(const struct shell *s, int pass, const char *commands);

/* From here on command_line_parse() prints what it is given and ends the process. */
void completion_of(const struct shell *s, int pass, const char *command);

void completion_end(const struct shell *s, int pass);

/* For command_line_parse(): set if it must print a description, and the function that does. */
extern const struct shell *completion_wanted;
void completion_describe(const struct argp *argp, void *input) __attribute__((noreturn));

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * operands.h - sorts the operands of a command line into the program, profiles and functions.
 * Their order does not matter, because files show their kind.
 *
 *	an ELF file                        the program
 *	a profile, merged or not           a profile, which names its program
 *	a folder                           the profiles in it
 *	a script, a name that no file has  the program, if a profile is of one of that name
 *	                                   (program/find_program.h)
 *	all else                           a function: a pattern of `annotate', the focus of others
 *	                                   if it has neither a folder nor an ending
 *
 * The program is the first word that can be one, in this order: ELF file, script, name of a
 * program that ran elsewhere.  Without any, the first profile takes its place (struct request).
 * If the command takes no functions, the rest is the program, then profiles, so that the error for
 * a wrong name gives the reason.
 *
 * Cost: reads the first bytes of each file, and whole profiles if a name may be their program.
 */
#ifndef GPROF_ANALYSIS_OPERANDS_H
#define GPROF_ANALYSIS_OPERANDS_H

#include "analysis/request.h"

struct operands {
	char **items; /* as given, borrowed */
	size_t n, room;
};

/* Fills in the program and the profiles of a request, which has no profiles yet.  Adds the
   remaining words to 'functions', unless it is NULL; the words are borrowed from 'w'. */
void operands_sort(const struct operands *w, struct request *q, struct operands *functions);

/* Returns true if a file of any kind has that name. */
bool operand_is_file(const char *word);

/* Returns true if a word is a program: commands that read profiles alone find names in it. */
bool operand_is_program(const char *word);

/* Returns true if a request names profiles, each by itself. */
bool request_names_profiles(const struct request *q);

#endif

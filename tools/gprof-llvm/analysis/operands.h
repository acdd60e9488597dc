/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * operands.h - what the words of a command line are: the program, profiles, or functions.  Their
 * order does not matter: the files say what they are.
 *
 *	an ELF file                        the program
 *	a profile, merged or not           a profile, which names its program
 *	a folder                           the profiles in it
 *	a script, a name that no file has  the program, if a profile is of one of that name
 *	                                   (program/meant.h)
 *	all else                           a function: a pattern of `annotate', the focus of others
 *	                                   if it has neither a folder nor an ending
 *
 * The program is the first word that can be one, in this order: ELF file, script, name of a
 * program that ran elsewhere.  Without any the first profile stands in its place, as struct
 * request has it.  Without words that can be functions the rest is the program, and then profiles:
 * so the error of a wrong name says what is wrong with it.
 *
 * Cost: the first bytes of each file; profiles are read if a name may be that of their program.
 */
#ifndef GPROF_ANALYSIS_OPERANDS_H
#define GPROF_ANALYSIS_OPERANDS_H

#include "analysis/request.h"

struct operands {
	char **items; /* as given, borrowed */
	size_t n, room;
};

/* Fills in the program and the profiles of a request, which has no profiles yet.  What is left
   is added to 'functions', unless it is NULL; its words are those of 'w'. */
void operands_sort(const struct operands *w, struct request *q, struct operands *functions);

/* Returns true if a file of whatever kind has that name. */
bool operand_is_file(const char *word);

/* Returns true if a word is a program: commands that read profiles alone find names in it. */
bool operand_is_program(const char *word);

/* Returns true if a request names profiles, each by itself. */
bool request_names_profiles(const struct request *q);

#endif

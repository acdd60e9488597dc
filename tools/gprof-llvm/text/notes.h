/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * notes.h - what a command says on stderr beside its output: each line begins with the name of
 * the tool, as errors do.
 *
 *	notes_begin(); write lines to 'out'; notes_end() prints them
 */
#ifndef GPROF_TEXT_NOTES_H
#define GPROF_TEXT_NOTES_H

#include <stdio.h>

struct notes {
	FILE *out;
	char *text;  /* complete at notes_end(); owned */
	size_t size;
};

void notes_begin(struct notes *n);
void notes_end(struct notes *n);

#endif

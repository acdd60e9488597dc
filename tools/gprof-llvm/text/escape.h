/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * escape.h - text from profiles, programs and processes, made fit for people to read.
 *
 * Names, paths and command lines may hold anything.  Bytes that would steer a terminal, break a
 * line or reverse its order are printed as \xNN: control characters (C0, DEL, C1), line and
 * paragraph separators, characters that set the direction of writing, and bytes that are no
 * UTF-8.  A backslash stays as it is.
 *
 * Text for people is printed by gprintf(), gprint() and gputs(), which escape what
 * they are given, but not the format.  CSV, folded stacks and DOT have
 * rules beyond, JSON has its own.
 *
 * Cost: text is looked at byte by byte; only what needs it is copied.
 */
#ifndef GPROF_TEXT_ESCAPE_H
#define GPROF_TEXT_ESCAPE_H

#include <stdbool.h>
#include <stdio.h>

/* The text escaped, to be freed. */
char *escape_text(const char *text);

/* As escape_text() of a text that is freed; mostly the same one. */
char *escape_owned(char *text);

/* fprintf(), printf() and fputs() that escape the texts of %s. */
int gprintf(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
int gprint(const char *format, ...) __attribute__((format(printf, 1, 2)));
int gputs(const char *text, FILE *out);

#endif

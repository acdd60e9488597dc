/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * error.h - how a layer of the tool says what went wrong.
 *
 * A function that can fail takes a struct gp_error and returns 0, or -1 with
 * 'text' filled in: one line, lower case, subject in single quotes, no full
 * stop.  Only main.c prints it.
 */
#ifndef GPROF_BASE_ERROR_H
#define GPROF_BASE_ERROR_H

struct gp_error {
	char text[1024]; /* NUL-terminated; cut when longer */
};

/* Exit statuses. */
#define EXIT_INPUT 1     /* no profile, or a damaged or foreign file */
#define EXIT_USAGE 2     /* the command line is wrong */
#define EXIT_CONDITION 3 /* a condition of diff failed */

/* Fills in 'e' and returns -1, so that `return gp_fail(...)` reads well. */
int gp_fail(struct gp_error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "FORMAT: " before the text that is there; returns -1. */
int gp_fail_in(struct gp_error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* For what cannot happen unless the tool is wrong: says what, and aborts. */
void gp_broken(const char *what) __attribute__((noreturn));

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * js.h - one JSON object written to a stream, record by record.  libjansson writes one record at
 * a time; lists and the object around them are written here, so memory does not grow with the
 * output.
 *
 *	js_begin(), or js_begin_plain() for one in a format of others
 *	js_member(); js_list(), js_put()..., js_list_end(); js_object(), js_object_end()
 *			in the order they are to have, lists and objects in each other
 *	js_end()
 *
 * Each record of a list stands on a line of its own.  The caller checks the stream for errors.
 */
#ifndef GPROF_TEXT_JS_H
#define GPROF_TEXT_JS_H

#include "text/demangle.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

struct js_writer {
	FILE *out;
	const char *separator; /* before the next member, or record of the list */
};

/* The object, with its first members. */
void js_begin(struct js_writer *w, FILE *out, const char *format, int version);
void js_end(struct js_writer *w);

/* The object, without members yet. */
void js_begin_plain(struct js_writer *w, FILE *out);

/* A member of the object; takes the value over. */
void js_member(struct js_writer *w, const char *name, json_t *value);

void js_list(struct js_writer *w, const char *name);
/* Takes the record over; it may be any value. */
void js_put(struct js_writer *w, json_t *record);
void js_list_end(struct js_writer *w);

/* A member that is a list of n numbers, or texts (NULL: null), without ends of lines: for what is
   kept by columns. */
void js_numbers(struct js_writer *w, const char *name, size_t n,
		int64_t (*of)(const void *context, size_t i), const void *context);
void js_texts(struct js_writer *w, const char *name, size_t n,
	      const char *(*of)(const void *context, size_t i), const void *context);

/* A column of a table: its name, and the number of each row. */
struct js_column {
	const char *name;
	int64_t (*of)(const void *context, size_t i);
};
/* Columns with n rows, each a member that is a list of numbers. */
void js_columns(struct js_writer *w, const struct js_column *columns, size_t ncolumns, size_t n,
		const void *context);
#define JS_COLUMNS(w, columns, n, context) \
	js_columns(w, columns, sizeof (columns) / sizeof *(columns), n, context)

/* An object with members of its own; in a list its name is NULL. */
void js_object(struct js_writer *w, const char *name);
void js_object_end(struct js_writer *w);

/* A string whatever the bytes; "" for NULL.  Bytes that are not UTF-8 become U+FFFD, since JSON
   knows no others. */
json_t *js_text(const char *bytes);
/* The same, null for NULL and "". */
json_t *js_text_or_null(const char *bytes);
/* A name of the linker's as people write it. */
json_t *js_readable(const char *name, enum name_form form);
/* A position, null for GP_NONE. */
json_t *js_id(uint32_t id);
/* Whole nanoseconds. */
json_t *js_whole(double time);
/* Values beyond 2^63 - 1 do not occur but in damaged files. */
json_t *js_count(uint64_t n);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * js.c - see js.h.
 */
#include "text/js.h"
#include "base/error.h"
#include "base/util.h"
#include "text/demangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void js_begin(struct js_writer *w, FILE *out, const char *format, int version)
{
	json_set_alloc_funcs(gp_bytes, free);
	*w = (struct js_writer){ .out = out, .separator = ",\n" };
	fprintf(out, "{\n\"format\": \"%s\",\n\"version\": %d", format, version);
}

void js_begin_plain(struct js_writer *w, FILE *out)
{
	json_set_alloc_funcs(gp_bytes, free);
	*w = (struct js_writer){ .out = out, .separator = "\n" };
	fputc('{', out);
}

void js_end(struct js_writer *w)
{
	fputs("\n}\n", w->out);
}

void js_member(struct js_writer *w, const char *name, json_t *value)
{
	if (!value)
		gp_out_of_memory();
	fprintf(w->out, "%s\"%s\": ", w->separator, name);
	json_dumpf(value, w->out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	json_decref(value);
	w->separator = ",\n";
}

void js_list(struct js_writer *w, const char *name)
{
	fprintf(w->out, "%s\"%s\": [", w->separator, name);
	w->separator = "\n";
}

void js_put(struct js_writer *w, json_t *record)
{
	if (!record)
		gp_out_of_memory();
	fputs(w->separator, w->out);
	json_dumpf(record, w->out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	json_decref(record);
	w->separator = ",\n";
}

void js_list_end(struct js_writer *w)
{
	fputs("\n]", w->out);
	w->separator = ",\n";
}

/* fprintf() of millions takes seconds. */
static void put_number(FILE *out, int64_t number)
{
	char text[24], *at = text + sizeof text;
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;

	do
		*--at = '0' + rest % 10;
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	fwrite(at, 1, text + sizeof text - at, out);
}

void js_numbers(struct js_writer *w, const char *name, size_t n,
		int64_t (*of)(const void *context, size_t i), const void *context)
{
	fprintf(w->out, "%s\"%s\": [", w->separator, name);
	for (size_t i = 0; i < n; i++) {
		if (i)
			fputc(',', w->out);
		put_number(w->out, of(context, i));
	}
	fputc(']', w->out);
	w->separator = ",\n";
}

void js_columns(struct js_writer *w, const struct js_column *columns, size_t ncolumns, size_t n,
		const void *context)
{
	for (size_t i = 0; i < ncolumns; i++)
		js_numbers(w, columns[i].name, n, columns[i].of, context);
}

void js_texts(struct js_writer *w, const char *name, size_t n,
	      const char *(*of)(const void *context, size_t i), const void *context)
{
	fprintf(w->out, "%s\"%s\": [", w->separator, name);
	for (size_t i = 0; i < n; i++) {
		const char *text = of(context, i);
		json_t *value = text ? js_text(text) : json_null();

		if (!value)
			gp_out_of_memory();
		if (i)
			fputc(',', w->out);
		json_dumpf(value, w->out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
		json_decref(value);
	}
	fputc(']', w->out);
	w->separator = ",\n";
}

void js_object(struct js_writer *w, const char *name)
{
	if (name)
		fprintf(w->out, "%s\"%s\": {", w->separator, name);
	else
		fprintf(w->out, "%s{", w->separator);
	w->separator = "\n";
}

void js_object_end(struct js_writer *w)
{
	fputs("\n}", w->out);
	w->separator = ",\n";
}

json_t *js_text(const char *bytes)
{
	json_t *string = json_string(bytes ? bytes : "");
	char *fixed, *to;

	if (string)
		return string;
	to = fixed = gp_alloc(3 * strlen(bytes) + 1, 1);
	for (; *bytes; bytes++)
		to = *bytes & 0x80 ? stpcpy(to, "\xef\xbf\xbd") : (*to = *bytes, to + 1);
	string = json_string(fixed);
	free(fixed);
	return string;
}

json_t *js_text_or_null(const char *bytes)
{
	return bytes && *bytes ? js_text(bytes) : json_null();
}

json_t *js_readable(const char *name, enum name_form form)
{
	char *readable = demangle_as(name, form);
	json_t *string = js_text(readable);

	free(readable);
	return string;
}

json_t *js_id(uint32_t id)
{
	return id == GP_NONE ? json_null() : json_integer(id);
}

json_t *js_whole(double time)
{
	return json_integer(gp_whole(time));
}

json_t *js_count(uint64_t n)
{
	return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

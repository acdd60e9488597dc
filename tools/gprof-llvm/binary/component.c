/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * component.c - see component.h.
 */
#include "binary/component.h"
#include "base/util.h"
#include "binary/elfobj.h"

#include <stdlib.h>
#include <string.h>

/* A copy of the next string, or NULL; *at goes after it. */
static char *next_string(const char **at, const char *end)
{
	const char *text = *at;

	if (text == end)
		return NULL;
	*at += strlen(text) + 1;
	return gp_strdup(text);
}

static void read_strings(struct component *c, const char *at, const char *end)
{
	char *kind = next_string(&at, end), *programs;

	c->is_runtime = !strcmp(kind, "runtime");
	c->is_plugin = !c->is_runtime;
	if (c->is_plugin) {
		c->llvm = strtoul(kind, &programs, 10);
		c->programs = gp_strdup(*programs ? programs + 1 : programs);
	}
	c->version = next_string(&at, end);
	if (c->is_runtime)
		c->abi = next_string(&at, end);
	free(kind);
}

int component_read(struct component *c, const char *path, struct gp_error *e)
{
	const struct elf_section *s;
	struct elfobj o;

	memset(c, 0, sizeof *c);
	if (elfobj_open(&o, path, e) < 0)
		return -1;
	s = elfobj_section(&o, "gprof_llvm");
	if (s && s->bytes && s->bytes_size && !s->bytes[s->bytes_size - 1])
		read_strings(c, (const char *)s->bytes, (const char *)s->bytes + s->bytes_size);
	elfobj_close(&o);
	return 0;
}

void component_release(struct component *c)
{
	free(c->programs);
	free(c->version);
	free(c->abi);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * key.c - see key.h.
 *
 * The build-id stands for the plugin, or a hash of its content where it has none.
 */
#include "compiler/key.h"
#include "base/util.h"
#include "binary/elfobj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_START 0xcbf29ce484222325u /* FNV-1a */

/* Of a file; what cannot be read is the plugin's to complain about. */
static uint64_t hash_file(const char *path)
{
	FILE *f = fopen(path, "re");
	uint64_t hash = HASH_START;
	int c;

	while (f && (c = getc(f)) != EOF)
		hash = (hash ^ (unsigned char)c) * 0x100000001b3u;
	if (f)
		fclose(f);
	return hash;
}

static char *hash_text(const char *path)
{
	return gp_format("%016llx", (unsigned long long)hash_file(path));
}

static char *plugin_key(const char *plugin)
{
	struct gp_error ignored;
	struct elfobj o;
	char *text = NULL;

	if (elfobj_open(&o, plugin, &ignored) < 0)
		return hash_text(plugin);
	if (o.build_id_size) {
		text = gp_alloc(2 * o.build_id_size + 1, 1);
		for (unsigned i = 0; i < o.build_id_size; i++)
			snprintf(text + 2 * i, 3, "%02x", o.build_id[i]);
	}
	elfobj_close(&o);
	return text ? text : hash_text(plugin);
}

/* The list that an option names, or NULL.  To be freed. */
static char *list_of(const char *option, size_t n)
{
	static const char *const keys[] = { "exclude=", "include=" };

	for (size_t i = 0; i < 2; i++) {
		size_t length = strlen(keys[i]);

		if (n > length && !strncmp(option, keys[i], length))
			return gp_format("%.*s", (int)(n - length), option + length);
	}
	return NULL;
}

static char *append(char *key, const char *name, char *value)
{
	char *longer = gp_format("%s;%s=%s", key, name, value);

	free(key);
	free(value);
	return longer;
}

char *cc_key(const char *pass, const char *plugin)
{
	char *key = gp_strdup(pass), *list;
	size_t n;

	for (; *pass; pass += n + (pass[n] == ',')) {
		n = strcspn(pass, ",");
		list = list_of(pass, n);
		if (list)
			key = append(key, "list", hash_text(list));
		free(list);
	}
	return append(key, "plugin", plugin_key(plugin));
}

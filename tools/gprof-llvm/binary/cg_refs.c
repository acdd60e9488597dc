/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cg_refs.c - see cg_refs.h.
 */
#include "binary/cg_refs.h"

#include "base/path.h"

#include <string.h>

const struct elf_section *cg_section_of(const struct static_cg *cg, uint64_t address,
					    uint64_t size)
{
	size_t low = gp_first(i, cg->nsections, cg->sections[i].address <= address);
	const struct elf_section *s;

	/* Empty sections may have the address of the one before them. */
	while (low && !cg->sections[low - 1].size)
		low--;
	if (!low)
		return NULL;
	s = &cg->sections[low - 1];
	return address - s->address <= s->size && size <= s->size - (address - s->address)
		       ? s : NULL;
}

uint64_t cg_target(uint64_t field, gprof_rel value)
{
	return value ? field + (int64_t)value : 0;
}

struct cg_strings cg_strings_of(const struct static_cg *cg, uint64_t address)
{
	const struct elf_section *s = cg_section_of(cg, address, 1);
	const unsigned char *nul = s && s->bytes ? memrchr(s->bytes, 0, s->bytes_size) : NULL;

	return (struct cg_strings){ s, nul ? nul - s->bytes + 1 : 0 };
}

const char *cg_string_in(const struct cg_strings *strings, uint64_t address)
{
	const struct elf_section *s = strings->section;

	return s && address - s->address < strings->end
		       ? (const char *)s->bytes + (address - s->address) : NULL;
}

const char *cg_string_at(const struct static_cg *cg, uint64_t address)
{
	struct cg_strings strings = cg->strings;

	if (!address)
		return NULL;
	if (!cg_string_in(&strings, address))
		strings = cg_strings_of(cg, address);
	return cg_string_in(&strings, address);
}

void cg_know_path(struct static_cg *cg, uint64_t address, const char *path)
{
	int created;
	uint32_t *at;

	if (!path || path_is_plain(path))
		return;
	at = gp_map_put(&cg->path_at, address, 0, &created);
	if (!created)
		return;
	*at = cg->npaths;
	*gp_push(cg->paths, cg->npaths, cg->paths_room) = path_plain(NULL, path);
}

const char *cg_known_path(const struct static_cg *cg, uint64_t address, const char *path)
{
	uint32_t at = cg->npaths ? gp_map_get(&cg->path_at, address, 0) : GP_NONE;

	return at == GP_NONE ? path : cg->paths[at];
}

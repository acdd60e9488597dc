/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pseudo_probes.c - see pseudo_probes.h.
 *
 * .pseudo_probe_desc is a row of: guid (8 bytes), hash (8), length of the name (ULEB128), name.
 *
 * .pseudo_probe is a row of bodies: guid (8), number of probes (ULEB128), number of inlined bodies
 * (ULEB128), the probes, then for each inlined body the number of its call's probe (ULEB128) and
 * the body itself.  A probe is: number (ULEB128), a byte with the kind (bits 0 to 3), attributes
 * (4 to 6) and what follows (7): 0 an address of 8 bytes, 1 the distance from the probe before
 * (SLEB128); with the attribute 4 a discriminator follows (ULEB128).  With the attribute 2 it marks
 * where code begins that was split off a function.  In a body that is not inlined a first distance
 * is from the start of the function; up to LLVM 16, which gives the first probe of each file an
 * address, from the probe before.
 */
#include "binary/pseudo_probes.h"
#include "base/bytes.h"

#include <gelf.h>
#include <stdlib.h>

enum { ATTRIBUTE_SENTINEL = 2, ATTRIBUTE_DISCRIMINATOR = 4 };

#define LEAST_BODY 10 /* bytes of a body without probes */

static struct bytes section_bytes(const struct elfobj *o, const char *name)
{
	struct bytes none = { 0 };
	Elf_Scn *scn = NULL;
	size_t strings;
	GElf_Shdr h;

	if (elf_getshdrstrndx(o->elf, &strings) < 0)
		return none;
	while ((scn = elf_nextscn(o->elf, scn))) {
		const char *is = gelf_getshdr(scn, &h) ? elf_strptr(o->elf, strings, h.sh_name)
						       : NULL;
		Elf_Data *data;

		if (!is || strcmp(is, name))
			continue;
		data = elf_rawdata(scn, NULL);
		if (data && data->d_buf)
			return (struct bytes){ .at = data->d_buf,
					       .end = (unsigned char *)data->d_buf + data->d_size };
	}
	return none;
}

static int by_guid(const void *x, const void *y, void *unused)
{
	const struct probed_function *a = x, *b = y;

	(void)unused;
	if (a->guid != b->guid)
		return a->guid < b->guid ? -1 : 1;
	return a->name < b->name ? -1 : a->name > b->name; /* as the file has them */
}

static bool read_functions(struct pseudo_probes *p, struct bytes b)
{
	size_t n = 0;

	while (bytes_left(&b)) {
		struct probed_function f;

		f.guid = bytes_take(&b, 8);
		f.hash = bytes_take(&b, 8);
		f.length = bytes_uleb(&b);
		f.name = (const char *)b.at;
		if (b.bad || f.length > bytes_left(&b))
			return false;
		b.at += f.length;
		*gp_push(p->functions, p->nfunctions, p->functions_room) = f;
	}
	gp_sort(p->functions, p->nfunctions, sizeof *p->functions, by_guid, NULL);
	for (size_t i = 0; i < p->nfunctions; i++) /* inline functions are in several files */
		if (!n || p->functions[n - 1].guid != p->functions[i].guid ||
		    p->functions[n - 1].hash != p->functions[i].hash)
			p->functions[n++] = p->functions[i];
	p->nfunctions = n;
	return true;
}

/* The inlined bodies of a body that are still to be read. */
struct open_body {
	uint32_t body;
	uint64_t left;
};

struct probe_reader {
	struct pseudo_probes *p;
	struct bytes b;
	struct gp_map start_of; /* (guid, how many are before it) -> cg->functions */
	struct gp_map same;     /* guid -> how many functions have its name */
	struct gp_map seen;     /* guid -> how many bodies were read */
	const struct static_cg *cg;
	bool placed;      /* 'address' is known */
	uint64_t address; /* of the probe before */
	bool chained;     /* by LLVM 16 or earlier: distances go on from function to function */
	struct open_body *open;
	size_t nopen, open_room;
};

static void read_probe(struct probe_reader *r, uint32_t body)
{
	uint64_t number = bytes_uleb(&r->b);
	unsigned flags = bytes_take(&r->b, 1);
	unsigned attributes = flags >> 4 & 7;

	if (flags & 0x80) {
		r->address += (uint64_t)bytes_sleb(&r->b);
	} else {
		r->address = bytes_take(&r->b, 8);
		r->placed = true;
		r->chained |= !(attributes & ATTRIBUTE_SENTINEL);
	}
	if (attributes & ATTRIBUTE_DISCRIMINATOR)
		bytes_uleb(&r->b);
	if (r->b.bad || !r->placed || attributes & ATTRIBUTE_SENTINEL)
		return;
	*gp_push(r->p->items, r->p->n, r->p->room) = (struct pseudo_probe){
		.address = r->address, .body = body, .number = (uint32_t)number, .kind = flags & 15,
	};
}

static uint32_t count_up(struct gp_map *m, uint64_t guid)
{
	int created;
	uint32_t *n = gp_map_put(m, guid, 0, &created);

	if (created)
		*n = 0;
	return (*n)++;
}

/* The functions that have both a name here and code in the static call graph. */
static void find_starts(struct probe_reader *r)
{
	struct gp_names records = { 0 };
	int created;

	for (size_t i = 0; i < r->p->nfunctions; i++) {
		const struct probed_function *f = &r->p->functions[i];
		char *name = gp_format("%.*s", (int)f->length, f->name);

		*gp_names_put(&records, name, &created) = i;
		if (!created)
			free(name);
	}
	for (size_t i = 0; i < r->cg->nfunctions; i++) {
		uint32_t at = gp_names_get(&records, r->cg->functions[i].name);
		uint64_t guid;

		if (at == GP_NONE || !r->cg->functions[i].text)
			continue;
		guid = r->p->functions[at].guid;
		*gp_map_put(&r->start_of, guid, count_up(&r->same, guid), &created) = i;
	}
	for (size_t i = 0; i < records.room; i++)
		free((char *)records.slots[i].key);
	gp_names_release(&records);
}

static void seek_function(struct probe_reader *r, struct probed_body *body)
{
	uint32_t before = count_up(&r->seen, body->guid), record;

	body->twin = gp_map_get(&r->same, body->guid, 0) == 1 ? 0 : before;
	if (r->chained)
		return;
	record = gp_map_get(&r->start_of, body->guid, body->twin);
	r->placed = record != GP_NONE;
	r->address = r->placed ? r->cg->functions[record].text : 0;
}

/* Functions that share a name are known by their order: one of them may have no body. */
static void check_twins(const struct probe_reader *r)
{
	for (size_t i = 0; i < r->p->nbodies; i++) {
		struct probed_body *b = &r->p->bodies[i];
		uint32_t same = gp_map_get(&r->same, b->guid, 0);

		if (b->parent != GP_NONE || same == GP_NONE)
			b->twin = 0;
		else if (same != 1 && gp_map_get(&r->seen, b->guid, 0) != same)
			b->twin = GP_NONE;
	}
}

static void read_body(struct probe_reader *r, uint32_t parent, uint32_t site)
{
	struct probed_body body = { .guid = bytes_take(&r->b, 8), .parent = parent, .site = site };
	uint64_t probes = bytes_uleb(&r->b), inlined = bytes_uleb(&r->b);
	uint32_t at = r->p->nbodies;

	if (r->b.bad)
		return;
	if (parent == GP_NONE)
		seek_function(r, &body);
	*gp_push(r->p->bodies, r->p->nbodies, r->p->bodies_room) = body;
	for (uint64_t i = 0; i < probes && !r->b.bad; i++)
		read_probe(r, at);
	if (inlined > bytes_left(&r->b) / LEAST_BODY)
		r->b.bad = true;
	else if (inlined)
		*gp_push(r->open, r->nopen, r->open_room) = (struct open_body){ at, inlined };
}

static bool read_bodies(struct pseudo_probes *p, struct bytes b, const struct static_cg *cg)
{
	struct probe_reader r = { .p = p, .b = b, .cg = cg };

	find_starts(&r);
	while (!r.b.bad && (r.nopen || bytes_left(&r.b))) {
		struct open_body *top = r.nopen ? &r.open[r.nopen - 1] : NULL;
		uint32_t parent = top ? top->body : GP_NONE;

		if (top && !top->left--) {
			r.nopen--;
			continue;
		}
		read_body(&r, parent, top ? (uint32_t)bytes_uleb(&r.b) : 0);
	}
	check_twins(&r);
	free(r.open);
	gp_map_release(&r.start_of);
	gp_map_release(&r.same);
	gp_map_release(&r.seen);
	return !r.b.bad;
}

static int damaged(struct pseudo_probes *p, const struct elfobj *o, const char *section,
		   struct gp_error *e)
{
	pseudo_probes_release(p);
	return gp_fail(e, "section '%s' of '%s' is damaged: link the program again", section,
		       o->path);
}

int probed_functions_init(struct pseudo_probes *p, const struct elfobj *o, struct gp_error *e)
{
	static const char section[] = ".pseudo_probe_desc";

	*p = (struct pseudo_probes){ 0 };
	return read_functions(p, section_bytes(o, section)) ? 0 : damaged(p, o, section, e);
}

int pseudo_probes_init(struct pseudo_probes *p, const struct elfobj *o,
		       const struct static_cg *cg, struct gp_error *e)
{
	static const char section[] = ".pseudo_probe";

	if (probed_functions_init(p, o, e) < 0)
		return -1;
	return read_bodies(p, section_bytes(o, section), cg) ? 0 : damaged(p, o, section, e);
}

const struct probed_function *probed_function(const struct pseudo_probes *p, uint64_t guid)
{
	size_t i = gp_first(k, p->nfunctions, p->functions[k].guid < guid);

	return i < p->nfunctions && p->functions[i].guid == guid ? &p->functions[i] : NULL;
}

bool probed_function_is(const struct pseudo_probes *p, const struct probed_function *f,
			uint64_t hash)
{
	const struct probed_function *end = p->functions + p->nfunctions;

	for (const struct probed_function *g = f; g < end && g->guid == f->guid; g++)
		if (g->hash == hash)
			return true;
	return false;
}

void pseudo_probes_release(struct pseudo_probes *p)
{
	free(p->functions);
	free(p->bodies);
	free(p->items);
	*p = (struct pseudo_probes){ 0 };
}

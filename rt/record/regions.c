/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * regions.c - the mappings that page faults are in: ranges of addresses in memory, and their names
 * in the file.
 *
 * /proc/self/maps is read once, at the start.  From then on the kernel says what it maps, among the
 * samples (sample/rings.c), so that no handler opens a file.  A later range hides an earlier one.
 * Anonymous memory needs a range only where it hides another one: all that is in no range is
 * anonymous.  An address whose file was unmapped keeps its name until something else is mapped.
 *
 *	gprt_regions_start(); then map and find
 *
 * Cost: a search looks at all ranges, at most 1024: 1 us.  24 KB of memory, and 32 KB of the file.
 */
#include "record/regions.h"

#include "base/hash.h"
#include "base/maps.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"

#include <gprof-llvm/format.h>

#define RANGES 1024u /* the last ones are kept */
#define NAMES 256u
#define FOREVER (64ul << 20) /* of a stack without a limit */
enum { ANONYMOUS = 1, OTHER = 2 }; /* ids */

struct range {
	uintptr_t low, high;
	uint32_t id;
};

static struct {
	uint32_t lock;       /* a leaf */
	uint32_t n;          /* ranges so far */
	uint32_t names;
	struct range *range; /* NULL: nothing is recorded */
	struct gprof_region *region; /* in the file */
} regions;

static enum gprof_region_kind kind_of(const char *name)
{
	if (!*name || gprt_equal(name, "//anon"))
		return GPROF_REGION_ANONYMOUS;
	if (gprt_equal(name, "[heap]"))
		return GPROF_REGION_HEAP;
	if (gprt_equal(name, "[stack]"))
		return GPROF_REGION_STACK;
	return *name == '/' ? GPROF_REGION_FILE : GPROF_REGION_OTHER;
}

/* The end of a name that is too long says more than its beginning. */
static void put_name(struct gprof_region *to, const char *name)
{
	struct gprt_text t = gprt_text(to->name, sizeof(to->name));
	size_t n = gprt_length(name);

	if (n >= sizeof(to->name)) {
		gprt_put(&t, "...");
		name += n - (sizeof(to->name) - 4);
	}
	gprt_put(&t, name);
}

static uint32_t add_name(enum gprof_region_kind kind, const char *name)
{
	struct gprof_region *to;

	if (regions.names == NAMES)
		return OTHER;
	to = &regions.region[regions.names++];
	to->kind = kind;
	put_name(to, name);
	__atomic_store_n(&to->id, regions.names, __ATOMIC_RELEASE);
	return regions.names;
}

static uint32_t id_of(const char *name)
{
	enum gprof_region_kind kind = kind_of(name);
	struct gprof_region like;

	if (kind == GPROF_REGION_ANONYMOUS)
		return ANONYMOUS;
	if (kind == GPROF_REGION_OTHER)
		return OTHER;
	put_name(&like, kind == GPROF_REGION_FILE ? name : "");
	for (uint32_t i = 0; i < regions.names; i++)
		if (regions.region[i].kind == (uint32_t)kind &&
		    gprt_equal(regions.region[i].name, like.name))
			return i + 1;
	return add_name(kind, like.name);
}

static uint32_t find(uintptr_t address)
{
	uint32_t least = regions.n > RANGES ? regions.n - RANGES : 0;

	for (uint32_t i = regions.n; i > least; i--) {
		const struct range *r = &regions.range[(i - 1) % RANGES];

		if (address >= r->low && address < r->high)
			return r->id;
	}
	return ANONYMOUS;
}

/* A stack grows to its limit, of which the kernel says nothing. */
static uintptr_t stack_low(uintptr_t high)
{
	uint64_t limit = sys_limit(RLIMIT_STACK, 8ul << 20);

	return high - (limit > FOREVER ? FOREVER : limit);
}

static void map(uintptr_t low, uintptr_t high, const char *name)
{
	uint32_t id = id_of(name);

	if (kind_of(name) == GPROF_REGION_STACK)
		low = stack_low(high);
	if (id == ANONYMOUS && find(low) == ANONYMOUS && find(high - 1) == ANONYMOUS)
		return;
	regions.range[regions.n++ % RANGES] = (struct range){ low, high, id };
}

void gprt_regions_map(uintptr_t low, uintptr_t high, const char *name)
{
	if (!regions.range || high <= low)
		return;
	gprt_lock_word(&regions.lock);
	map(low, high, name);
	gprt_unlock_word(&regions.lock);
}

static void map_found(const struct gprt_range *r, const char *name)
{
	if (*name)
		map(r->low, r->high, name);
}

uint32_t gprt_regions_find(uintptr_t address)
{
	uint32_t id;

	if (!regions.range)
		return 0;
	gprt_lock_word(&regions.lock);
	id = find(address);
	gprt_unlock_word(&regions.lock);
	return id;
}

/* A child's mappings are its parent's, and so are their names. */
static void copy_names(const struct gprof_region *from)
{
	gprt_copy(regions.region, from, regions.names * sizeof(*from));
}

void gprt_regions_start(void)
{
	const struct gprof_region *old = regions.region;
	const size_t size = NAMES * sizeof(struct gprof_region);
	bool begins = !regions.range;
	struct gprof_area *area = NULL;
	uint64_t offset;

	regions.lock = 0; /* a thread of the parent may have had it */
	if (begins)
		regions.range = gprt_heap(RANGES * sizeof(struct range));
	regions.region = regions.range ? gprt_file_alloc(size, &offset) : NULL;
	if (regions.region)
		area = gprt_file_area(offset, size);
	if (!area) {
		regions.range = NULL;
		return;
	}
	if (begins) {
		add_name(GPROF_REGION_ANONYMOUS, "");
		add_name(GPROF_REGION_OTHER, "");
	} else {
		copy_names(old);
	}
	gprt_file_publish(area, GPROF_AREA_REGIONS);
	if (begins)
		gprt_maps_each(map_found);
}

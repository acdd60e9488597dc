/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_waits.c - the areas of waits and objects: what is damaged is refused, and what has no other
 * end is unknown.
 */
#include "profile/waits.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define OBJECTS 3

struct memory {
	struct gprof_waits waits;
	struct gprof_wait slots[4];
	struct gprof_objects objects;
	struct gprof_object items[OBJECTS];
};

static struct memory memory;
static struct gprof_area of_waits, of_objects;

static void fill(void)
{
	memset(&memory, 0, sizeof memory);
	memory.waits.samples = 4096;
	memory.waits.n = 4;
	memory.slots[2] = (struct gprof_wait){ .object = 7, .holder = 1 };
	memory.objects.first_id = 6;
	memory.objects.lost = 5;
	for (int i = 0; i < OBJECTS - 1; i++)
		memory.items[i].kind = GPROF_OBJECT_FILE;
	strcpy(memory.items[1].name, "seven");
	of_waits = (struct gprof_area){ .type = GPROF_AREA_WAITS, .offset = 0,
		.size = offsetof(struct memory, objects) };
	of_objects = (struct gprof_area){ .type = GPROF_AREA_OBJECTS, .epoch = 3,
		.offset = offsetof(struct memory, objects),
		.size = sizeof memory - offsetof(struct memory, objects) };
}

static void release(struct profile *p)
{
	free(p->waits);
	free(p->objects);
	memset(p, 0, sizeof *p);
}

static void read_well(void)
{
	struct gprof_area area = { .offset = 4096 }, other = { .offset = 8192 };
	struct profile_table table = { .n = 4, .area = &area };
	const struct gprof_object *o;
	const struct gprof_wait *w;
	struct profile p = { 0 };
	uint32_t epoch = 0;

	fill();
	CHECK(!waits_read(&p, (char *)&memory, &of_waits), "waits");
	CHECK(!objects_read(&p, (char *)&memory, &of_objects), "objects");
	w = profile_wait(&p, &table, 2);
	CHECK(w && w->object == 7 && w->holder == 1, "the wait of a slot");
	o = profile_object(&p, 7, &epoch);
	CHECK(o && !strcmp(o->name, "seven") && epoch == 3, "its object");
	CHECK(!profile_object(&p, 8, &epoch), "an item that is not in use");
	CHECK(!profile_object(&p, 5, &epoch) && !profile_object(&p, 9, &epoch) &&
	      !profile_object(&p, 0, &epoch), "ids of no object");
	CHECK(!profile_wait(&p, &table, 4), "a slot beyond the table");
	table.n = 8;
	CHECK(!profile_wait(&p, &table, 2), "a table of another size");
	table.area = &other;
	CHECK(!profile_wait(&p, &table, 2), "another table");
	CHECK(profile_lost_objects(&p) == 5, "what was lost");
	release(&p);
}

static void refuse(void)
{
	struct profile p = { 0 };

	fill();
	memory.waits.n = 5;
	CHECK(waits_read(&p, (char *)&memory, &of_waits), "more slots than the area has");
	of_waits.size = 8;
	CHECK(waits_read(&p, (char *)&memory, &of_waits), "a part of the head");
	memory.objects.first_id = 0;
	CHECK(objects_read(&p, (char *)&memory, &of_objects), "an id of 0");
	memory.objects.first_id = UINT32_MAX;
	CHECK(objects_read(&p, (char *)&memory, &of_objects), "ids beyond their range");
	memory.objects.first_id = 1;
	memset(memory.items[2].name, 'x', sizeof memory.items[2].name);
	CHECK(objects_read(&p, (char *)&memory, &of_objects), "a name without an end");
	of_objects.size = 8;
	CHECK(objects_read(&p, (char *)&memory, &of_objects), "a part of the head");
	CHECK(!p.nwaits && !p.nobjects, "nothing was taken in");
	release(&p);
}

int main(void)
{
	read_well();
	refuse();
	return unit_end();
}

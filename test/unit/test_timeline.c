/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_timeline.c - the log of samples never takes more than 64 KB, whatever the length of the run;
 * once it has been full it is never less than about half full, and of each thread it has the same
 * part, also where threads take turns.
 */
#include "unit.h"

#include "../../rt/record/timeline.c"

#include <string.h>

#define THREADS 4
#define BYTES 65536

struct gprt_process gprt;
struct gprt_file gprt_file;
struct gprt_name gprt_name;
struct gprt_options gprt_options;
static struct gprof_file_header header;
static _Alignas(8) char memory[2 * BYTES];
static size_t taken, limit;
static struct gprof_area areas[2 * PARTS];
static size_t nareas;

bool gprt_try_word(uint32_t *lock)
{
	return !*lock && (*lock = 1);
}

void gprt_unlock_word(uint32_t *lock)
{
	*lock = 0;
}

void *gprt_file_alloc(size_t size, uint64_t *offset)
{
	*offset = taken;
	if (taken + size > limit)
		return NULL;
	taken += size;
	return memory + *offset;
}

struct gprof_area *gprt_file_area(uint64_t offset, uint64_t size)
{
	areas[nareas] = (struct gprof_area){ .offset = offset, .size = size };
	return &areas[nareas++];
}

void gprt_file_publish(struct gprof_area *area, enum gprof_area_type type)
{
	area->type = type;
}

static void begin(size_t bytes)
{
	memset(memory, 0, sizeof(memory));
	taken = nareas = 0;
	limit = bytes;
	gprt.state = GPRT_ON;
	header.monotonic_ns = sys_clock(CLOCK_MONOTONIC);
	gprt_file.header = &header;
	gprt_timeline_start();
}

static const struct gprof_timeline *part(size_t i)
{
	return (const void *)(memory + areas[i].offset);
}

static size_t entries(size_t i)
{
	return (areas[i].size - sizeof(struct gprof_timeline)) / 8;
}

/* Entries of a thread, by the slot that its samples are noted in, as a reader finds them. */
static unsigned count(uint64_t slot)
{
	unsigned n = 0;

	for (size_t i = 0; i < nareas; i++)
		for (size_t k = 0; k < entries(i); k++)
			n += GPROF_TIMELINE_SLOT(part(i)->entries[k]) == slot;
	return n;
}

static uint64_t slot_of(unsigned thread)
{
	return 4096 + 32 * (uint64_t)thread;
}

static unsigned ranked(uint32_t first, unsigned n, uint32_t level)
{
	unsigned found = 0;

	for (unsigned i = 0; i < n; i++)
		found += (first + i) % (1u << level) == 0;
	return found;
}

/* Threads take turns; each has exactly the samples of the log's level. */
static void long_run(size_t bytes, unsigned rounds)
{
	uint32_t number[THREADS];
	unsigned all;

	begin(bytes);
	for (unsigned t = 0; t < THREADS; t++)
		number[t] = 1000003u * t * t;
	for (unsigned i = 0; i < rounds; i++) {
		for (unsigned t = 0; t < THREADS; t++)
			gprt_timeline_note(false, number[t] + i, slot_of(t), 0);
		if (i % 1000 && i + 1 < rounds)
			continue;
		all = 0;
		for (unsigned t = 0; t < THREADS; t++) {
			all += count(slot_of(t));
			CHECK(count(slot_of(t)) == ranked(number[t], i + 1, part(0)->level),
			      "%u of thread %u in round %u", count(slot_of(t)), t, i);
		}
		CHECK(!part(0)->level || all + THREADS >= (taken - nareas * 16) / 8 / 2,
		      "%u in round %u", all, i);
	}
	CHECK(taken <= bytes && taken <= BYTES, "%zu bytes", taken);
	CHECK(part(0)->level, "it was not full");
}

/* Samples of waiting threads have a log of their own. */
static void waiting(void)
{
	begin(2 * BYTES);
	for (unsigned i = 0; i < 100000; i++)
		gprt_timeline_note(true, i, slot_of(1), 0);
	gprt_timeline_note(false, 1, slot_of(0), 0);
	CHECK(count(slot_of(0)) == 1, "%u", count(slot_of(0)));
	CHECK(taken == BYTES + PART, "%zu", taken);
	CHECK(part(0)->waiting && part(0)->level && !part(nareas - 1)->waiting, "mixed");
}

/* What is in the way leaves a sample out, and nothing waits. */
static void busy(void)
{
	begin(2 * BYTES);
	gprt.lock = 1;
	gprt_timeline_note(false, 1, slot_of(0), 0);
	CHECK(!nareas, "%zu parts", nareas);
	gprt.lock = 0;
	gprt_timeline_note(false, 2, slot_of(0), 0);
	logs[0].lock = 1;
	gprt_timeline_note(false, 3, slot_of(0), 0);
	CHECK(count(slot_of(0)) == 1, "%u", count(slot_of(0)));
	logs[0].lock = 0;
	gprt_timeline_note(false, 4, 1ull << 40, 0);
	CHECK(count(slot_of(0)) == 1, "%u", count(slot_of(0)));
	gprt_timeline_note(false, 5, slot_of(0), 0);
	CHECK(count(slot_of(0)) == 2, "%u", count(slot_of(0)));
}

static void off(void)
{
	gprt_options.timeline = 0;
	begin(2 * BYTES);
	gprt_timeline_note(false, 1, slot_of(0), 0);
	CHECK(!nareas, "%zu parts", nareas);
	gprt_options.timeline = 1;
	gprt_name.pool = 1;
	begin(2 * BYTES);
	gprt_timeline_note(false, 1, slot_of(0), 0);
	CHECK(!nareas, "%zu parts", nareas);
	gprt_name.pool = 0;
}

/* Times of any length, to 22 binary digits; who knows the time says it. */
static void times(void)
{
	begin(BYTES);
	gprt_timeline_note(false, 1, slot_of(0), header.monotonic_ns + 7000000);
	CHECK(GPROF_TIMELINE_US(part(0)->entries[0]) == 7000, "%llu",
	      (unsigned long long)part(0)->entries[0]);
	gprt_timeline_note(false, 2, slot_of(0), header.monotonic_ns - 1);
	CHECK(GPROF_TIMELINE_US(part(0)->entries[1]) == 0, "%llu",
	      (unsigned long long)part(0)->entries[1]);
	for (uint64_t us = 1; us < 1ull << 53; us = us * 3 + 1) {
		uint64_t entry = GPROF_TIMELINE_ENTRY(slot_of(3), time_field(us * 1000), 5);
		uint64_t read = GPROF_TIMELINE_US(entry);

		CHECK(read <= us && us - read <= us >> (GPROF_TIMELINE_DIGITS - 1), "%llu us",
		      (unsigned long long)us);
		CHECK(GPROF_TIMELINE_RANK(entry) == 5, "%llu us", (unsigned long long)us);
		CHECK(GPROF_TIMELINE_SLOT(entry) == slot_of(3), "%llu us", (unsigned long long)us);
	}
}

int main(void)
{
	gprt_options.timeline = 1;
	long_run(BYTES, 50001);
	long_run(2 * BYTES, 50001);
	long_run(PART, 20001);
	CHECK(taken == PART, "%zu", taken);
	waiting();
	busy();
	off();
	times();
	return unit_end();
}

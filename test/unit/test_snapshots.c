/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_snapshots.c - what the encoder of snapshots writes, in pieces of any size, the
 * reader adds up to the counts that were there; numbers of every length come back.
 */
#include "profile/snapshots.h"
#include "unit.h"

#include <gprof-llvm/snapshot.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FILE_SIZE 65536
#define BLOCK 8192   /* offset of the block, with 16 bytes to skip */
#define TABLE 32768  /* offset of the table of samples */
#define WORDS 2048   /* of the block */
#define SLOTS 256
#define ROUNDS 20

struct file {
	uint64_t words[FILE_SIZE / 8];
	uint64_t shadow[FILE_SIZE / 8];
	struct gprof_directory *directory;
};

static void make(struct file *f)
{
	struct gprof_area *a;

	memset(f, 0, sizeof *f);
	f->directory = (void *)((char *)f->words + GPROF_FIRST_DIR);
	f->directory->capacity = 4;
	a = f->directory->area;
	a[0] = (struct gprof_area){ .type = GPROF_AREA_BLOCK, .offset = BLOCK,
				    .size = 8 * WORDS, .skip = 16 };
	a[2] = (struct gprof_area){ .type = GPROF_AREA_SAMPLES, .offset = TABLE,
				    .size = 16 + 32 * SLOTS };
	a[3] = (struct gprof_area){ .type = GPROF_AREA_ARCS, .offset = FILE_SIZE, .size = 99999 };
}

/* Some counts grow, some by much, and keys change without being counts. */
static void count(struct file *f, uint64_t *state)
{
	for (int i = 0; i < 50; i++) {
		uint64_t n = unit_random(state) >> (unit_random(state) % 64);

		f->words[BLOCK / 8 + 2 + unit_random(state) % (WORDS - 2)] += n;
		f->words[TABLE / 8 + 4 + 4 * (unit_random(state) % SLOTS)] += 1;
		f->words[TABLE / 8 + 5 + 4 * (unit_random(state) % SLOTS)] += n;
		f->words[TABLE / 8 + 2 + 4 * (unit_random(state) % SLOTS)] = n;
	}
}

/* Encodes with so little room that it takes many pieces; returns the bytes. */
static size_t encode(struct file *f, unsigned char *to, size_t room)
{
	struct gprof_encoder e = { .file = (char *)f->words, .end = FILE_SIZE,
				   .shadow = (char *)f->shadow, .at = to };
	enum gprof_encoded done;

	do {
		unsigned char *start = e.at;

		e.limit = e.at + room;
		done = gprof_encode(&e);
		CHECK(e.at <= e.limit, "%zu bytes in room for %zu", (size_t)(e.at - start), room);
	} while (done == GPROF_ENCODED_PART);
	return gprof_encode_end(&e, to);
}

static void check_round(size_t room, bool relative)
{
	static unsigned char content[ROUNDS][FILE_SIZE];
	static struct file f;
	static uint64_t then[FILE_SIZE / 8], sum[FILE_SIZE / 8];
	struct snapshot list[ROUNDS] = { 0 };
	struct snapshots s = { list, ROUNDS, ROUNDS };
	int64_t factors[ROUNDS] = { 0 };
	struct snapshot_area areas[2];
	struct gp_error e = { "" };
	uint64_t state = 1 + room;

	make(&f);
	for (int i = 0; i < ROUNDS; i++) {
		count(&f, &state);
		if (!relative)
			memset(f.shadow, 0, sizeof f.shadow);
		list[i] = (struct snapshot){ .offset = 8 * (i + 1), .base = relative ? 8 * i : 0,
					     .content = content[i] };
		list[i].content_size = encode(&f, content[i], room);
		if (i == 4)
			memcpy(then, f.words, sizeof then);
	}
	factors[ROUNDS - 1] = 1;
	factors[4] = -1;
	memset(sum, 0, sizeof sum);
	areas[0] = (struct snapshot_area){ &f.directory->area[0], sum + BLOCK / 8 };
	areas[1] = (struct snapshot_area){ &f.directory->area[2], sum + TABLE / 8 };
	CHECK(snapshots_sum(&s, factors, areas, 2, &e) == 0, "%s", e.text);
	for (int i = 0; i < WORDS; i++)
		CHECK(sum[BLOCK / 8 + i] == f.words[BLOCK / 8 + i] - then[BLOCK / 8 + i],
		      "word %d of the block", i);
	for (int i = 0; i < SLOTS; i++) {
		size_t at = TABLE / 8 + 2 + 4 * i;

		CHECK(!sum[at] && sum[at + 2] == f.words[at + 2] - then[at + 2] &&
		      sum[at + 3] == f.words[at + 3] - then[at + 3], "slot %d", i);
	}
}

static void check_numbers(void)
{
	unsigned char bytes[32];
	uint64_t n;

	for (int bit = 0; bit < 64; bit++) {
		for (int less = 0; less < 2; less++) {
			uint64_t want = (1ull << bit) - less;
			struct gprof_encoder e = { .at = bytes };

			gprof_put_number(&e, want);
			CHECK(gprof_get_number(bytes, e.at, &n) == e.at && n == want, "bit %d",
			      bit);
			CHECK(!gprof_get_number(bytes, e.at - 1, &n), "cut off at bit %d", bit);
		}
	}
	memset(bytes, 0xff, sizeof bytes);
	CHECK(!gprof_get_number(bytes, bytes + sizeof bytes, &n), "a number without an end");
}

int main(void)
{
	check_numbers();
	for (size_t room = 3 * GPROF_PAIR_BYTES; room < 40000; room *= 3) {
		check_round(room, true);
		check_round(room, false);
	}
	return unit_end();
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gmon.h - the profiles of gprof's own lineage: gmon.out of GNU (glibc, versions
 * 0 and 1), of 4.4BSD and of older BSDs; read from memory, written to a stream.
 *
 *	gmon_init(), any of gmon_read(), gmon_add_*(), then gmon_write() or reads
 *	of the fields, gmon_release()
 *
 * Several files read into one struct gmon are summed as gprof sums them:
 * histograms of the same range by bin, arcs and blocks one after the other (it is
 * for the reader to add up the arcs of one pair).  Everything is counted in 64
 * bits, whatever the width in the file.
 *
 * The formats say nothing of the width and order of their bytes: those are the
 * program's, and must be set before the first read or write.  Layouts:
 *
 *	GNU	"gmon", u32 version, 12 bytes 0; then records, each after a byte:
 *		0  ptr low, ptr high, u32 bins, u32 rate, char[15] dimension,
 *		   char abbreviation, u16 bin[bins]
 *		1  ptr from, ptr self, u32 count
 *		2  u32 blocks, { ptr address, ptr count }[blocks]; in version 0
 *		   string, { u64 count, u64 address, string, string, u32 line }[blocks]
 *	4.4BSD	ptr low, ptr high, u32 size (header and bins), u32 0x51879, u32 rate,
 *		12 bytes 0, u16 bins[], { ptr from, ptr self, ptr count }[]
 *	BSD	the same without version, rate and zeroes
 *
 * Reading is linear in the file, but for n log n in the number of histograms.
 */
#ifndef GPROF_GMON_GMON_H
#define GPROF_GMON_GMON_H

#include "base/error.h"
#include "base/util.h"

#include <stdbool.h>
#include <stdio.h>

enum gmon_format {
	GMON_AUTO, /* reading: by the file's first bytes; writing: GNU */
	GMON_GNU,
	GMON_BSD,  /* reading: either BSD; writing: 4.4BSD only if the rate needs it */
	GMON_BSD44,
};

/* How the program's machine stores numbers. */
struct gmon_target {
	unsigned pointer; /* bytes of an address: 4 or 8 */
	bool big_endian;
	bool sign_extend; /* 4-byte addresses are signed (MIPS) */
};

struct gmon_histogram {
	uint64_t low, high; /* addresses covered, high exclusive */
	uint32_t nbins;     /* bin i covers (high - low) / nbins bytes */
	uint64_t *bins;     /* samples */
};

struct gmon_arc {
	uint64_t from;  /* return address of the call, or any address in the caller */
	uint64_t self;  /* address in the function called */
	uint64_t count;
};

struct gmon_block {
	uint64_t address; /* of a basic block */
	uint64_t count;   /* times it was executed */
};

/* The numbers of records in one file; for gprof's --file-info. */
struct gmon_records {
	size_t histograms, arcs, blocks;
	int version; /* GNU: 0 or 1; BSD: -1, it has none */
};

struct gmon {
	struct gmon_target target;
	bool exact;         /* BSD files are read with GNU gprof's mistakes */
	bool has_histogram; /* a record, or a BSD file, was read or added */
	bool has_arcs;
	bool has_blocks;    /* to be written, be they none */
	bool has_rate;      /* 'rate' is from a file, or set */
	uint32_t rate;      /* samples per unit of the dimension; of the first histogram */
	char dimension[16]; /* what a sample measures: "seconds" */
	char abbreviation;  /* of the dimension: 's' */
	double scale;       /* 2-byte units per bin, of the first histogram */
	struct gmon_histogram *histograms; /* no two overlap; in order of appearance */
	size_t nhistograms, histograms_room;
	uint32_t *by_low;   /* histograms that are not empty, ascending by low */
	size_t nby_low, by_low_room;
	struct gp_map by_range; /* low, high -> histograms */
	struct gmon_arc *arcs;  /* in order of appearance */
	size_t narcs, arcs_room;
	struct gmon_block *blocks; /* in order of appearance */
	size_t nblocks, blocks_room;
};

/* Records of one arc in a GNU file; a count that needs more is nobody's. */
#define GMON_MOST_RECORDS 4096

/* Counts that writing left out because the format is too narrow. */
struct gmon_loss {
	uint64_t samples; /* of bins above 65535, and of other histograms, in a BSD file */
	uint64_t calls;   /* of arcs beyond GMON_MOST_RECORDS in a GNU file */
};

void gmon_init(struct gmon *g, const struct gmon_target *target);
void gmon_release(struct gmon *g);

/*
 * Adds what a file holds; 'name' is for messages.  Fails, with one line, on
 * anything that gprof refuses: a foreign or damaged file, histograms that
 * overlap or have another scale or dimension.  'records' may be NULL.
 */
int gmon_read(struct gmon *g, const void *bytes, size_t size, const char *name,
	      enum gmon_format format, struct gmon_records *records, struct gp_error *e);

/* The histogram of exactly [low, high), made with 'nbins' empty bins if it is
   not there; NULL, with an error, when it overlaps another one. */
struct gmon_histogram *gmon_add_histogram(struct gmon *g, uint64_t low, uint64_t high,
					  uint32_t nbins, struct gp_error *e);
void gmon_add_arc(struct gmon *g, uint64_t from, uint64_t self, uint64_t count);
void gmon_add_block(struct gmon *g, uint64_t address, uint64_t count);

/*
 * Writes a file that gmon_read() and GNU gprof read to the same sums.  In the GNU
 * format a bin or count that its field cannot hold is spread over several records,
 * which readers add up: nothing is lost.  BSD files have room for one histogram and
 * for each bin once: the first is written, its bins saturate, and 'loss' says by
 * how much.  'loss' may be NULL.
 */
int gmon_write(const struct gmon *g, FILE *sink, enum gmon_format format,
	       struct gmon_loss *loss, struct gp_error *e);

/* The same with each number cut to its field's width, as GNU gprof's --sum. */
int gmon_write_cut(const struct gmon *g, FILE *sink, enum gmon_format format,
		   struct gp_error *e);

#endif

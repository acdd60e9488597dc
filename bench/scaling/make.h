/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * make.h - a program that never existed: functions, calls, and the files that a run of
 * it would have left.  For bench/scale.
 *
 *	shape_make() or shape_library(), write_binary(), write_profile(), write_gmon()
 *
 * Function i lies at TEXT + TEXT_STEP * i.  A callee from 'functions' on is a
 * function of a library, which has a name only.
 */
#ifndef GPROF_BENCH_MAKE_H
#define GPROF_BENCH_MAKE_H

#include <stddef.h>
#include <stdint.h>

#define TEXT UINT64_C(0x401000)
#define TEXT_STEP 16
#define TICK_NS 1000000 /* of a sample */
#define SAMPLED 4       /* every n-th function has samples */
#define NAME_SIZE 48
#define MOST_LIBRARIES 8

struct call {
	uint32_t from, to;
	uint64_t count;
};

struct shape {
	uint32_t functions;
	struct call *calls; /* by 'from' */
	size_t ncalls;
	char **externals;   /* names of library functions */
	uint32_t nexternals;
	struct library {
		char *path;
		unsigned char id[32]; /* build-id */
		size_t id_size;
	} libraries[MOST_LIBRARIES];
	size_t nlibraries;
	uint64_t first_entries; /* of function 0, from outside */
};

/* Shapes: cycles, layers, chain, fan; -1: there is no such one. */
int shape_make(struct shape *s, const char *name, uint32_t functions, size_t calls);

/* Layers, in which the functions also call every function that the libraries export;
   their paths are apart by a colon. */
int shape_library(struct shape *s, const char *paths, uint32_t functions, size_t calls);

void shape_name(char name[NAME_SIZE], uint32_t function);
uint64_t shape_samples(uint32_t function); /* ticks of own time */

/* Exit with a message when they fail. */
void write_binary(const struct shape *s, const char *path);
void write_profile(const struct shape *s, const char *binary, const char *path);
void write_gmon(const struct shape *s, const char *path);

/* The file offset and bytes of what write_binary() laid out, for write_profile(). */
struct layout {
	uint64_t cg, cg_size, str, str_size, fn, cnt, words;
	uint64_t content_hash;
};
extern struct layout layout;

void *need(void *p); /* exits when there is no memory */

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads.h - the tree of calls of each thread, for formats that have a profile for each: with the
 * frames that occur in them numbered.
 *
 *	threads_collect()  of a result with NEED_PLACES
 *	reads
 *	threads_release()
 *
 * A merged profile does not distinguish threads: it is one profile.  Time of no sample is one, too.
 */
#ifndef GPROF_WRITER_THREADS_H
#define GPROF_WRITER_THREADS_H

#include "writer/writer.h"

struct thread_frame {
	uint32_t node; /* of the kept tree */
	bool inferred; /* no stack has it: counts tell */
	bool row;      /* it is not a function: the kernel, a library, where stacks begin */
	char *name;    /* with INFERRED_MARK before it if it is; owned */
	char *file;    /* of the definition, made harmless, or NULL; owned */
	uint32_t line; /* there, or 0 */
};

struct thread_profile {
	char *name;       /* of the thread, made harmless; owned */
	int64_t total;    /* weight */
	size_t first, n;  /* its calls, in threads.order */
};

struct threads {
	struct filtered_tree kept;
	uint32_t *profile; /* of calls of the kept tree: position in profiles */
	uint32_t *order;   /* these calls depth first, those of a profile next to each other */
	uint32_t *frame;   /* of these calls: position in frames; GP_NONE: the thread itself */
	int64_t *weight;   /* own time of these calls, rounded such that it adds up */
	struct thread_frame *frames;
	size_t nframes, frames_room;
	struct thread_profile *profiles;
	size_t nprofiles, profiles_room;
	bool apart;        /* there may be several */
	uint32_t *path;    /* room for the calls around a call */
};

void threads_collect(struct threads *t, const struct export *x);
/* The frames of a call, the outermost first: their number, and them in t->path until the next call
   of this. */
size_t threads_path(struct threads *t, uint32_t call);

void threads_release(struct threads *t);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pool.h - what the files of a pool share: pool.c merges, files.c knows the files, replace.c
 * writes the result, orphans.c finds the files of dead processes.
 *
 * Names, of the pattern %e.%4m.gprof:
 *
 *   prog.1.gprof                  a member
 *   prog.1.2.gprof                the member of another build, .3 and so on
 *   prog.1.PID-START.gprof        of a process; one more of it: prog.1.PID-START.2.gprof
 *   prog.1.PID-START.unmerged.gprof  a sound profile that cannot be merged; of members too
 *   prog.1.gprof.damaged          a profile that is not sound; of processes too
 *   .prog.1.gprof.spare           the member before last: room for the next one
 *   .prog.1.gprof.blank           room for the file of the next process
 *   .prog.1.gprof.RANDOM.new      a member that is being written, without a spare
 *
 * docs/design/pools.md has the reasons.
 */
#ifndef GPROF_RT_POOL_H
#define GPROF_RT_POOL_H

#include "base/text.h"
#include "pool/merge.h"

#define GPRT_POOL_ITEMS 8192u  /* bytes of a folder's items read at once */
#define GPRT_POOL_ORPHANS 8u      /* files of dead processes that one process merges */

/* Names and buffers: too much for the stack of a small thread that calls exit. */
struct gprt_pool_work {
	char path[GPRT_PATH], member[GPRT_PATH]; /* of an orphan */
	char build[GPRT_PATH];                 /* the member of the build at hand */
	char other[GPRT_PATH];                 /* a new name; the file merged last */
	char items[GPRT_POOL_ITEMS];
	char orphans[GPRT_POOL_ORPHANS][256]; /* names of orphans */
	unsigned norphans;
	bool searched; /* for them */
};

/* pool.c: whether the file of this process is to be merged at its end; merges it. */
GPRT_HIDDEN bool gprt_pool_is_due(void);
GPRT_HIDDEN void gprt_pool_end(void);

/* files.c */

/* Opens a file of ours: regular, of our user, by one name only, which is the one given.
   A negative error; -ENOENT: there is none; -EPERM: it is not ours. */
GPRT_HIDDEN long gprt_pool_open(const char *path, int flags);

/* Reads a file into memory of its own; NULL, or why that failed.  The file of this process,
   which has a descriptor, is not read if it is in memory. */
GPRT_HIDDEN const char *gprt_pool_load(int fd, struct gprt_profile *p);
GPRT_HIDDEN const char *gprt_pool_load_own(struct gprt_profile *p);
GPRT_HIDDEN void gprt_pool_unload(const struct gprt_profile *p);

/* Marks the pages of counters as GPRT_PAGE_DEFERRED. */
GPRT_HIDDEN void gprt_pool_defer_blocks(const char *at, uint64_t size, unsigned char *pages);

/* Gives a file a name that no process merges, and says so.  'name': room for it. */
GPRT_HIDDEN bool gprt_pool_set_aside(const char *path, bool damaged, const char *why, char *name);

/* A name with a number, if above 1, or a word before its ending. */
GPRT_HIDDEN void gprt_pool_name(char *to, const char *name, unsigned n, const char *word);

GPRT_HIDDEN void gprt_pool_remove(const char *path);
GPRT_HIDDEN size_t gprt_pool_folder(const char *path); /* bytes up to the last slash */
GPRT_HIDDEN void gprt_pool_put_folder(struct gprt_text *t, const char *path);

/* replace.c: puts an image in the member's place; NULL, or why that failed.  'name': room for
   the name of another file. */
GPRT_HIDDEN const char *gprt_pool_replace(const char *member, struct gprt_merge *m, char *name);

/* recycle.c: leaves the file of this process, which has been merged, to the next one; false: it is
   to be removed.  'name': room for its name. */
GPRT_HIDDEN bool gprt_pool_recycle(const struct gprt_profile *own, char *name);

/* orphans.c */

/* Where a name of a process of this pool has its pid; NULL if it is none.  'end': where
   what the member has before its ending ends. */
GPRT_HIDDEN const char *gprt_pool_parse(const char *name, const char **end);

/* Looks for files of dead processes, from a place in the folder on; returns the place for
   the next look. */
GPRT_HIDDEN uint64_t gprt_pool_find_orphans(struct gprt_pool_work *work, uint64_t from);

#endif

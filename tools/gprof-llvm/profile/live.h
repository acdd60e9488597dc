/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live.h - the profile of a running process, and snapshots of it from outside.
 *
 * The profile is found among the files that the process has mapped: no privilege but
 * being its user (or root) is needed, the process is not stopped, traced or sent
 * anything, and does not notice.  A snapshot is taken as the runtime takes its own (see
 * docs/format.md): counts are read from the mapped file, space at its end is reserved,
 * and the list is pushed by compare-and-swap.
 *
 *	live_open(), any number of calls, live_close()
 */
#ifndef GPROF_PROFILE_LIVE_H
#define GPROF_PROFILE_LIVE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct live {
	char *name; /* of the profile, as the process knows it; owned */
	char *path; /* by which it can be opened here; owned */
	int fd;
	pid_t pid;
	uint64_t started; /* when the process did, in the kernel's ticks since boot */
};

/* 'who' is the number of a process, or the name of a profile. */
int live_open(struct live *l, const char *who, bool write, struct gp_error *e);

/* Returns true if the process still runs. */
bool live_runs(const struct live *l);

/* Adds a snapshot, and says where in the file; nothing is changed on failure.  Cost:
   the counters are read once. */
int live_snapshot(const struct live *l, uint32_t kind, const char *name, uint64_t *offset,
		  struct gp_error *e);

/* Writes the state at a dump as a profile of its own, and says the dump's number; with
   'file' NULL it is only counted. */
int live_save(const struct live *l, uint64_t offset, const char *file, unsigned *number,
	      struct gp_error *e);

void live_close(struct live *l);

#endif

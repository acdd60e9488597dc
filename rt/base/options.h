/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.h - GPROF_FILE and GPROF_OPTIONS, read once at the start (options.c).
 */
#ifndef GPROF_RT_BASE_OPTIONS_H
#define GPROF_RT_BASE_OPTIONS_H

#include "base/process.h"
#include "base/sys.h"
#include <stdbool.h>

/* True if the timer takes samples although there could be an event: "auto|never|always". */
enum { GPRT_TICKS_AUTO, GPRT_TICKS_NEVER, GPRT_TICKS_ALWAYS };

struct gprt_options {
	char pattern[GPRT_PATH]; /* of the file's name; "" is off */
	unsigned rate;      /* samples per second of CPU time, 0: none */
	bool automatic;     /* that at first, and fewer later */
	unsigned stacks;    /* 1: samples have call stacks */
	unsigned verbose;   /* 1: say what file is written */
	unsigned paused;    /* 1: nothing is recorded until it is started */
	unsigned snapshots; /* MB that they may take */
	unsigned snapshot_every; /* ms between periodic snapshots, 0: none */
	unsigned timeline;  /* 1: when samples were taken is logged */
	unsigned wall;      /* 1: samples of waiting too */
	unsigned tick_sampling; /* GPRT_TICKS_* */
	unsigned faults;    /* every so many page faults are sampled, 0: none */
	unsigned io;        /* 1: libgprof_io.so counts reads and writes, if it is there */
	unsigned memory;    /* not 0: libgprof_heap.so counts allocations, if it is there */
};

#define GPRT_FAULTS 61 /* of faults=auto: a prime, so that no program keeps step with it */

extern GPRT_HIDDEN struct gprt_options gprt_options;

GPRT_HIDDEN void gprt_options_read(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.h - the events that events= samples beside CPU time: their names, as perf list has them,
 * and the kernel's numbers for them.
 *
 *	GPROF_EVENT_NAMES(X)   calls X(name, type, config, period, least, in_kernel) for each
 *
 * 'type' and 'config' are fields of struct perf_event_attr.  A sample represents 'period' events
 * unless the user says otherwise, and 'least' at least: fewer would stop the program's progress.
 * Periods are primes, so that no program keeps step with them.  By default a thread at full speed
 * has some thousand samples a second at most.  'in_kernel': the event occurs only in the kernel.
 */
#ifndef GPROF_LLVM_EVENTS_H
#define GPROF_LLVM_EVENTS_H

#define GPROF_MOST_EVENTS 6u /* of one run */
#define GPROF_MOST_PERIOD 1000000000000u

#define GPROF_EVENT_HARDWARE 0u
#define GPROF_EVENT_SOFTWARE 1u
#define GPROF_EVENT_CACHE 3u /* config: cache | operation << 8 | result << 16 */

#define GPROF_EVENT_NAMES(X)                                                           \
	X("cycles", GPROF_EVENT_HARDWARE, 0, 1000003, 10007, 0)                        \
	X("instructions", GPROF_EVENT_HARDWARE, 1, 2000003, 10007, 0)                  \
	X("cache-references", GPROF_EVENT_HARDWARE, 2, 100003, 1009, 0)                \
	X("cache-misses", GPROF_EVENT_HARDWARE, 3, 10007, 101, 0)                      \
	X("branches", GPROF_EVENT_HARDWARE, 4, 500009, 10007, 0)                       \
	X("branch-misses", GPROF_EVENT_HARDWARE, 5, 10007, 101, 0)                     \
	X("stalled-cycles-frontend", GPROF_EVENT_HARDWARE, 7, 1000003, 10007, 0)       \
	X("stalled-cycles-backend", GPROF_EVENT_HARDWARE, 8, 1000003, 10007, 0)        \
	X("ref-cycles", GPROF_EVENT_HARDWARE, 9, 1000003, 10007, 0)                    \
	X("L1-dcache-load-misses", GPROF_EVENT_CACHE, 0x10000, 50021, 101, 0)          \
	X("L1-icache-load-misses", GPROF_EVENT_CACHE, 0x10001, 10007, 101, 0)          \
	X("LLC-load-misses", GPROF_EVENT_CACHE, 0x10002, 10007, 101, 0)                \
	X("dTLB-load-misses", GPROF_EVENT_CACHE, 0x10003, 10007, 101, 0)               \
	X("iTLB-load-misses", GPROF_EVENT_CACHE, 0x10004, 10007, 101, 0)               \
	X("cpu-clock", GPROF_EVENT_SOFTWARE, 0, 4000037, 100003, 0)                    \
	X("task-clock", GPROF_EVENT_SOFTWARE, 1, 4000037, 100003, 0)                   \
	X("page-faults", GPROF_EVENT_SOFTWARE, 2, 61, 1, 0)                            \
	X("context-switches", GPROF_EVENT_SOFTWARE, 3, 7, 1, 1)                        \
	X("cpu-migrations", GPROF_EVENT_SOFTWARE, 4, 1, 1, 1)

#endif

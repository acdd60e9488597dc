/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * service.h - the way to the process's runtime, its profile and its standard error (service.c).
 */
#ifndef GPROF_RT_HEAP_SERVICE_H
#define GPROF_RT_HEAP_SERVICE_H

#include "heap/real.h"

#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <stdint.h>

#define GPRT_RARE(x) __builtin_expect(!!(x), 0)
#define GPRT_COLD __attribute__((noinline, cold))

/* Looks for a runtime in the executable; false: it has none, or none that knows this library. */
GPRT_HIDDEN bool gprt_service_find(void);

/* Before: the library's functions for the program. */
GPRT_HIDDEN void gprt_service_offer(const struct gprof_heap_pieces *pieces);

/* Takes this one; false: it does not know this library. */
GPRT_HIDDEN bool gprt_service_take(const struct gprof_runtime *runtime);

/* May the runtime be asked now?  Once it is ON, it stays so until the process forks. */
GPRT_HIDDEN enum gprof_heap_state gprt_service_state(void);
GPRT_HIDDEN void gprt_service_attach(void);
GPRT_HIDDEN void gprt_service_forked(void);

/* Between them: the runtime's service; else NULL. */
GPRT_HIDDEN const struct gprof_heap_service *gprt_service(void);

/* An area of the profile; NULL: no room, or the tables are as large as they may be. */
GPRT_HIDDEN void *gprt_heap_area(size_t size, uint32_t type);

/* The tables may take so many bytes: more than at first. */
GPRT_HIDDEN void gprt_service_allow(uint64_t bytes);

/* Memory of the library's own, zeros, never given back; NULL: there is none. */
GPRT_HIDDEN void *gprt_heap_memory(size_t size);

/* Returns true if the last item of GPROF_OPTIONS that begins with 'key', as "memory=", has this
   value. */
GPRT_HIDDEN bool gprt_service_has_option(const char *key, const char *value);

/* One line on standard error; a and b in turn. */
GPRT_HIDDEN void gprt_service_say(const char *a, const char *b);

#endif

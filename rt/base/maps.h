/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * maps.h - the address space (maps.c).
 */
#ifndef GPROF_RT_BASE_MAPS_H
#define GPROF_RT_BASE_MAPS_H

#include "base/sys.h"

#include <stdbool.h>

GP_HIDDEN uintptr_t gp_stack_start(void);
GP_HIDDEN bool gp_maps_path(uintptr_t address, char *to, size_t size);
GP_HIDDEN uintptr_t gp_maps_gap(uintptr_t above, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * names.h - the name of a descriptor's file (names.c).
 */
#ifndef GPROF_RT_IO_NAMES_H
#define GPROF_RT_IO_NAMES_H

#include "heap/service.h"

/* Writes a path, of a long one the end, or the ends of a connection; the kind of file (enum
   gprof_io_file_kind).  errno may change. */
GPRT_HIDDEN uint32_t gprt_descriptor_name(int fd, char *name, size_t room);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * real.c - see real.h.
 */
#include "io/real.h"

#include <dlfcn.h>
#include <errno.h>

struct gprt_io_real gprt_io_real;

void gprt_io_real_find(void)
{
	int error = errno;

#define SEEK(name, type, arguments)                                                                \
	*(void **)(void *)&gprt_io_real.name = dlsym(RTLD_NEXT, #name);
	GPRT_IO_FUNCTIONS(SEEK)
#undef SEEK
	errno = error;
}

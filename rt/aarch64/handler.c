/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handler.c - what the kernel calls as the signal handler: nothing comes before it here.
 */
#include "sample/sampler.h"

uintptr_t gprt_handler_entry(void)
{
	return (uintptr_t)gprt_handle;
}

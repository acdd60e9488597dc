/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * page.c - see page.h.
 */
#include "io/page.h"

struct gprt_io_page gprt_io_page;

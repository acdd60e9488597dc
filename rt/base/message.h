/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * message.h - lines on the standard error that the process was started with (message.c).
 */
#ifndef GPROF_RT_BASE_MESSAGE_H
#define GPROF_RT_BASE_MESSAGE_H

#include "base/sys.h"

/* Once, at the start: which file that is. */
GPRT_HIDDEN void gprt_message_init(void);

/* "gprof-llvm: " and the four parts; the subject escaped.  Never blocks, no SIGPIPE. */
GPRT_HIDDEN void gprt_say(const char *a, const char *subject, const char *b, const char *c);

#endif

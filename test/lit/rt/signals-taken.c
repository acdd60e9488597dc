/* Where SIGURG and SIGPROF have handlers before the start there are counts without samples, and one line. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -fPIC -shared %s -o take.so
// RUN: %gclang -O2 -pthread %S/Inputs/threads.c -o a.out
// RUN: LD_PRELOAD=./take.so ./a.out 8 2> err
// RUN: FileCheck %s < err
// RUN: test $(wc -l < err) = 1
// RUN: %expect -D N=8 a.out %S/Inputs/threads.c
// RUN: %readprofile a.out.*.gprof | grep -q 'flags 2$'
// RUN: rm *.gprof && (trap '' URG PROF; ./a.out 8) && %expect -D N=8 a.out %S/Inputs/threads.c
// RUN: %readprofile a.out.*.gprof | grep -q 'flags 0$'
// CHECK: gprof-llvm: the program uses SIGURG and SIGPROF itself: no samples are taken

#include <signal.h>

static void handler(int sig)
{
	(void)sig;
}

__attribute__((constructor)) static void take(void)
{
	signal(SIGURG, handler);
	signal(SIGPROF, handler);
}

/* The strict mode of seccomp may be asked for by a raw system call as well as by prctl. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 %s -o plain.out && %gclang -O2 %s -o a.out
// RUN: ./plain.out; test $? = 7 || exit 0; ./a.out 2> err; test $? = 7; ./a.out prctl 2>> err; test $? = 7
// RUN: test ! -s err || FileCheck %s < err
// CHECK: gprof-llvm: strict seccomp: sampling of this thread stopped; its counts continue
// CHECK-NEXT: gprof-llvm: strict seccomp: sampling of this thread stopped; its counts continue

/* A call with the same arguments that asks for something else does not end samples. */
// RUN: ./a.out neither 2> err; test $? = 0 && not grep strict err

#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 100000000; i++)
		sink++;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (!strcmp(how, "neither")) {
		/* getitimer(ITIMER_REAL): its number is that of SECCOMP_SET_MODE_STRICT. */
		struct itimerval value;

		return (int)syscall(SYS_getitimer, 0, &value);
	}
	if (*how ? syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_STRICT)
		 : syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL))
		return 1;
	work();
	return (int)syscall(SYS_exit, 7);
}

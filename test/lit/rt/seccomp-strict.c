/* A thread that enters the strict mode of seccomp goes on as in the plain program, and a line says that no time is known of it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 %s -o plain.out && %gclang -O2 %s -o a.out
// RUN: ./plain.out; test $? = 7 || exit 0; ./a.out 2> err; test $? = 7
// RUN: test ! -s err || FileCheck %s < err
// RUN: ls a.out.*.gprof > files && (test ! -s err || %expect a.out %s)
// CHECK: gprof-llvm: strict seccomp: sampling of this thread stopped; its counts continue

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile int sink;

/* CALLS: work 2000 */
__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 50000; i++)
		sink++;
}

int main(void)
{
	for (int i = 0; i < 1000; i++)
		work();
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
		return 1;
	for (int i = 0; i < 1000; i++)
		work();
	return (int)syscall(SYS_exit, 7);
}

/* A program that refuses itself process_vm_readv after samples were taken has whole stacks before and after. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-inline %s -o a.out && GPROF_OPTIONS=rate=1000 ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s --implicit-check-not=cut
// CHECK-DAG: {{.*}}main;before;burn
// CHECK-DAG: {{.*}}main;after;burn

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

static void burn(void)
{
	struct timespec start, now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while ((now.tv_sec - start.tv_sec) * 1000000000 + now.tv_nsec - start.tv_nsec < 200000000);
	__asm__ volatile("");
}

static void before(void)
{
	burn();
	__asm__ volatile("");
}

static void after(void)
{
	burn();
	__asm__ volatile("");
}

int main(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof(code) / sizeof(*code), code };

	before();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return 1;
	after();
	return 0;
}

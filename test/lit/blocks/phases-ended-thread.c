/* A thread that ended by the bare system call no longer runs: a phase after it has exact executions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -O1 -g -I%source/include -pthread %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out
// RUN: %gprof annotate --phase=inner work a.out a.gprof | FileCheck %s
// CHECK: work (
// CHECK: {{ 100 +sink \+= i;}}
#include <gprof-llvm/gprof.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile long sink, begun;

static void *thread(void *unused)
{
	sink++;
	begun = syscall(SYS_gettid);
	syscall(SYS_exit, 0);
	return unused;
}

__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		sink += i;
}

int main(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, thread, NULL))
		return 1;
	while (!begun || !syscall(SYS_tgkill, getpid(), begun, 0))
		usleep(1000);
	work(10);
	gprof_phase_begin("inner");
	work(100);
	gprof_phase_end("inner");
	work(1000);
	return 0;
}

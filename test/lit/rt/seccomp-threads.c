/* A filter for all threads that ends the process for calls that open events finds none of them under way. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 12
#define THREADS 16
#define KILL(call)                                                                                 \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1),                                     \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static struct sock_filter filter[] = {
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	KILL(perf_event_open), KILL(ioctl), KILL(fcntl), KILL(close), KILL(close_range),
	KILL(mq_getsetattr), KILL(unshare), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
static volatile int stop;

__attribute__((noinline)) static void work(void)
{
	for (volatile int i = 0; i < 1000; i++)
		;
}

static void *run(void *unused)
{
	while (!stop)
		work();
	return unused;
}

static void confine(void)
{
	struct sock_fprog program = { sizeof(filter) / sizeof(*filter), filter };
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, NULL);
	usleep(300000);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
	usleep(50000);
	stop = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	_exit(0);
}

int main(void)
{
	int status, ended = 0;

	for (int i = 0; i < ROUNDS; i++) {
		pid_t pid = fork();

		if (!pid)
			confine();
		if (waitpid(pid, &status, 0) != pid || WIFSIGNALED(status))
			ended++;
	}
	printf("ended by a signal: %d of %d\n", ended, ROUNDS);
	return ended != 0;
}

/* Where a seccomp filter refuses what the runtime asks for, the program does what the plain build does, and counts are exact. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -O2 %s -o refuse
// RUN: %gclang -O2 -pthread %S/Inputs/threads.c -o a.out
// RUN: %clang -O2 -pthread %S/Inputs/odd.c -o plain.out && %gclang -O2 -pthread %S/Inputs/odd.c -o odd.out
// RUN: for what in perf samples threads; do \
// RUN:   rm -f *.gprof; ./refuse $what ./a.out 8 || exit 1; \
// RUN:   %expect -D N=8 a.out %S/Inputs/threads.c || exit 1; \
// RUN:   ./refuse $what %same plain.out odd.out return=3 segv=SIGSEGV small-stacks=0 write=0 || exit 1; \
// RUN: done
// RUN: rm -f *.gprof; ./refuse perf ./a.out 1; %readprofile *.gprof | grep -q ' clock 2 .*flags 0$'
// RUN: rm -f *.gprof; ./refuse samples ./a.out 1; %readprofile *.gprof | grep -q ' clock 0 .*flags 2$'

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE(call)                                                                               \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1),                                     \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define LOAD BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static struct sock_filter perf[] = { LOAD, REFUSE(perf_event_open), ALLOW };
static struct sock_filter samples[] = { LOAD, REFUSE(perf_event_open), REFUSE(timer_create), ALLOW };
static struct sock_filter threads[] = { LOAD,	REFUSE(perf_event_open), REFUSE(timer_create),
					REFUSE(tgkill), REFUSE(getrusage), REFUSE(clock_getres),
					ALLOW };

#define PROGRAM(filter) { sizeof(filter) / sizeof(*filter), filter }

int main(int argc, char **argv)
{
	struct sock_fprog programs[] = { PROGRAM(perf), PROGRAM(samples), PROGRAM(threads) };
	const char *const names[] = { "perf", "samples", "threads" };

	for (int i = 0; argc > 2 && i < 3; i++) {
		if (strcmp(argv[1], names[i]))
			continue;
		if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
		    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &programs[i]))
			return 125;
		execv(argv[2], argv + 2);
		execvp(argv[2], argv + 2);
		return 126;
	}
	return 127;
}

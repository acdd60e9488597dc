/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * refuse CALL... PROGRAM ARGUMENT... - runs a program for which these system calls fail, as
 * some do in most containers.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	const char *name;
	unsigned number, error;
} calls[] = {
	{ "perf_event_open", SYS_perf_event_open, EACCES },
	{ "process_vm_readv", SYS_process_vm_readv, EPERM },
	{ "statx", SYS_statx, ENOSYS },
	{ "statmount", 457, ENOSYS },
	{ 0 },
};

static int refuse(unsigned number, unsigned error)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof(code) / sizeof(*code), code };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int main(int argc, char **argv)
{
	if (argc < 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return 125;
	while (*++argv) {
		int i = 0;

		while (calls[i].name && strcmp(calls[i].name, *argv))
			i++;
		if (!calls[i].name)
			break;
		if (refuse(calls[i].number, calls[i].error))
			return 125;
	}
	execv(*argv, argv);
	return 126;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live_header.c - see live_header.h.
 */
#include "profile/live_header.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static sigjmp_buf truncated;
static char *mapped; /* GPROF_PAGE bytes, or NULL */
static struct sigaction before;

/* Any other fault happens again, and is no longer handled. */
static void on_fault(int signal, siginfo_t *info, void *context)
{
	char *at = info->si_addr;

	(void)context;
	if (at >= mapped && at < mapped + GPROF_PAGE)
		siglongjmp(truncated, 1);
	sigaction(signal, &before, NULL);
}

struct gprof_file_header *live_header_map(int fd)
{
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	void *at = mmap(NULL, GPROF_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		return NULL;
	mapped = at;
	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, &before);
	return at;
}

int live_header_swap(uint64_t *word, uint64_t *old, uint64_t new)
{
	if (sigsetjmp(truncated, 1))
		return -1;
	return __atomic_compare_exchange_n(word, old, new, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_ACQUIRE);
}

int live_header_add(uint64_t *word, uint64_t n)
{
	if (sigsetjmp(truncated, 1))
		return -1;
	__atomic_fetch_add(word, n, __ATOMIC_RELAXED);
	return 0;
}

void live_header_unmap(struct gprof_file_header *h)
{
	sigaction(SIGBUS, &before, NULL);
	mapped = NULL;
	munmap(h, GPROF_PAGE);
}

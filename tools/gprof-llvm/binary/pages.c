/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pages.c - see pages.h.
 */
#include "binary/pages.h"

#include <sys/mman.h>
#include <unistd.h>

void pages_open(struct file_pages *m, int fd, size_t size)
{
	void *at = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;

	*m = (struct file_pages){ 0 };
	if (at != MAP_FAILED)
		*m = (struct file_pages){ at, size };
}

const unsigned char *pages_part(const struct file_pages *m, uint64_t offset, uint64_t size)
{
	return m->bytes && offset <= m->size && size <= m->size - offset ? m->bytes + offset : NULL;
}

void pages_unload(const struct file_pages *m, const unsigned char *bytes, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = (uintptr_t)m->bytes, from = (uintptr_t)bytes, begin, end;

	if (!m->bytes || from < first || from - first > m->size || size > m->size - (from - first))
		return;
	begin = (from + page - 1) & -page;
	end = (from + size) & -page;
	if (begin < end)
		madvise((void *)begin, end - begin, MADV_DONTNEED);
}

void pages_close(struct file_pages *m)
{
	if (m->bytes)
		munmap((void *)m->bytes, m->size);
	*m = (struct file_pages){ 0 };
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An allocator that handlers may interrupt: it uses each byte once. */
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#define ROOM (1ul << 32)

static char *start;
static size_t used;

void *memalign(size_t align, size_t size)
{
	char *none = NULL, *map;
	size_t at;

	if (!start) {
		map = mmap(NULL, ROOM, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		__atomic_compare_exchange_n(&start, &none, map, 0, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
	}
	if (size > ROOM / 2)
		return NULL;
	align = align < 16 ? 16 : align;
	at = __atomic_fetch_add(&used, size + 16 + 2 * align, __ATOMIC_SEQ_CST);
	at = (at + 16 + align - 1) & ~(align - 1);
	if (at + size > ROOM)
		return NULL;
	((size_t *)(start + at))[-1] = size;
	return start + at;
}

void *malloc(size_t size)
{
	return memalign(16, (size + 7) & ~(size_t)7);
}

void free(void *block)
{
	(void)block;
}

void *calloc(size_t n, size_t each)
{
	size_t size;

	return __builtin_mul_overflow(n, each, &size) ? NULL : malloc(size);
}

size_t malloc_usable_size(void *block)
{
	return block ? ((size_t *)block)[-1] : 0;
}

void *realloc(void *block, size_t size)
{
	size_t old = malloc_usable_size(block);
	void *to = malloc(size);

	if (to && block)
		memcpy(to, block, old < size ? old : size);
	return to;
}

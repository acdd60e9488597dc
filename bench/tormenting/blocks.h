/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.h - blocks that know who allocated them, for storms of allocations.
 *
 * block_make(), block_resize() and block_release() write each block down in the ledger.  Every
 * block begins with its function, its process and its size, and ends in a mark: a block that lost
 * them, or that lies wrong, is a mistake of the program.  Blocks lie in slots that all threads
 * share, so most are freed by another thread.  A child of a fork has its parent's blocks: it
 * counts none of those that it frees.
 *
 * Order: libraries_find() and ledger_open() first; block_forked() in each child.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <malloc.h>

#include "libraries.h"

#define BLOCK_SLOTS   1024
#define BLOCK_LARGEST (300 << 10) /* glibc maps the largest ones */
#define BLOCK_MARK    0xa5

struct block {
	uint32_t function;
	uint32_t process;
	uint64_t size;
};

static struct block *block_slots[BLOCK_SLOTS]; /* atomic */
static uint32_t block_process; /* forks between the first process and this one */
static char block_text[BLOCK_LARGEST + 1];

#define block_keep(p) __asm__ volatile("" : "+r"(p) : : "memory")

COUNTED static void *allocated_0(size_t size)
{
	void *made = size % 3 ? malloc(size) : calloc(1, size);

	block_keep(made);
	return made;
}

COUNTED static void *allocated_1(void *block, size_t size)
{
	void *made = realloc(block, size);

	block_keep(made);
	return made;
}

COUNTED static void *allocated_2(size_t size)
{
	size_t align = 16ul << size % 9;
	void *made = NULL;

	if (size % 2)
		made = memalign(align, size);
	else if (posix_memalign(&made, align, size))
		made = NULL;
	if ((uintptr_t)made % align)
		ledger_mistake("a block at %p, aligned to %zu", made, align);
	block_keep(made);
	return made;
}

/* libc calls malloc. */
COUNTED static void *allocated_3(size_t size)
{
	void *made = strndup(block_text, size - 1);

	block_keep(made);
	return made;
}

static void *block_allocate(uint32_t function, size_t size)
{
	switch (function) {
	case 0:
		return allocated_0(size);
	case 1:
		return allocated_1(NULL, size);
	case 2:
		return allocated_2(size);
	}
	return allocated_3(size);
}

/* From stacks of many shapes, by the bits of 'path'. */
NOINLINE static void *block_left(uint32_t depth, uint32_t path, uint32_t function, size_t size);

NOINLINE static void *block_right(uint32_t depth, uint32_t path, uint32_t function, size_t size)
{
	void *made;

	if (!depth)
		return block_allocate(function, size);
	if (path & 1)
		made = block_left(depth - 1, path >> 1, function, size);
	else
		made = block_right(depth - 1, path >> 1, function, size);
	block_keep(made);
	return made;
}

NOINLINE static void *block_left(uint32_t depth, uint32_t path, uint32_t function, size_t size)
{
	void *made = block_right(depth, path, function, size);

	block_keep(made);
	return made;
}

static size_t block_size(void)
{
	uint32_t kind = storm_random(100);
	uint32_t most = kind ? kind < 10 ? 20000 : 500 : BLOCK_LARGEST - sizeof(struct block);

	return sizeof(struct block) + 1 + storm_random(most - 1);
}

static unsigned char *block_last(struct block *block)
{
	return (unsigned char *)block + block->size - 1;
}

/* The program may use all that malloc_usable_size() grants. */
static struct block *block_write(struct block *made, uint32_t function, size_t size)
{
	size_t usable = malloc_usable_size(made);

	if (usable < size)
		ledger_mistake("%zu bytes are usable of %zu", usable, size);
	else
		memset((char *)made + size, 0xff, usable - size);
	*made = (struct block){function, block_process, size};
	*block_last(made) = BLOCK_MARK;
	return made;
}

static void block_check(struct block *block)
{
	if (block->function >= LEDGER_FUNCTIONS || block->process > block_process ||
	    block->size > BLOCK_LARGEST || *block_last(block) != BLOCK_MARK)
		ledger_mistake("the block at %p was overwritten", (void *)block);
}

/* library: an open one, or NULL. */
static struct block *block_make(void *library, uint32_t which)
{
	uint32_t function = library ? 4 + which % 4 : storm_random(4);
	void *(*allocate)(size_t) = library ? dlsym(library, "library_allocate") : NULL;
	size_t size = block_size();
	void *made;

	ledger_block_begin(function, LEDGER_BLOCKS, size);
	made = allocate ? allocate(size)
			: block_right(storm_random(12), storm_random(4096), function, size);
	ledger_block_end(function, LEDGER_BLOCKS, size);
	if (!made) {
		ledger_mistake("no memory for %zu bytes", size);
		exit(97);
	}
	return block_write(made, function, size);
}

static void block_release(struct block *block)
{
	struct block was;

	if (!block)
		return;
	block_check(block);
	was = *block;
	if (was.process == block_process)
		ledger_block_begin(was.function, LEDGER_FREES, was.size);
	free(block);
	if (was.process == block_process)
		ledger_block_end(was.function, LEDGER_FREES, was.size);
}

static struct block *block_resize(struct block *block)
{
	size_t size = block_size();
	struct block was = *block, *made;

	block_check(block);
	ledger_block_begin(1, LEDGER_BLOCKS, size);
	if (was.process == block_process)
		ledger_block_begin(was.function, LEDGER_FREES, was.size);
	made = allocated_1(block, size);
	if (was.process == block_process)
		ledger_block_end(was.function, LEDGER_FREES, was.size);
	ledger_block_end(1, LEDGER_BLOCKS, size);
	if (!made) {
		ledger_mistake("no memory for %zu bytes", size);
		exit(97);
	}
	if (made->function != was.function || made->process != was.process ||
	    made->size != was.size)
		ledger_mistake("realloc() lost what was in a block of %zu bytes", (size_t)was.size);
	return block_write(made, 1, size);
}

/* Takes the block of some slot, and leaves another one there. */
static struct block *block_exchange(struct block *block)
{
	return __atomic_exchange_n(&block_slots[storm_random(BLOCK_SLOTS)], block,
				   __ATOMIC_ACQ_REL);
}

/* Allocates, resizes and frees so many times. */
static void block_work(int times)
{
	for (int i = 0; i < times; i++) {
		struct block *other = block_exchange(storm_random(8) ? block_make(NULL, 0) : NULL);

		if (other && !storm_random(3))
			other = block_exchange(block_resize(other));
		block_release(other);
	}
}

static void block_forked(void)
{
	ledger_thread();
	block_process++;
}

#endif

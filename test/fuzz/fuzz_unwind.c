/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_unwind.c - any bytes as a program's memory, whose stack the runtime walks.
 *
 * Input: little-endian 32-bit offsets of the pc, the stack pointer, the frame pointer and
 * the PT_GNU_EH_FRAME segment from the start of the memory; bit 31 of the first: the thread is
 * blocked; then the memory.  It is one object, at an address where nothing is: what the
 * unwinder reads by itself faults.  Copies of it come by gprt_safe_read, which is this file's.
 *
 * A walk that takes more than its budget is a finding, and one that is cut without a reason.
 */
#include "base/maps.h"
#include "base/safe_read.h"
#include "base/process.h"
#include "base/text.h"
#include "process/events.h"
#include "record/modules.h"
#include "unwind/unwind.h"

#include <stdlib.h>
#include <string.h>

#define BASE 0x10000u
#define BLOCKED 0x80000000u
#define STEPS 1024
#define MOST_CALLS (GPRT_WORK / 100)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct gprt_process gprt;
static struct gprt_unwind unwind;
static const uint8_t *memory;
static size_t memory_size;
static unsigned calls;

enum gprt_read_method gprt_read_method(void)
{
	return GPRT_READ_CALL;
}

size_t gprt_safe_read(enum gprt_read_method how, void *to, uintptr_t from, size_t n)
{
	size_t at = from - BASE, rest;

	(void)how;
	if (++calls > MOST_CALLS)
		abort();
	if (from < BASE || at >= memory_size)
		return 0;
	rest = memory_size - at;
	memcpy(to, memory + at, n < rest ? n : rest);
	return n < rest ? n : rest;
}

void *gprt_library_function(const char *name)
{
	(void)name;
	return NULL;
}

unsigned long gprt_auxv(unsigned long type)
{
	(void)type;
	return 0;
}

/* The input has its own table. */
void gprt_frame_index_make(struct gprt_frame_index *x)
{
	(void)x;
}

uintptr_t gprt_stack_start(void)
{
	return 0;
}

bool gprt_module_tables(uintptr_t pc, struct gprt_object *o)
{
	(void)pc;
	*o = unwind.object;
	return o->tables && pc >= o->low && pc < o->high;
}

static void start(const uint32_t *offsets)
{
	char context[4096] = { 0 };

	for (unsigned i = 0; i < GPRT_REGS; i++)
		*(uintptr_t *)(context + gprt_frame_offset(i)) = BASE + 64 * i;
	*(uintptr_t *)(context + gprt_frame_offset(GPRT_REG_PC)) = BASE + (offsets[0] & ~BLOCKED);
	*(uintptr_t *)(context + gprt_frame_offset(GPRT_REG_SP)) = BASE + offsets[1];
	*(uintptr_t *)(context + gprt_frame_offset(GPRT_REG_FP)) = BASE + offsets[2];
	if (offsets[0] & BLOCKED)
		gprt_unwind_start_blocked(&unwind, BASE + offsets[1],
					  BASE + (offsets[0] & ~BLOCKED));
	else
		gprt_unwind_start(&unwind, context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum gprt_step step = GPRT_STEP_ON;
	uint32_t offsets[4];

	if (size < sizeof offsets)
		return -1;
	memcpy(offsets, data, sizeof offsets);
	memory = data + sizeof offsets;
	memory_size = size - sizeof offsets;
	memset(&unwind, 0, sizeof unwind);
	calls = 0;
	start(offsets);
	unwind.object = (struct gprt_object){ BASE, BASE + memory_size, BASE + offsets[3] };
	for (unsigned i = 0; i < STEPS && step == GPRT_STEP_ON; i++)
		step = gprt_unwind_step(&unwind);
	if (step != GPRT_STEP_ON && step != GPRT_STEP_END && !unwind.ended)
		abort();
	return 0;
}

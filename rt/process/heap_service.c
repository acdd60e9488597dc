/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heap_service.c - the service for libgprof_heap.so: room in the profile, and stacks.
 *
 * The library counts by itself and asks seldom: for a caller that it meets first, for a thread.
 * It is called from malloc in any code of the program, also in a forked child whose handlers have
 * not run yet: then the answer is that it is too early.
 *
 * A program without the library pays for it with its bytes alone.
 */
#include "process/heap_service.h"

#include "base/process.h"
#include "file/file.h"
#include "file/name.h"
#include "process/fork.h"
#include "process/outer.h"
#include "record/modules.h"
#include "record/slot.h"

#include <errno.h>
#include <frame.h> /* of the processor */

static enum gprof_heap_state state(void)
{
	if (gprt_fork_is_unnoticed()) {
		if (gprt.lock) /* the fork's handler comes, and unlocks it */
			return GPROF_HEAP_LATER;
		gprt_fork_notice();
	}
	if (gprt.state == GPRT_NEW)
		return GPROF_HEAP_LATER;
	if (gprt_name.pool) /* an address says nothing in another process's file */
		return GPROF_HEAP_OFF;
	return gprt.state == GPRT_ON ? GPROF_HEAP_ON : GPROF_HEAP_OFF;
}

static void *area(uint64_t size, uint32_t type)
{
	struct gprof_area *area = NULL;
	uint64_t mask, offset;
	void *content = NULL;

	gprt_lock(&mask);
	if (gprt.state == GPRT_ON)
		content = gprt_file_alloc(size, &offset);
	if (content)
		area = gprt_file_area(offset, size);
	if (area) {
		area->thread = gprt_self ? gprt_self->index : GPROF_NONE;
		gprt_file_publish(area, (enum gprof_area_type)type);
	}
	gprt_unlock(&mask);
	return area ? content : NULL;
}

static uint32_t frames(uintptr_t caller, struct gprof_heap_frame *to, uint32_t most)
{
	uintptr_t reg[GPRT_REGS];
	uint32_t n;

	gprt_frame_here(reg);
	n = gprt_outer_frames(reg, caller, false, to, most);
	__asm__ volatile("" : : "r"(reg) : "memory"); /* this frame stays until here */
	return n;
}

static uint32_t stack(uintptr_t caller, struct gprof_heap_frame *to, uint32_t most)
{
	uintptr_t reg[GPRT_REGS];
	uint32_t n;

	gprt_frame_here(reg);
	n = gprt_outer_frames(reg, caller, true, to, most);
	__asm__ volatile("" : : "r"(reg) : "memory"); /* this frame stays until here */
	return n;
}

static uint64_t place(uintptr_t pc)
{
	return gprt_module_place(pc);
}

static const struct gprof_heap_pieces *pieces; /* NULL: no library has set it */

int gprt_heap_pieces(struct gprof_heap_pieces *to)
{
	if (!pieces)
		return ENOSYS;
	*to = *pieces;
	return 0;
}

int gprt_heap_serve(struct gprof_heap_service *to)
{
	if (to->pieces)
		pieces = to->pieces;
	to->state = state;
	to->area = area;
	to->frames = frames;
	to->objects = &gprt_file.epoch;
	to->stack = stack;
	to->place = place;
	return 0;
}

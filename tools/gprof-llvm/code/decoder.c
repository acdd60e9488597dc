/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * decoder.c - see decoder.h.
 */
#include "code/decoder.h"

#include "base/util.h"

#include <stdio.h>
#include <stdlib.h>

static void *resize(void *old, size_t size)
{
	void *new = realloc(old, size);

	if (!new && size)
		gp_no_memory();
	return new;
}

/* The library's own calls do not look whether they got memory. */
static void set_allocator(void)
{
	static cs_opt_mem memory = { gp_bytes, gp_alloc, resize, free, vsnprintf };

	cs_option(0, CS_OPT_MEM, (size_t)&memory);
}

bool decoder_open(cs_arch arch, cs_mode mode, csh *handle, cs_insn **insn)
{
	set_allocator();
	if (cs_open(arch, mode, handle) != CS_ERR_OK) {
		*handle = 0;
		return false;
	}
	cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON);
	cs_option(*handle, CS_OPT_SKIPDATA, CS_OPT_ON);
	*insn = cs_malloc(*handle);
	return true;
}

void decoder_close(csh *handle, cs_insn **insn)
{
	if (!*handle)
		return;
	cs_free(*insn, 1);
	cs_close(handle);
}

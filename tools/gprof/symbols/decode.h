/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * decode.h - the direct calls and jumps in a stretch of code (capstone); x86 and
 * AArch64.
 *
 *	gnu_decoder_open(); gnu_decoder_start(), gnu_decoder_next() until it says no, any
 *	number of times; gnu_decoder_close()
 */
#ifndef GNU_DECODE_H
#define GNU_DECODE_H

#include "gprof/symbols/image.h"

struct gnu_decoder {
	const struct gnu_image *image;
	size_t handle;        /* csh */
	void *insn;           /* cs_insn * */
	const uint8_t *bytes; /* the next bytes to decode */
	size_t left;
	uint64_t at;          /* its address */
};

struct gnu_branch {
	uint64_t target;
	uint64_t after; /* address of the next instruction: where a call returns to */
	bool call;      /* not a jump */
};

/* False: there is no decoder for the program's machine. */
bool gnu_decoder_open(struct gnu_decoder *d, const struct gnu_image *image);
void gnu_decoder_close(struct gnu_decoder *d);

/* Goes to [start, end), or as much of it as is code. */
void gnu_decoder_start(struct gnu_decoder *d, uint64_t start, uint64_t end);

/* The next branch that says itself where it goes. */
bool gnu_decoder_next(struct gnu_decoder *d, struct gnu_branch *b);

#endif

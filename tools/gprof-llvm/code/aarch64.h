/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * aarch64.h - what the files about AArch64 have in common.
 */
#ifndef GPROF_CODE_AARCH64_H
#define GPROF_CODE_AARCH64_H

#include "code/control_flow.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Numbers of registers: general ones from 1, vector registers from 33. */
#define GENERAL(n) ((n) + 1)
#define VECTOR(n) ((n) + 33)
#define SP 31 /* as a base, or where an addition of a constant says so */

/* The code that counts is one piece of assembly (pass/aarch64.c), which begins so: */
#define THREAD_POINTER 0xd53bd050u /* mrs x16, tpidr_el0 */

static inline unsigned field(uint32_t w, unsigned low, unsigned bits)
{
	return w >> low & ((1u << bits) - 1);
}

static inline int64_t signed_field(uint32_t w, unsigned low, unsigned bits)
{
	return (int32_t)(w << (32 - low - bits)) >> (32 - bits);
}

/* adr, adrp: what it makes. */
static inline uint64_t made_by_adr(uint32_t w, uint64_t address)
{
	int64_t distance = signed_field(w, 5, 19) * 4 + field(w, 29, 2);

	return w >> 31 ? (address & ~UINT64_C(4095)) + (uint64_t)distance * 4096
		       : address + (uint64_t)distance;
}

/* See struct processor. */
struct body;
struct code;
struct code_insn;
struct elfobj;
void aarch64_read(struct code_insn *to, csh handle, const cs_insn *from);
void aarch64_monitor(struct body *code);
void aarch64_flow(struct flow_insn *to, csh handle, const cs_insn *from);
void aarch64_join(const struct elfobj *elf, struct flow_insn *insns, size_t n);
bool aarch64_makes(const struct code *code, uint64_t *address);
bool aarch64_counts(const struct code *code, uint64_t *word);

/* Instructions of the piece that counts and that the code begins with, by THREAD_POINTER; 0: it
   does not count, and *next is where another such piece begins, in instructions, or 0. */
size_t aarch64_piece(const struct code *code, size_t *next);

#endif

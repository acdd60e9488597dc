/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * x86_64.h - what the files about x86-64 have in common.
 */
#ifndef GPROF_CODE_X86_64_H
#define GPROF_CODE_X86_64_H

#include "code/control_flow.h"

#include <stdbool.h>

/* Numbers of registers: general ones as in DWARF, from 1; vector registers from 33. */
enum { RAX = 1, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8, R9, R10, R11, R12, R13, R14, R15 };
#define VECTOR 33

#define X86_64_PRESERVED                                                                           \
	(1u << RBX | 1u << RBP | 1u << R12 | 1u << R13 | 1u << R14 | 1u << R15)

/* 0: none of these. */
uint8_t x86_64_number(unsigned reg);

/* See struct processor. */
struct body;
struct code;
struct code_insn;
struct elfobj;
void x86_64_read(struct code_insn *to, csh handle, const cs_insn *from);
void x86_64_monitor(struct body *code);
uint64_t x86_64_goes_on(const struct elfobj *elf, uint64_t address);
void x86_64_flow(struct flow_insn *to, csh handle, const cs_insn *from);
void x86_64_join(const struct elfobj *elf, struct flow_insn *insns, size_t n);
size_t x86_64_misread(const uint8_t *bytes, size_t n);
bool x86_64_counts(const struct code *code, uint64_t *word);
size_t x86_64_leads(const struct code *code, uint64_t *to);

#endif

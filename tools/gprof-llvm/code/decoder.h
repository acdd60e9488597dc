/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * decoder.h - opens libcapstone's decoder of instructions the one way all need it: with
 * the groups and operands of instructions, stepping over bytes that are none.
 *
 *	decoder_open(), cs_*() of the handle, decoder_close()
 *
 * Memory that runs out in the library calls gp_out_of_memory(): it would go on without,
 * and crash.
 */
#ifndef GPROF_CODE_DECODER_H
#define GPROF_CODE_DECODER_H

#include <capstone/capstone.h>
#include <stdbool.h>

/* 'insn' has room for the instruction that cs_disasm_iter() decodes; false: the library
   was built without this architecture. */
bool decoder_open(cs_arch arch, cs_mode mode, csh *handle, cs_insn **insn);

/* Nothing is done for a handle of 0. */
void decoder_close(csh *handle, cs_insn **insn);

#endif

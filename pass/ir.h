/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ir.h - small operations on LLVM IR that llvm-c does not have, the same in
 * LLVM 14 to 22.
 */
#ifndef GPROF_PASS_IR_H
#define GPROF_PASS_IR_H

#include "module.h"

/* Returns true if an instruction is a call, invoke or callbr. */
bool ir_is_call(LLVMValueRef inst);

/* The value without pointer casts around it (typed pointers have many). */
LLVMValueRef ir_strip_casts(LLVMValueRef v);

/* The destructor that a call has called at the end of the program, or NULL.  Optimisation removes
   the call if that does nothing. */
LLVMValueRef ir_at_exit(LLVMValueRef call);

/* 'v' as an i8* in address space 0; the same value with opaque pointers. */
LLVMValueRef ir_as_ptr(const struct module *m, LLVMValueRef v);

/* Returns true if a function has the enum attribute (any kind known to this LLVM). */
bool ir_has_attribute(LLVMValueRef f, const char *name);

/* Gives a function, a call, an enum attribute without a value. */
void ir_add_attribute(const struct module *m, LLVMValueRef f, const char *name);
void ir_add_call_attribute(const struct module *m, LLVMValueRef call, const char *name);

/* Returns true if a function has the string attribute. */
bool ir_has_string_attribute(LLVMValueRef f, const char *name);
void ir_add_string_attribute(const struct module *m, LLVMValueRef f, const char *name,
			     const char *value);

/* Returns true if a global has metadata of that kind. */
bool ir_has_metadata(LLVMValueRef global, const char *kind);

/* Name of a global; never NULL, NUL-terminated, owned by the module. */
const char *ir_name(LLVMValueRef global);

/* Returns true if the name is invisible outside the module (internal or private). */
bool ir_is_local(LLVMValueRef global);

/* Appends 'more' globals to llvm.used ('name' "llvm.used") or llvm.compiler.used; to be
   called once for many, since each call costs memory for all that are there. */
void ir_append_used(const struct module *m, const char *name, const LLVMValueRef *globals,
		    unsigned more);

/* Adds 'function' to llvm.global_ctors or llvm.global_dtors, in the COMDAT of 'key', which
   the module defines: the linker keeps one entry however many modules have it. */
void ir_append_structor(const struct module *m, const char *list, LLVMValueRef function,
			LLVMValueRef key);

/* 'to' minus 'from' (both addresses), as i32: a self-relative reference when
   'from' is the address of the field itself. */
LLVMValueRef ir_relative(const struct module *m, LLVMValueRef to, LLVMValueRef from);

/* A 64-bit FNV-1a hash, continued from 'hash'. */
#define IR_HASH_START 0xcbf29ce484222325u
uint64_t ir_hash(uint64_t hash, const char *text);
uint64_t ir_type_hash(LLVMTypeRef type);

#endif

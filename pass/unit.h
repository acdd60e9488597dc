/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit.h - the unit (abi.h) in a module, made without reading bitcode.
 *
 * Every module has it, so what it takes the compiler is paid for every file.  To link
 * it from bitcode took as long as all the rest of the pass, and for each of its functions
 * the compiler runs all passes of code generation.  So it consists of few functions,
 * naked ones around assembly that the build has made (rt/x86_64/asm_unit.cmake), in
 * which further functions are defined by labels.  Where the processor has none of that
 * the functions are bitcode (struct target), and the variables alone are made here.
 */
#ifndef GPROF_PASS_UNIT_H
#define GPROF_PASS_UNIT_H

#include "module.h"

#define UNIT_ENTRIES 8

/* A function; an array of them ends with one without a name. */
struct unit_part {
	const char *name;
	const char *others[UNIT_ENTRIES]; /* that the code defines, too; NULL at the end */
	const char *code;                 /* LLVM's inline assembly, no operands */
};

/* The first of them is part of every module. */
extern const struct unit_part unit_x86_64[];

/* A function of the unit or the runtime as the module knows it, declared if need be. */
LLVMValueRef unit_declare_function(const struct module *m, const char *name);

/*
 * A definition that every module has: it becomes linkonce_odr, hidden, in a COMDAT of its own
 * name, so that the linker keeps one copy in a link unit, and it is not instrumented.  A
 * definition with default visibility (__gprof_runtime) is the exception: other link units look
 * for it, so it must not be dropped, and keeps its visibility.
 */
void unit_adopt_definition(LLVMModuleRef module, LLVMValueRef global);
void unit_adopt_function(const struct module *m, LLVMValueRef f);

/* Defines the unit's variables, then the variables of 'parts' (or NULL) that the module uses. */
void unit_define(const struct module *m, const struct unit_part *parts);

/* Defines the runtime, whose assembly 'code' is: 0.1 s for the compiler, 1.5 s as bitcode. */
void unit_define_runtime(const struct module *m, const char *code);

#endif

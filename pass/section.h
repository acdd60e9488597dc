/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * section.h - writes the static call-graph section (include/gprof-llvm/format.h).
 *
 * Order of calls: section_counters() for every function of the module, then
 * section_module() once, then section_function() for every function; a record
 * may refer to the counters of any of them.
 */
#ifndef GPROF_PASS_SECTION_H
#define GPROF_PASS_SECTION_H

#include "module.h"

/* Makes the function's run of counters (f->counters), if it has any. */
void section_counters(const struct module *m, struct function *f);

/* Makes the module's record, which the functions' records point at, and m->file. */
LLVMValueRef section_module(struct module *m);

/* Makes f->record and f->entry, which the caller must keep in llvm.compiler.used.  -1 when
   memory is out. */
int section_function(const struct module *m, struct function *f, LLVMValueRef module_record);

#endif

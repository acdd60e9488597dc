// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// zeros.cpp - see zeros.h.
//
// LLVM writes out the zeros of a variable with a section of its own.  It does not where the
// section is one that '#pragma clang section bss' names, which is an attribute.  C++ because
// llvm-c gives no attributes to variables.

#include "zeros.h"

#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

void zeros_set_section(LLVMValueRef global, const char *name)
{
	unwrap<GlobalVariable>(global)->addAttribute("bss-section", name);
}

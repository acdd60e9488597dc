/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * itanium_none.c - see itanium.h; in a build without LLVM's demangler.
 */
#include "text/itanium.h"

#include <stddef.h>

char *itanium_name(const char *linkage, enum name_form form)
{
	(void)linkage;
	(void)form;
	return NULL;
}

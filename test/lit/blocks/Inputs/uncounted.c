/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "shared.h"

void uncounted(void)
{
	shared();
}

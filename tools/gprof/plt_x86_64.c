/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plt_x86_64.c - entries of a linkage table: [endbr64] [bnd] jmp *slot(%rip).
 */
#include "gprof/plt.h"

#include <string.h>

uint64_t gnu_plt_slot_x86_64(const unsigned char *bytes, uint64_t left, uint64_t at)
{
	uint64_t skip = 0;
	int32_t displacement;

	if (left >= 4 && !memcmp(bytes, "\xf3\x0f\x1e\xfa", 4))
		skip = 4;
	if (left > skip && bytes[skip] == 0xf2)
		skip++;
	if (left < skip + 6 || bytes[skip] != 0xff || bytes[skip + 1] != 0x25)
		return 0;
	memcpy(&displacement, bytes + skip + 2, 4);
	return at + skip + 6 + (uint64_t)(int64_t)displacement;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * processor.c - see processor.h.
 */
#include "code/processor.h"

#include <elf.h>
#include <stdio.h>

static const struct processor *const known[] = { &processor_x86_64, &processor_aarch64 };
#define KNOWN (sizeof known / sizeof *known)

/* Others that a binary may be for, for messages only. */
static const struct {
	unsigned machine;
	const char *name;
} others[] = {
	{ EM_386, "x86" }, { EM_ARM, "ARM" }, { EM_RISCV, "RISC-V" }, { EM_PPC, "PowerPC" },
	{ EM_PPC64, "PowerPC64" }, { EM_S390, "s390" }, { EM_MIPS, "MIPS" },
	{ EM_SPARCV9, "SPARC" }, { EM_LOONGARCH, "LoongArch" },
};

const struct processor *processor_of(const struct elfobj *elf)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i]->machine == elf->machine)
			return known[i];
	return NULL;
}

int processor_check(const struct elfobj *elf, struct gp_error *e)
{
	char supported[64] = "";
	size_t n = 0;

	if (processor_of(elf))
		return 0;
	for (size_t i = 0; i < KNOWN && n < sizeof supported; i++)
		n += snprintf(supported + n, sizeof supported - n, "%s%s",
			      !i ? "" : i + 1 < KNOWN ? ", " : " and ", known[i]->name);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].machine == elf->machine)
			return gp_fail(e, "'%s' is for the processor %s: %s are supported",
				       elf->path, others[i].name, supported);
	return gp_fail(e, "'%s' is for the unknown processor %u: %s are supported", elf->path,
		       elf->machine, supported);
}

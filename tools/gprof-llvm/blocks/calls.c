/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.c - whether a call of machine code comes back.
 *
 * The compiler says it of call sites.  A site is counted right before its call, but the code
 * generator may put a call of its own in between (it copies an argument by memcpy): what is
 * said of a site holds for a call of the function that it names, and for no other.
 */
#include "blocks/block_builder.h"
#include "code/callsite.h"

#include <string.h>

/* The profiler's, called before and after what forks or ends the process. */
static bool is_ours(const char *name)
{
	return !strncmp(name, "__gprof_", 8);
}

/* Functions that the code generator calls on its own, which come back; among them are the
   atomic operations of AArch64, and its arithmetic of numbers of 128 bits. */
static bool is_known(const char *name)
{
	static const char *const known[] = {
		"memcpy", "memmove", "memset", "memcmp", "bcmp", "bzero", "strlen",
		"__tls_get_addr", "__udivti3", "__umodti3", "__divti3", "__modti3", "__multi3",
		"__addtf3", "__subtf3", "__multf3", "__divtf3", "__extendsftf2",
		"__extenddftf2", "__trunctfsf2", "__trunctfdf2", "__floatsitf", "__floatditf",
		"__floatunsitf", "__floatunditf", "__fixtfsi", "__fixtfdi", "__fixunstfsi",
		"__fixunstfdi", "__eqtf2", "__netf2", "__lttf2", "__letf2", "__gttf2",
		"__getf2", "__unordtf2",
	};

	if (!strncmp(name, "__aarch64_", 10))
		return true;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i]))
			return true;
	return is_ours(name);
}

/* Functions that the code generator calls at the end of a landing pad: it goes on with the
   exception. */
static bool is_resume(const char *name)
{
	return !strcmp(name, "_Unwind_Resume") || !strcmp(name, "__cxa_end_cleanup");
}

/* The callee of a call; a name, if the file has one for it. */
static struct callee callee_of(struct block_builder *m, const struct flow_insn *call)
{
	struct callee callee = call->target ? callsite_target(m->elf, call->target)
					     : callsite_callee(m->elf, call->address + call->size);
	const struct elf_symbol *s;

	if (callee.name || !callee.address)
		return callee;
	s = elfobj_symbol_at(m->elf, callee.address);
	if (s && s->address == callee.address)
		callee.name = s->name;
	return callee;
}

static bool is_of_site(struct block_builder *m, const struct callee *callee,
		       const struct cg_site *s)
{
	uint32_t record = callee->address ? gp_map_get(&m->record_at, callee->address, 0)
					   : GP_NONE;

	if (s->flags & GPROF_SITE_BY_COUNTER)
		return record != GP_NONE && m->cg->functions[record].counters == s->callee_word;
	if (!s->callee)
		return false;
	return (callee->name && !strcmp(callee->name, s->callee)) ||
	       (record != GP_NONE && !strcmp(m->cg->functions[record].name, s->callee));
}

bool calls_ours(struct block_builder *m, const struct flow_insn *call)
{
	struct callee callee = callee_of(m, call);

	return callee.name && is_ours(callee.name);
}

unsigned calls_flags(struct block_builder *m, const struct flow_insn *call, uint32_t site)
{
	const unsigned told = GPROF_SITE_NEVER_RETURNS | GPROF_SITE_RETURNS;
	struct callee callee = callee_of(m, call);
	struct cg_site s;

	if (site != GP_NONE) {
		s = static_cg_site_numbered(m->cg, site);
		if (s.flags & told && is_of_site(m, &callee, &s))
			return s.flags & told;
	}
	if (callee.name && is_resume(callee.name))
		return GPROF_SITE_NEVER_RETURNS;
	return callee.name && is_known(callee.name) ? GPROF_SITE_RETURNS : 0;
}

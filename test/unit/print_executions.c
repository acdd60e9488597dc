/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_executions.c BINARY PROFILE... - executions of every instruction of a program's
 * functions with block counters, one a line: address in hexadecimal, executions (or LO..HI),
 * how they are known (exact, assumed, between), the function, and the instruction.  Functions
 * that are not solved are named on stderr, with the reason.
 */
#include "analysis/executions.h"
#include "code/decoder.h"
#include "code/processor.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const hows[] = { "between", "exact", "assumed" };
static const char *const states[] = { "solved", "no code", "jump", "inside", "count", "pads",
				      "broken" };

static void print_stretch(const struct executions *x, uint32_t object, size_t stretch, csh decoder,
			  cs_insn *insn)
{
	const struct object *o = &x->p->objects[object];
	const struct blocks *b = &x->blocks[object];
	const struct block_stretch *s = &b->stretches[stretch];
	const char *name = o->cg.functions[b->functions[s->function].record].name;
	struct block_count c = { 0 };
	uint64_t address = s->start;
	size_t n;
	const uint8_t *bytes = elfobj_bytes(&o->elf, address, &n);

	executions_at(x, object, s->start, &c);
	while (address < s->end &&
	       cs_disasm_iter(decoder, &bytes, &n, &address, insn)) {
		if (c.how == SOLVED_NOT)
			printf("%" PRIx64 " %" PRId64 "..%" PRId64, insn->address, c.lo, c.hi);
		else
			printf("%" PRIx64 " %" PRId64, insn->address, c.value);
		printf(" %s %s %s %s\n", hows[c.how], name, insn->mnemonic, insn->op_str);
	}
}

static void print_object(const struct executions *x, uint32_t object)
{
	const struct object *o = &x->p->objects[object];
	const struct blocks *b = &x->blocks[object];
	const struct processor *processor;
	cs_insn *insn;
	csh decoder;

	if (!b->nstretches)
		return;
	processor = processor_of(&o->elf);
	if (!decoder_open(processor->arch, processor->mode, &decoder, &insn))
		return;
	for (size_t i = 0; i < b->nstretches; i++)
		print_stretch(x, object, i, decoder, insn);
	for (size_t i = 0; i < b->nfunctions; i++)
		if (b->functions[i].state)
			fprintf(stderr, "%s: %s\n", o->cg.functions[b->functions[i].record].name,
				states[b->functions[i].state]);
	decoder_close(&decoder, &insn);
}

int main(int argc, char **argv)
{
	struct join_options options = { 0 };
	struct profile profile;
	struct executions x;
	struct program p;
	struct gp_error e;

	if (argc < 3 || program_open(&p, argv[1], &e) < 0) {
		fprintf(stderr, "%s\n", argc < 3 ? "a binary and its profiles are needed" : e.text);
		return 2;
	}
	for (int i = 2; i < argc; i++)
		if (profile_read(&profile, argv[i], &e) < 0 || program_add(&p, &profile, &e) < 0) {
			fprintf(stderr, "%s\n", e.text);
			return 2;
		}
	program_join(&p, &options);
	executions_init(&x, &p);
	if (x.refused)
		fprintf(stderr, "refused: %s\n", x.refused);
	for (size_t i = 0; i < p.nobjects; i++)
		print_object(&x, i);
	executions_release(&x);
	program_close(&p);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_executions.c [thread=T] [phase=P] [dump=D] BINARY PROFILE... - executions of every
 * instruction of a program's functions with block counters, one a line: address in hexadecimal,
 * executions (or LO..HI), how they are known (exact, assumed, between), the function, and the
 * instruction.  Functions that are not solved are named on stderr, with the reason.
 */
#include "code/decoder.h"
#include "code/processor.h"
#include "executions/executions.h"
#include "executions/solution.h"
#include "join/join.h"
#include "profile/window.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* What is asked for: a part of the run, one thread. */
struct asked {
	struct window window;
	const char *thread;
};

static bool take_option(struct asked *a, const char *argument)
{
	if (!strncmp(argument, "thread=", 7))
		a->thread = argument + 7;
	else if (!strncmp(argument, "phase=", 6))
		a->window.phase = argument + 6;
	else if (!strncmp(argument, "dump=", 5))
		a->window.dump = argument + 5;
	else
		return false;
	return true;
}

static int add_profile(struct program *p, const struct asked *a, const char *path,
		       struct gp_error *e)
{
	struct profile profile;

	if (profile_read(&profile, path, e) < 0 || window_apply(&profile, &a->window, e) < 0)
		return -1;
	return program_add(p, &profile, e);
}

static int open_program(struct program *p, const struct asked *a, char **argv, struct gp_error *e)
{
	if (!argv[0] || !argv[1])
		return gp_fail(e, "a binary and its profiles are needed");
	if (program_open(p, argv[0], e) < 0)
		return -1;
	for (int i = 1; argv[i]; i++)
		if (add_profile(p, a, argv[i], e) < 0)
			return -1;
	return a->thread ? program_choose_thread(p, a->thread, e) : 0;
}

int main(int argc, char **argv)
{
	struct join_options options = { 0 };
	struct asked asked = { 0 };
	struct executions x;
	struct program p;
	struct gp_error e;

	(void)argc;
	for (argv++; *argv && take_option(&asked, *argv);)
		argv++;
	if (open_program(&p, &asked, argv, &e) < 0) {
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

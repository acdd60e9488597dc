/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pass.c - what the pass does with a module, in order.
 *
 *   1. options from GPROF_PASS; a target without counting code is refused
 *   2. attributes that instrumented code no longer has are removed
 *   3. functions whose calls are measured: the code that does
 *   4. every function: is it monitored, which calls does it make
 *   5. with count=blocks, every function: which edges of its blocks have counters
 *   6. every function: its counters (records refer to counters of other functions)
 *   7. every function: its record, then the counting code
 *   8. the unit, and with main the runtime, are linked in
 *
 * Cost: linear in the size of the module.
 */
#include "attributes.h"
#include "blocks.h"
#include "callsites.h"
#include "embed.h"
#include "gprof_pass.h"
#include "held_branches.h"
#include "ir.h"
#include "line_marks.h"
#include "lost_marks.h"
#include "process.h"
#include "section.h"
#include "select.h"
#include "target.h"
#include "times.h"

#include <gprof-llvm/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The functions of a module that get a record. */
struct functions {
	struct function *items; /* owned */
	size_t n;
};

/* The target of a module, or NULL if this plugin has none for it. */
static const struct target *target_of(LLVMModuleRef m)
{
	static const struct target *const targets[] = { &target_x86_64, &target_aarch64 };

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		if (targets[i]->rt.start != targets[i]->rt.stop &&
		    targets[i]->fits(LLVMGetTarget(m)))
			return targets[i];
	return NULL;
}

static bool has_flag(LLVMModuleRef m, const char *name)
{
	return LLVMGetModuleFlag(m, name, strlen(name));
}

/*
 * A hash that no other module of the same link has: a strong definition exists once in a link.
 * A module without one also hashes the folder it was compiled in.
 */
static uint64_t module_hash(LLVMModuleRef m)
{
	size_t length;
	uint64_t hash = ir_hash(IR_HASH_START, LLVMGetSourceFileName(m, &length));
	bool strong = false;
	LLVMValueRef f;
	char *cwd;

	for (f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		hash = ir_hash(hash, ir_name(f));
		strong |= LLVMGetLinkage(f) == LLVMExternalLinkage;
	}
	cwd = strong ? NULL : getcwd(NULL, 0);
	if (cwd)
		hash = ir_hash(hash, cwd);
	free(cwd);
	return hash;
}

/* Sanitizers of addresses leave variables with a section of their own as they are. */
static bool is_sanitized(LLVMModuleRef module)
{
	static const char *const attributes[] = { "sanitize_address", "sanitize_hwaddress",
						  "sanitize_memtag" };
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
			if (ir_has_attribute(f, attributes[i]))
				return true;
	return false;
}

void module_init(struct module *m, LLVMModuleRef module, const struct options *options)
{
	LLVMContextRef c = LLVMGetModuleContext(module);

	memset(m, 0, sizeof *m);
	m->m = module;
	m->context = c;
	m->options = options;
	m->target = target_of(module);
	m->tls_form = options->bias_tls ||
		      (has_flag(module, "PIC Level") && !has_flag(module, "PIE Level"));
	m->lto = has_flag(module, "EnableSplitLTOUnit") || has_flag(module, "ThinLTO");
	/* Clang sets this flag, to 0, in modules that full LTO should merge into one. */
	m->thin = m->lto && !has_flag(module, "ThinLTO");
	m->far = has_flag(module, "Code Model");
	m->sanitized = is_sanitized(module);
	m->hash = module_hash(module);
	m->i8 = LLVMInt8TypeInContext(c);
	m->i16 = LLVMInt16TypeInContext(c);
	m->i32 = LLVMInt32TypeInContext(c);
	m->i64 = LLVMInt64TypeInContext(c);
	m->ptr = LLVMPointerType(m->i8, 0);
	m->mark = LLVMLookupIntrinsicID(MARK_INTRINSIC, strlen(MARK_INTRINSIC));
}

static void monitor_calls(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	for (uint32_t i = 0; i < f->nsites; i++) {
		const struct site *s = &f->sites[i];

		if (!s->call || s->counter == GPROF_NO_COUNTER)
			continue;
		LLVMPositionBuilderBefore(b, s->call);
		if (s->kind == GPROF_SITE_DIRECT)
			m->target->count(m, f, b, s->counter);
		else
			m->target->count_indirect(m, f, b, s->counter, LLVMGetCalledValue(s->call));
	}
}

static void instrument(const struct module *m, const struct function *f)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(m->context);
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(f->f));

	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(b, first);
	if (!ir_has_attribute(f->f, "naked"))
		target_keep(m, f, b);
	if (f->resolver)
		m->target->resolver(m, f, b);
	if (f->monitored && m->options->mode_call) {
		m->target->fentry(m, f, b);
	} else if (f->monitored) {
		if (!f->derived)
			m->target->prologue(m, f, b);
		monitor_calls(m, f, b);
		blocks_count(m, f, b);
	}
	if (f->monitored)
		process_calls(m, f, b);
	LLVMDisposeBuilder(b);
}

static int functions_collect(const struct module *m, struct functions *list)
{
	size_t room = 0;
	LLVMValueRef v;

	for (v = LLVMGetFirstFunction(m->m); v; v = LLVMGetNextFunction(v))
		room++;
	list->items = calloc(room ? room : 1, sizeof *list->items);
	if (!list->items)
		return -1;
	for (v = LLVMGetFirstFunction(m->m); v; v = LLVMGetNextFunction(v)) {
		struct function *f = &list->items[list->n];

		if (!select_function(m, v, f)) {
			line_marks_remove(m, v, NULL);
			continue;
		}
		list->n++;
		if (line_marks_remove(m, v, f) < 0 || callsites_collect(m, f) < 0 ||
		    blocks_plan(m, f) < 0)
			return -1;
	}
	return 0;
}

static void functions_release(struct functions *list)
{
	for (size_t i = 0; i < list->n; i++) {
		callsites_release(&list->items[i]);
		blocks_release(&list->items[i]);
		line_marks_release(&list->items[i]);
	}
	free(list->items);
}

/* Nothing refers to most entries of gprof_fn: this keeps the optimizer from dropping them. */
static int keep_entries(const struct module *m, const struct functions *list)
{
	LLVMValueRef *entries = malloc((list->n + 1) * sizeof *entries);
	unsigned n = 0;

	if (!entries)
		return -1;
	for (size_t i = 0; i < list->n; i++)
		if (list->items[i].kept != list->items[i].entry)
			entries[n++] = list->items[i].entry;
	ir_append_used(m, "llvm.compiler.used", entries, n);
	free(entries);
	return 0;
}

static int out_of_memory(char *error)
{
	snprintf(error, GPROF_PASS_ERROR_SIZE, "out of memory");
	return -1;
}

static int emit(struct module *m, const struct functions *list, char *error)
{
	LLVMValueRef module_record;

	if (embed_declare(m, error) < 0)
		return -1;
	for (size_t i = 0; i < list->n; i++)
		section_counters(m, &list->items[i]);
	module_record = section_module(m);
	for (size_t i = 0; i < list->n; i++) {
		if (!module_record || section_function(m, &list->items[i], module_record) < 0)
			return out_of_memory(error);
		instrument(m, &list->items[i]);
	}
	if (keep_entries(m, list) < 0)
		return out_of_memory(error);
	return embed_link(m, error);
}

static int run(struct module *m, char *error)
{
	struct functions list = { 0 };
	int rc;

	select_mark_resolvers(m);
	times_insert(m);
	rc = line_marks_list(m);
	if (rc == 0)
		rc = functions_collect(m, &list);
	if (rc < 0)
		snprintf(error, GPROF_PASS_ERROR_SIZE, "out of memory");
	if (rc == 0 && list.n) {
		attributes_strip(m);
		rc = emit(m, &list, error);
	}
	functions_release(&list);
	free(m->file);
	free(m->marked);
	free(m->subprograms);
	return rc;
}

/* Code for a GPU: the part of a file of CUDA, HIP or OpenMP that has the options of the host. */
static bool is_of_device(LLVMModuleRef module)
{
	static const char *const starts[] = { "nvptx", "amdgcn", "r600", "spir" };

	for (unsigned i = 0; i < sizeof starts / sizeof *starts; i++)
		if (!strncmp(LLVMGetTarget(module), starts[i], strlen(starts[i])))
			return true;
	return false;
}

int gprof_pass_run(LLVMModuleRef module, const struct lost_marks *lost,
		   const struct gprof_pass_code *code, char *error)
{
	struct options options;
	struct module m;
	int rc;

	if (options_parse(&options, getenv("GPROF_PASS"), error) < 0)
		return -1;
	if (options.bare) {
		options_release(&options);
		return 0;
	}
	module_init(&m, module, &options);
	m.lost_marks = lost;
	m.plain = code->plain;
	m.emulated = code->emulated;
	if (m.target) {
		rc = run(&m, error);
	} else if (is_of_device(module)) {
		rc = 0;
	} else {
		snprintf(error, GPROF_PASS_ERROR_SIZE,
			 "target '%s' is not supported: compile this file without the plugin",
			 LLVMGetTarget(module));
		rc = -1;
	}
	options_release(&options);
	return rc;
}

void gprof_pass_mark(LLVMModuleRef module, struct lost_marks *lost)
{
	char error[GPROF_PASS_ERROR_SIZE];
	struct options options;
	struct module m;

	/* gprof_pass_run() reports errors in them. */
	if (options_parse(&options, getenv("GPROF_PASS"), error) < 0)
		return;
	module_init(&m, module, &options);
	if (m.target && !options.bare)
		times_mark(&m);
	if (m.target && options.blocks) {
		line_marks_add(&m);
		lost_marks_begin(lost, LLVMGetNamedMetadataNumOperands(module, MARK_METADATA));
	}
	options_release(&options);
}

void gprof_pass_hold(LLVMModuleRef module)
{
	char error[GPROF_PASS_ERROR_SIZE];
	struct options options;
	struct module m;

	if (options_parse(&options, getenv("GPROF_PASS"), error) < 0)
		return;
	module_init(&m, module, &options);
	if (m.target && options.blocks)
		held_branches_add(&m);
	options_release(&options);
}

bool gprof_pass_wants_probes(void)
{
	char error[GPROF_PASS_ERROR_SIZE];
	struct options options;
	bool wants;

	if (options_parse(&options, getenv("GPROF_PASS"), error) < 0)
		return false;
	wants = options.probes;
	options_release(&options);
	return wants;
}

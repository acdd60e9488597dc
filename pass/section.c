/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * section.c - see section.h.
 *
 * How each part stays in the link exactly as long as it is needed:
 *
 *   counters   one section per object, referenced by the code that counts.
 *              Before LTO they are hidden symbols with names of their own
 *              (a private one in a named section stops ThinLTO from inlining
 *              the function into other modules), never in a COMDAT.
 *   gprof_cg   referenced by target_keep() from the function's code, so it goes
 *              where the code is inlined.  In the function's COMDAT, except
 *              before LTO, where code of a dropped copy may live on elsewhere.
 *   gprof_lines  referenced by a record, as strings are, and in its COMDAT.
 *   gprof_fn   SHF_LINK_ORDER with the function's text.  It is what names the
 *              address, so it must not keep the function alive.
 *
 * All references are differences of addresses in one link unit: no dynamic
 * relocation.  A function that another object could preempt is referred to by
 * a private alias, since linkers reject a PC-relative reference to it.
 */
#include "section.h"
#include "debuginfo.h"
#include "flow.h"
#include "ir.h"
#include "target.h"
#include "written.h"

#include <ctype.h>
#include <gprof-llvm/format.h>
#include <llvm-c/Comdat.h>
#include <llvm/Config/llvm-config.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names by which the parts of one function find each other in the module.  They get into assembly,
   where LLVM writes some characters, which the name of a function may have, as what it does not
   read. */
static void counters_name(const struct module *m, LLVMValueRef f, char **name)
{
	const char *prefix = m->lto ? "__gprof_c" : "gprof.c", *c = ir_name(f);
	size_t size;
	FILE *out = open_memstream(name, &size);

	if (!out)
		abort();
	fprintf(out, "%s.%016llx.", prefix, (unsigned long long)m->hash);
	for (; *c; c++)
		fprintf(out, strchr("\n\"\\%", *c) ? "%%%02x" : "%c", *c);
	if (fclose(out) != 0)
		abort();
}

void section_counters(const struct module *m, struct function *f)
{
	LLVMTypeRef type = LLVMArrayType(m->i64, f->ncounters);
	char *name;

	if (!f->ncounters)
		return;
	counters_name(m, f->f, &name);
	f->counters = LLVMAddGlobal(m->m, type, name);
	free(name);
	LLVMSetInitializer(f->counters, LLVMConstNull(type));
	LLVMSetSection(f->counters, GPROF_SEC_CNT);
	LLVMSetAlignment(f->counters, 8);
	if (m->lto)
		LLVMSetVisibility(f->counters, LLVMHiddenVisibility);
	else
		LLVMSetLinkage(f->counters, LLVMPrivateLinkage);
}

/* The entry counter of a function of this module, or NULL. */
static LLVMValueRef find_counters(const struct module *m, LLVMValueRef f)
{
	LLVMValueRef counters;
	char *name;

	counters_name(m, f, &name);
	counters = LLVMGetNamedGlobal(m->m, name);
	free(name);
	return counters;
}

/* A constant string; equal strings share one. */
static LLVMValueRef string(const struct module *m, const char *text)
{
	LLVMValueRef init, global;
	char name[48];

	snprintf(name, sizeof name, "gprof.s.%016llx",
		 (unsigned long long)ir_hash(IR_HASH_START, text));
	global = LLVMGetNamedGlobal(m->m, name);
	if (global)
		return global;
	init = LLVMConstStringInContext(m->context, text, (unsigned)strlen(text), 0);
	global = LLVMAddGlobal(m->m, LLVMTypeOf(init), name);
	LLVMSetInitializer(global, init);
	LLVMSetGlobalConstant(global, 1);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
	LLVMSetSection(global, GPROF_SEC_STR);
	LLVMSetAlignment(global, 1);
	return global;
}

/*
 * A record under construction: a struct of integers without padding.  The
 * global exists before its fields do, because they are relative to it; 'type'
 * has been computed from the same layout.
 */
struct record {
	const struct module *m;
	LLVMValueRef global;  /* the record */
	LLVMValueRef *fields; /* constants, in order; owned */
	unsigned n;           /* fields so far */
	uint32_t offset;      /* bytes so far */
};

static void put(struct record *r, LLVMTypeRef type, uint64_t value, uint32_t size)
{
	r->fields[r->n++] = LLVMConstInt(type, value, 0);
	r->offset += size;
}

static void put8(struct record *r, uint64_t v) { put(r, r->m->i8, v, 1); }
static void put16(struct record *r, uint64_t v) { put(r, r->m->i16, v, 2); }
static void put32(struct record *r, uint64_t v) { put(r, r->m->i32, v, 4); }
static void put64(struct record *r, uint64_t v) { put(r, r->m->i64, v, 8); }

static void put_rel(struct record *r, LLVMValueRef to)
{
	LLVMValueRef offset = LLVMConstInt(r->m->i64, r->offset, 0);
	LLVMValueRef field;

	if (!to) {
		put32(r, 0);
		return;
	}
	field = LLVMConstInBoundsGEP2(r->m->i8, ir_as_ptr(r->m, r->global), &offset, 1);
	r->fields[r->n++] = ir_relative(r->m, to, field);
	r->offset += 4;
}

static void put_string(struct record *r, const char *text)
{
	put_rel(r, text && *text ? string(r->m, text) : NULL);
}

static void put_head(struct record *r, unsigned kind, size_t size)
{
	put16(r, kind);
	put16(r, GPROF_CG_VERSION);
	put32(r, size);
}

/*
 * Field types of the two records, as letters: h 16, w 32, q 64 bits, b 8.
 * They have to agree with the puts below; format.h fixes both.
 */
#define LAYOUT_MODULE "hhwwwww"
#define LAYOUT_FUNC "hhwwwwwwwwwq"
#define LAYOUT_SITE "wwwbbhwwq"
#define LAYOUT_WRITTEN "ww"
_Static_assert(sizeof(struct gprof_cg_module) == 24, "layout");
_Static_assert(sizeof(struct gprof_cg_func) == 48, "layout");
_Static_assert(sizeof(struct gprof_cg_site) == 32, "layout");
_Static_assert(sizeof(struct gprof_cg_written) == 8, "layout");
_Static_assert(sizeof(struct gprof_lines_function) == 12, "layout");

static unsigned layout(const struct module *m, const char *letters, LLVMTypeRef *types)
{
	unsigned n = 0;

	for (; letters[n]; n++)
		types[n] = letters[n] == 'b'   ? m->i8
			   : letters[n] == 'h' ? m->i16
			   : letters[n] == 'w' ? m->i32
					       : m->i64;
	return n;
}

static int record_make(struct record *r, const struct module *m, LLVMTypeRef *types, unsigned n,
		       const char *name)
{
	*r = (struct record){ .m = m, .fields = malloc(n * sizeof *r->fields) };
	if (!r->fields)
		return -1;
	r->global = LLVMAddGlobal(m->m, LLVMStructTypeInContext(m->context, types, n, 0), name);
	return 0;
}

static int record_init(struct record *r, const struct module *m, const char *head, uint32_t sites,
		       const char *tail, const char *name)
{
	size_t n = strlen(head) + sites * strlen(LAYOUT_SITE) + strlen(tail);
	LLVMTypeRef *types = malloc(n * sizeof *types);
	unsigned k;
	int rc;

	if (!types)
		return -1;
	k = layout(m, head, types);
	for (uint32_t i = 0; i < sites; i++)
		k += layout(m, LAYOUT_SITE, types + k);
	k += layout(m, tail, types + k);
	rc = record_make(r, m, types, k, name);
	free(types);
	return rc;
}

static LLVMValueRef record_finish(struct record *r, const char *section, unsigned alignment)
{
	LLVMSetInitializer(r->global,
			   LLVMConstStructInContext(r->m->context, r->fields, r->n, 0));
	LLVMSetGlobalConstant(r->global, 1);
	LLVMSetLinkage(r->global, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(r->global, LLVMGlobalUnnamedAddr);
	LLVMSetSection(r->global, section);
	LLVMSetAlignment(r->global, alignment);
	free(r->fields);
	return r->global;
}

LLVMValueRef section_module(const struct module *m)
{
	struct record r;
	size_t length;

	if (record_init(&r, m, LAYOUT_MODULE, 0, "", "gprof.m") < 0)
		return NULL;
	put_head(&r, GPROF_CG_MODULE, sizeof(struct gprof_cg_module));
	put_string(&r, LLVMGetSourceFileName(m->m, &length));
	put_string(&r, m->options->text);
	put_string(&r, GPROF_PRODUCER);
	put32(&r, (m->options->mode_call ? GPROF_MOD_CALL : 0) | (m->tls_form ? GPROF_MOD_PIC : 0) |
			  (m->lto ? GPROF_MOD_LTO : 0) |
			  (m->options->blocks ? GPROF_MOD_BLOCKS : 0) |
			  (LLVMGetNamedMetadata(m->m, MARK_METADATA, strlen(MARK_METADATA)) ?
				   GPROF_MOD_LINES : 0));
	return record_finish(&r, GPROF_SEC_CG, 8);
}

static uint32_t function_flags(const struct function *f)
{
	LLVMLinkage linkage = LLVMGetLinkage(f->f);
	uint32_t flags = 0;

	if (f->address_taken)
		flags |= GPROF_FN_ADDR_TAKEN;
	if (ir_is_local(f->f))
		flags |= GPROF_FN_LOCAL;
	if (linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage ||
	    linkage == LLVMWeakODRLinkage)
		flags |= GPROF_FN_LINKONCE;
	if (linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage)
		flags |= GPROF_FN_WEAK;
	if (f->exported)
		flags |= GPROF_FN_EXPORTED;
	if (!f->monitored)
		flags |= GPROF_FN_SKIPPED;
	if (f->written.n)
		flags |= GPROF_FN_WRITTEN;
	if (f->derived && f->counters)
		flags |= GPROF_FN_DERIVED;
	return flags;
}

/* Linkage name as the symbol table has it: \1 says "do not mangle". */
static const char *symbol_name(LLVMValueRef global)
{
	const char *name = ir_name(global);

	return *name == 1 ? name + 1 : name;
}

static void put_site(struct record *r, const struct site *s)
{
	LLVMValueRef counters = NULL;
	struct position at;

	if (s->callee && ir_is_local(s->callee))
		counters = find_counters(r->m, s->callee);
	position_of_call(s->call, &at);
	if (counters)
		put_rel(r, counters);
	else
		put_string(r, s->callee ? symbol_name(s->callee) : s->name);
	put32(r, s->counter);
	put32(r, at.line);
	put8(r, s->kind);
	put8(r, s->flags | (counters ? GPROF_SITE_BY_COUNTER : 0));
	put16(r, 0);
	put_string(r, at.inlined);
	put_string(r, at.inlined ? at.file : NULL);
	put64(r, s->kind == GPROF_SITE_INDIRECT ?
			 ir_type_hash(LLVMGetCalledFunctionType(s->call)) : 0);
	position_release(&at);
}

static void set_comdat(LLVMValueRef global, LLVMValueRef f)
{
	LLVMComdatRef comdat = LLVMGetComdat(f);

	if (comdat)
		LLVMSetComdat(global, comdat);
}

/*
 * Link-time optimisation puts a jump table in place of a function whose calls by pointer are
 * checked (-fsanitize=cfi-icall); aliases it leaves with the function.
 */
static bool may_be_replaced(const struct module *m, LLVMValueRef f)
{
	return m->lto && ir_has_metadata(f, "type");
}

/* The function as something a PC-relative reference may name in any link. */
static LLVMValueRef anchor(const struct module *m, LLVMValueRef f)
{
	LLVMValueRef alias;

	if (m->target->named_functions && LLVMGetUnnamedAddress(f) == LLVMGlobalUnnamedAddr)
		LLVMSetUnnamedAddress(f, LLVMLocalUnnamedAddr);
	if (!may_be_replaced(m, f) && (!m->tls_form || ir_is_local(f) ||
				       LLVMGetVisibility(f) != LLVMDefaultVisibility))
		return f;
	alias = LLVMAddAlias2(m->m, LLVMGlobalGetValueType(f), 0, f, "gprof.a");
	LLVMSetLinkage(alias, LLVMPrivateLinkage);
	if (!m->target->named_functions)
		LLVMSetUnnamedAddress(alias, LLVMGlobalUnnamedAddr);
	return alias;
}

/*
 * Full link-time optimisation drops all copies but one of a function of many modules, with the
 * entries in their COMDATs.  A list of what is used still names these.  A private one has no
 * name by which it could be the kept copy's: it would be declared, associated with nothing.
 */
static void link_fn(const struct module *m, LLVMValueRef fn, LLVMValueRef f)
{
	char *name;

	LLVMSetLinkage(fn, LLVMPrivateLinkage);
	if (!m->lto || m->thin || ir_is_local(f) || !LLVMGetComdat(f) ||
	    asprintf(&name, "\1.Lgprof.f.%s", symbol_name(f)) < 0)
		return;
	LLVMSetValueName2(fn, name, strlen(name));
	LLVMSetLinkage(fn, LLVMGetLinkage(f));
	LLVMSetVisibility(fn, LLVMHiddenVisibility);
	free(name);
}

/* LLVM 14 writes the two in an order that GNU as does not know. */
#define ASSOCIATES_GROUPS (LLVM_VERSION_MAJOR > 14)

/* GNU as 2.40 cannot read a name in quotes as one that a section is linked to. */
static bool is_quoted(const char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_' && *name != '.')
			return true;
	return false;
}

/*
 * Whether the entry cannot be associated with the function, so that the code has to keep it.
 * ThinLTO would take the entry of a function whose calls are checked to another module, which
 * does not see a local one.
 */
static bool must_be_kept(const struct module *m, LLVMValueRef f)
{
	return (m->thin && may_be_replaced(m, f)) ||
	       (is_quoted(symbol_name(f)) && !LLVMGetComdat(f));
}

static void put_fn(const struct module *m, struct function *f)
{
	LLVMTypeRef types[2] = { m->i32, m->i32 };
	LLVMTypeRef type = LLVMStructTypeInContext(m->context, types, 2, 0);
	LLVMValueRef fn = LLVMAddGlobal(m->m, type, "gprof.f");
	LLVMValueRef four = LLVMConstInt(m->i64, 4, 0);
	LLVMValueRef fields[2];
	LLVMMetadataRef self = LLVMValueAsMetadata(f->f);

	fields[0] = ir_relative(m, flow_own_code(anchor(m, f->f)), fn);
	fields[1] = ir_relative(m, f->record,
				LLVMConstInBoundsGEP2(m->i8, ir_as_ptr(m, fn), &four, 1));
	LLVMSetInitializer(fn, LLVMConstStructInContext(m->context, fields, 2, 0));
	LLVMSetGlobalConstant(fn, 1);
	link_fn(m, fn, f->f);
	LLVMSetUnnamedAddress(fn, LLVMGlobalUnnamedAddr);
	LLVMSetSection(fn, GPROF_SEC_FN);
	LLVMSetAlignment(fn, 4);
	set_comdat(fn, f->f);
	f->kept = must_be_kept(m, f->f) ? fn : f->record;
	/* ThinLTO may drop the function of a dropped entry: LLVM calls that a broken module.
	   Where the entry is kept, the linker drops it with its COMDAT. */
	if (f->kept == f->record &&
	    ((!m->thin && ASSOCIATES_GROUPS) || ir_is_local(f->f) || !LLVMGetComdat(f->f)))
		LLVMGlobalSetMetadata(fn, LLVMGetMDKindIDInContext(m->context, "associated", 10),
				      LLVMMDNodeInContext2(m->context, &self, 1));
	f->entry = fn;
}

static LLVMValueRef written_record(const struct module *m, const struct function *f)
{
	const struct written *w = &f->written;
	LLVMTypeRef *types = malloc((3 + 3 * (size_t)w->nfunctions) * sizeof *types);
	struct record r;
	unsigned n = 0;
	int rc;

	if (!types)
		return NULL;
	while (n < 2 + 3 * w->nfunctions)
		types[n++] = m->i32;
	types[n++] = LLVMArrayType(m->i8, w->n);
	rc = record_make(&r, m, types, n, "gprof.l");
	free(types);
	if (rc < 0)
		return NULL;
	put32(&r, w->nfunctions);
	put32(&r, w->n);
	for (uint32_t i = 0; i < w->nfunctions; i++) {
		put_string(&r, w->functions[i].at.inlined);
		put_string(&r, w->functions[i].at.file);
		put32(&r, w->functions[i].at.line);
	}
	r.fields[r.n++] = LLVMConstStringInContext(m->context, (const char *)w->bytes, w->n, 1);
	return record_finish(&r, GPROF_SEC_LINES, 4);
}

int section_function(const struct module *m, struct function *f, LLVMValueRef module_record)
{
	LLVMValueRef lines = f->written.n ? written_record(m, f) : NULL;
	const char *tail = lines ? LAYOUT_WRITTEN : "";
	struct position at;
	struct record r;

	if ((f->written.n && !lines) ||
	    record_init(&r, m, LAYOUT_FUNC, f->nsites, tail, "gprof.r") < 0)
		return -1;
	position_of_function(f->f, &at);
	put_head(&r, GPROF_CG_FUNC,
		 sizeof(struct gprof_cg_func) + f->nsites * sizeof(struct gprof_cg_site) +
			 (lines ? sizeof(struct gprof_cg_written) : 0));
	put_rel(&r, f->counters);
	put_string(&r, symbol_name(f->f));
	put_string(&r, at.file);
	put32(&r, at.line);
	put32(&r, function_flags(f));
	put32(&r, f->ncounters);
	put32(&r, f->nsites);
	put_rel(&r, module_record);
	put64(&r, ir_type_hash(LLVMGlobalGetValueType(f->f)));
	for (uint32_t i = 0; i < f->nsites; i++)
		put_site(&r, &f->sites[i]);
	if (lines) {
		put_rel(&r, lines);
		put32(&r, 0);
	}
	position_release(&at);
	f->record = record_finish(&r, GPROF_SEC_CG, 8);
	if (!m->lto)
		set_comdat(f->record, f->f);
	if (!m->lto && lines)
		set_comdat(lines, f->f);
	put_fn(m, f);
	return 0;
}

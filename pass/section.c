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
 *   gprof_fn   SHF_LINK_ORDER with the function's text.  It names the address,
 *              so it must not keep the function alive.
 *
 * All references are differences of addresses in one link unit: no dynamic
 * relocation.  A function that another object could preempt is referred to by
 * a private alias, since linkers reject a PC-relative reference to it.
 */
#include "section.h"
#include "debuginfo.h"
#include "flow.h"
#include "ir.h"
#include "line_marks.h"
#include "named.h"
#include "packed.h"
#include "target.h"
#include "zeros.h"

#include <ctype.h>
#include <gprof-llvm/format.h>
#include <llvm-c/Comdat.h>
#include <llvm/Config/llvm-config.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void section_counters(const struct module *m, struct function *f)
{
	LLVMTypeRef type = LLVMArrayType(m->i64, f->ncounters);
	char *name;

	if (!f->ncounters)
		return;
	named_counters(m, f->f, &name);
	f->counters = LLVMAddGlobal(m->m, type, name);
	free(name);
	LLVMSetInitializer(f->counters, LLVMConstNull(type));
	if (m->sanitized)
		LLVMSetSection(f->counters, GPROF_SEC_CNT);
	else
		zeros_set_section(f->counters, GPROF_SEC_CNT);
	LLVMSetAlignment(f->counters, 8);
	if (m->lto)
		LLVMSetVisibility(f->counters, LLVMHiddenVisibility);
	else
		LLVMSetLinkage(f->counters, LLVMPrivateLinkage);
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

static void put16(struct record *r, uint64_t v) { put(r, r->m->i16, v, 2); }
static void put32(struct record *r, uint64_t v) { put(r, r->m->i32, v, 4); }

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
	put_rel(r, text && *text ? named_string(r->m, text) : NULL);
}

static void put_head(struct record *r, unsigned kind, unsigned version, size_t size)
{
	put16(r, kind);
	put16(r, version);
	put32(r, size);
}

/* They have to agree with the puts below; format.h fixes both. */
_Static_assert(sizeof(struct gprof_cg_module_file) == 32, "layout");
_Static_assert(sizeof(struct gprof_cg_compact) == 24, "layout");
_Static_assert(sizeof(struct gprof_lines_function) == 12, "layout");

static int record_make(struct record *r, const struct module *m, LLVMTypeRef *types, unsigned n,
		       const char *name)
{
	*r = (struct record){ .m = m, .fields = malloc(n * sizeof *r->fields) };
	if (!r->fields)
		return -1;
	r->global = LLVMAddGlobal(m->m, LLVMStructTypeInContext(m->context, types, n, 0), name);
	return 0;
}

/* 'words' fields of 32 bits, after two of 16 with a head, and n bytes. */
static int record_init(struct record *r, const struct module *m, bool head, uint32_t words,
		       uint32_t n, const char *name)
{
	LLVMTypeRef *types = malloc((3 + (size_t)words) * sizeof *types);
	unsigned k = 0;
	int rc;

	if (!types)
		return -1;
	if (head)
		types[k++] = m->i16, types[k++] = m->i16;
	while (words--)
		types[k++] = m->i32;
	if (n)
		types[k++] = LLVMArrayType(m->i8, n);
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

/* The source file of the first function that has one. */
static char *file_of_functions(const struct module *m)
{
	struct position at = { 0 };

	for (LLVMValueRef f = LLVMGetFirstFunction(m->m); f && !at.file;
	     f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			position_of_function(f, &at);
	return at.file;
}

LLVMValueRef section_module(struct module *m)
{
	struct record r;
	size_t length;

	if (record_init(&r, m, true, 7, 0, "gprof.m") < 0)
		return NULL;
	m->file = file_of_functions(m);
	put_head(&r, GPROF_CG_MODULE, GPROF_CG_VERSION, sizeof(struct gprof_cg_module_file));
	put_string(&r, LLVMGetSourceFileName(m->m, &length));
	put_string(&r, m->options->text);
	put_string(&r, GPROF_PRODUCER);
	put32(&r, (m->options->mode_call ? GPROF_MOD_CALL : 0) | (m->tls_form ? GPROF_MOD_PIC : 0) |
			  (m->lto ? GPROF_MOD_LTO : 0) |
			  (m->options->blocks ? GPROF_MOD_BLOCKS : 0) |
			  (LLVMGetNamedMetadata(m->m, MARK_METADATA, strlen(MARK_METADATA)) ?
				   GPROF_MOD_LINES : 0));
	put_string(&r, m->file);
	put32(&r, 0);
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
	if (f->line_marks.n)
		flags |= GPROF_FN_WRITTEN;
	if (f->derived && f->counters)
		flags |= GPROF_FN_DERIVED;
	return flags;
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
	if (may_be_replaced(m, f) || !m->tls_form || ir_is_local(f) ||
	    LLVMGetVisibility(f) != LLVMDefaultVisibility)
		return flow_own_code(f);
	alias = LLVMAddAlias2(m->m, LLVMGlobalGetValueType(f), 0, f, "gprof.a");
	LLVMSetLinkage(alias, LLVMPrivateLinkage);
	if (!m->target->named_functions)
		LLVMSetUnnamedAddress(alias, LLVMGlobalUnnamedAddr);
	return alias;
}

/*
 * Full link-time optimisation drops all copies but one of a function of many modules, with the
 * entries in their COMDATs.  llvm.used still names these.  A private one has no
 * name by which it could refer to the kept copy: it would be a declaration without a definition.
 */
static void link_fn(const struct module *m, LLVMValueRef fn, LLVMValueRef f)
{
	char *name;

	LLVMSetLinkage(fn, LLVMPrivateLinkage);
	if (!m->lto || m->thin || ir_is_local(f) || !LLVMGetComdat(f) ||
	    asprintf(&name, "\1.Lgprof.f.%s", named_symbol(f)) < 0)
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
 * Returns true if the entry cannot be associated with the function, so that the code has to keep
 * it.  ThinLTO would take the entry of a function whose calls are checked to another module, which
 * does not see a local one.
 */
static bool must_be_kept(const struct module *m, LLVMValueRef f)
{
	return (m->thin && may_be_replaced(m, f)) ||
	       (is_quoted(named_symbol(f)) && !LLVMGetComdat(f));
}

static void put_fn(const struct module *m, struct function *f)
{
	LLVMTypeRef types[2] = { m->i32, m->i32 };
	LLVMTypeRef type = LLVMStructTypeInContext(m->context, types, 2, 0);
	LLVMValueRef fn = LLVMAddGlobal(m->m, type, "gprof.f");
	LLVMValueRef four = LLVMConstInt(m->i64, 4, 0);
	LLVMValueRef fields[2];
	LLVMMetadataRef self = LLVMValueAsMetadata(f->f);

	fields[0] = ir_relative(m, anchor(m, f->f), fn);
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

static void put_bytes(struct record *r, const uint8_t *bytes, uint32_t n)
{
	if (n)
		r->fields[r->n++] =
			LLVMConstStringInContext(r->m->context, (const char *)bytes, n, 1);
}

static LLVMValueRef line_marks_record(const struct module *m, const struct function *f)
{
	const struct line_marks *w = &f->line_marks;
	struct record r;

	if (record_init(&r, m, false, 2 + 3 * w->nfunctions, w->n, "gprof.l") < 0)
		return NULL;
	put32(&r, w->nfunctions);
	put32(&r, w->n);
	for (uint32_t i = 0; i < w->nfunctions; i++) {
		put_string(&r, w->functions[i].at.inlined);
		put_string(&r, w->functions[i].at.file);
		put32(&r, w->functions[i].at.line);
	}
	put_bytes(&r, w->bytes, w->n);
	return record_finish(&r, GPROF_SEC_LINES, 4);
}

static LLVMValueRef function_record(const struct module *m, const struct function *f,
				    LLVMValueRef module_record, const struct packed *p)
{
	uint32_t front = sizeof(struct gprof_cg_compact) + p->nrefs * (uint32_t)sizeof(gprof_rel);
	struct record r;

	if (record_init(&r, m, true, 5 + p->nrefs, p->n, "gprof.r") < 0)
		return NULL;
	put_head(&r, GPROF_CG_COMPACT, GPROF_CG_COMPACT_VERSION, front + p->n);
	put_rel(&r, f->counters);
	put_string(&r, named_symbol(f->f));
	put_rel(&r, module_record);
	put32(&r, function_flags(f) | p->nrefs << GPROF_COMPACT_REFS);
	for (uint32_t i = 0; i < p->nrefs; i++)
		put_rel(&r, p->refs[i]);
	put_bytes(&r, p->bytes, p->n);
	return record_finish(&r, GPROF_SEC_CG, 8);
}

int section_function(const struct module *m, struct function *f, LLVMValueRef module_record)
{
	LLVMValueRef lines = f->line_marks.n ? line_marks_record(m, f) : NULL;
	struct packed p = { 0 };

	f->record = NULL;
	if ((!f->line_marks.n || lines) && packed_put(&p, m, f, lines) == 0)
		f->record = function_record(m, f, module_record, &p);
	packed_release(&p);
	if (!f->record)
		return -1;
	if (!m->lto)
		set_comdat(f->record, f->f);
	if (!m->lto && lines)
		set_comdat(lines, f->f);
	put_fn(m, f);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * module.h - what the parts of the pass know of the module at work.
 *
 * struct module is made by module_init(), is read-only afterwards but for
 * 'hash' and 'file', and is handed to every part.  struct function describes one function
 * while it is instrumented.
 */
#ifndef GPROF_PASS_MODULE_H
#define GPROF_PASS_MODULE_H

#include "options.h"
#include "source_flow.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

struct target;
struct lost_marks;

/* A position in the source: debuginfo.h. */
struct position {
	uint32_t line;  /* 0 unknown */
	char *file;     /* path, absolute when the compiler knew it, or NULL; owned */
	char *inlined;  /* linkage name of the function the line belongs to, when
			   that was inlined here; else NULL; owned */
};

/* A function that was marked. */
struct marked_function {
	LLVMValueRef subprogram, node; /* the node describes its marks */
	uint32_t number;  /* of the node */
	bool removable;   /* calls of it may be removed */
	bool apart;       /* it is not inlined */
	uint8_t vanishes;              /* vanished_inlines.c */
};

struct module {
	LLVMModuleRef m;
	LLVMContextRef context;
	const struct target *target; /* NULL: none of ours */
	const struct options *options;
	bool tls_form;   /* __gprof_thread is reached as in a shared object; on x86-64
			    counts go through its bias, not GS */
	bool lto;        /* the output is input of link-time optimisation */
	bool thin;       /* of ThinLTO, which takes functions of one module to others */
	bool plain;      /* code will be generated without optimisation; only clang's
			    own -O0 says optnone, too */
	bool far;        /* compiled for another code model than small */
	bool emulated;   /* thread-locals of the IR become calls of __emutls_get_address */
	bool sanitized;  /* a sanitizer comes that puts more between variables */
	char *file;      /* source file of most functions, or NULL; owned: section.h */
	uint64_t hash;   /* in the names of this module's hidden symbols, unlike other modules' */
	const struct lost_marks *lost_marks; /* of marks that were dropped: lost_marks.h */
	unsigned mark;   /* the intrinsic of marks: line_marks.h */
	LLVMValueRef *marked; /* what they say of functions, by their first operand */
	struct marked_function *subprograms; /* the same, by address */
	uint32_t nmarked;
	LLVMTypeRef i8, i16, i32, i64;
	LLVMTypeRef ptr;       /* i8* (or opaque) in address space 0 */
	LLVMValueRef tls;      /* @__gprof_thread; NULL: known to assembly only (emulated) */
	LLVMValueRef fentry;   /* @__fentry__, or NULL but in mode=call */
	LLVMValueRef enter;    /* @__gprof_enter, or NULL in mode=call */
	LLVMValueRef enter_gs; /* @__gprof_enter_gs, or NULL in mode=call */
	LLVMValueRef indirect; /* @__gprof_indirect, or NULL in mode=call */
	LLVMValueRef indirect_gs; /* @__gprof_indirect_gs, or NULL in mode=call */
};

/* A call in the code. */
struct site {
	LLVMValueRef call;   /* call, invoke or callbr; NULL for CALLBACK */
	LLVMValueRef callee; /* function, alias or ifunc; NULL when indirect or
				an intrinsic */
	const char *name;    /* linkage name of the callee when 'callee' is NULL
				and the call is direct, else NULL; static */
	uint32_t counter;    /* word in the function's run, GPROF_NO_COUNTER, or
				the number of another site (see format.h) */
	uint8_t kind;        /* enum gprof_site_kind */
	uint8_t flags;       /* GPROF_SITE_* */
};

/* Where a block counter counts. */
struct place {
	LLVMValueRef before; /* the count goes before this instruction */
	uint32_t counter;    /* word in the function's run */
};

/* Where code stood that was written at some lines: line_marks.h. */
struct mark {
	LLVMBasicBlockRef block;
	LLVMValueRef after;  /* the last call before it in the block, or NULL */
	LLVMValueRef metadata; /* the subprogram and its source flow: source_flow.h */
	LLVMMetadataRef inlined; /* at which call the subprogram was; NULL: nowhere */
	uint32_t number;     /* among the marks of its subprogram; copies have the same */
	uint32_t stretch;    /* that it is in: stretch.h */
	uint32_t copy;       /* that it is of, in line_marks.functions */
	bool perhaps;        /* it is after a call that may not return, in the same stretch */
};

#define WRITTEN_NOWHERE UINT32_MAX

/* A copy of a function's code: the code's own, or what was inlined at one place. */
struct inlined_copy {
	LLVMValueRef subprogram;
	LLVMMetadataRef inlined;
	uint32_t within;   /* the copy that it was inlined in; WRITTEN_NOWHERE */
	struct source_flow source_flow;
	LLVMValueRef callees; /* node of the subprograms that it calls, with a source flow only */
	bool *put;         /* by number of a mark: its lines are in the bytes; owned */
	bool *lost;        /* by number: copies of the mark were dropped; part of 'put' */
	bool *here;        /* by number: there is one; part of 'put' */
	bool *removable;   /* by number: so is the call that it ends at; part of 'put' */
	struct position at;
};

/* The part of the record about marks: GPROF_FN_WRITTEN. */
struct line_marks {
	struct inlined_copy *functions; /* owned */
	uint8_t *bytes;                     /* owned */
	uint32_t nfunctions, n, room;
};

struct function {
	LLVMValueRef f;
	bool monitored;        /* else it has a record only */
	bool resolver;         /* of an ifunc: perhaps runs before there is TLS */
	bool exported;         /* code outside the link unit may name it */
	bool address_taken;    /* its address is used other than by calls */
	bool callback;         /* handed to a function outside the module */
	bool derived;          /* all its calls are counted: no entry count */
	struct site *sites;    /* owned */
	uint32_t nsites;       /* sites in use */
	uint32_t room;         /* sites allocated */
	struct place *places;  /* owned; NULL but with count=blocks */
	uint32_t nplaces;
	struct mark *marks;    /* owned; in the order of the code */
	uint32_t nmarks, marks_room;
	struct line_marks line_marks;
	uint32_t ncounters;    /* words of its run in gprof_cnt */
	LLVMValueRef counters; /* the run, or NULL */
	LLVMValueRef record;   /* its struct gprof_cg_func */
	LLVMValueRef entry;    /* its struct gprof_fn */
	LLVMValueRef kept;     /* what its code keeps: the record, or the entry, which does */
};

void module_init(struct module *m, LLVMModuleRef module, const struct options *options);

#endif

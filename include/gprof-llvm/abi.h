/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * abi.h - what instrumented code and the runtime agree on.
 *
 * Three parties run in the profiled process:
 *
 *   instrumented code   emitted by pass/ into every function;
 *   the unit            rt/unit/unit.c, a small part that is once in every link unit (executable or
 *   shared object), hidden; the pass
 *                       puts it into every module it instruments and the
 *                       linker keeps one;
 *   the runtime         rt/, once per process: embedded in the module that
 *                       defines main, or libgprof_rt.a, or libgprof_rt.so.
 *
 * Instrumented code knows only the unit.  The unit looks for the runtime when
 * its constructor runs, and works without one (nothing is recorded then).
 *
 * A count is `incq counter + bias`.  The bias of a thread is the distance
 * from the link unit's gprof_cnt section to the thread's own block, a multiple
 * of the page size; 0, the state before the thread is known, is the section
 * itself.  Two forms:
 *
 *   GS form (x86-64, code that can only be part of an executable: -fno-pic,
 *   -fPIE): the bias is in the GS base, `incq %gs:counter(%rip)`.  The bias of
 *   an executable is therefore never negative.
 *
 *   TLS form (-fPIC, and all code on AArch64): the bias is in __gprof_thread.bias, an initial-exec
 *   thread-local.  Both forms may meet in one executable and then have equal
 *   bias.
 *
 * The prologue tests __gprof_thread.view; 0 (this thread has not entered this
 * link unit) leads to __gprof_enter.  A function that is handed to code outside
 * its module (a callback) also goes there when its entry count, in the thread's
 * block, is 0, so that its first caller is recorded.  Then the entry is counted.
 * A local function that only counted calls can reach has neither test nor count.
 */
#ifndef GPROF_LLVM_ABI_H
#define GPROF_LLVM_ABI_H

#include <gprof-llvm/format.h>
#include <stddef.h>
#include <stdint.h>

#define GPROF_ABI_VERSION 2

/* Thread-local, hidden, one per link unit; local-exec in the GS form. */
struct gprof_tls {
	int64_t bias;  /* bytes from gprof_cnt to this thread's block */
	uintptr_t view; /* 0 not entered; GPROF_VIEW_OFF no recording; else the
			   runtime's pointer for this thread in this unit, plus 1:
			   instrumented code looks at the low byte only, so bit 0
			   is always set once the thread has entered */
};
#define GPROF_VIEW_OFF 1u

/* The struct that the unit reads at the runtime's pointer in 'view'. */
struct gprof_view_head {
	struct gprof_arcs *arcs; /* the thread's newest table, never 0 */
};

/*
 * A table of arcs as its writers know it.  'mask' is next to the table, so that
 * one load gives both: a signal handler may exchange the table at any moment.
 * rt/base/hash.h says where an arc is looked for.  An entry whose 'from' and 'to' match is
 * complete, and counted by one instruction; one of kind 0 ends the search.  There is
 * always one.
 */
struct gprof_arcs {
	uint64_t mask;            /* (capacity - 1) * sizeof(struct gprof_arc) */
	struct gprof_table table; /* what the file has, from here on */
	struct gprof_arc entry[];
};

/*
 * Entry points of the unit that instrumented code jumps to, x86-64.
 *
 *   __gprof_enter     r10 = address of the function's entry counter in
 *                     gprof_cnt (not biased), rax = its return address
 *                     (0: not wanted),
 *                     r11 = where to go on
 *   __gprof_enter_gs  the same without a return address, for the GS form: the
 *                     counter is the operand of the 8-byte
 *                     `incq %gs:disp32(%rip)` at r11
 *   __gprof_indirect  r10 = address of the site's cell in the thread's block,
 *                     rax = target of the call, r11 = where to go on
 *   __gprof_indirect_gs  the same for the GS form: the cell's second word is the
 *                     operand of the 8-byte `incq %gs:disp32(%rip)` that ends
 *                     at r11
 *
 * They are jumped to, not called: the code around them may use the red zone
 * and need not align its stack.  All registers but r11 and the flags come
 * back unchanged (those of indirect calls also change r10); vector and x87 state is never
 * touched; no libc function is called.  __gprof_indirect counts the call itself:
 * the inline test found the cell's first target to be another one, or none yet.
 *
 *   __fentry__        mode=call: called before the prologue; [rsp] is an
 *                     address in the callee, [rsp+8] its return address; all
 *                     registers but r11 and the flags come back unchanged
 *
 * AArch64, which has the TLS form only.  All come back by `ret x14`; vector state is
 * never touched.
 *
 *   __gprof_enter     x15 = address of the function's entry counter in gprof_cnt
 *                     (not biased), x13 = its return address (0: not wanted);
 *                     x13 to x17 and the flags may come back changed
 *   __gprof_indirect  x15 = address of the site's cell in the thread's block,
 *                     x13 = target of the call; the same
 *   __fentry__        mode=call: x13 = return address of the function entered,
 *                     x14 = an address in it; x9 to x17 and the flags may come
 *                     back changed
 */

/*
 * A function whose calls are measured.  It calls __gprof_unit_time_enter when it begins and
 * __gprof_unit_time_leave when it ends: ordinary functions of the unit.  The frame is the
 * function's, by which the two belong together.
 */
struct gprof_timed {
	uint32_t index; /* 0: none yet; set by the runtime */
	uint32_t flags; /* GPROF_TIMING_* */
};

/*
 * Events of __gprof_unit_process, an ordinary function of the unit.  Instrumented code calls it
 * where it calls functions which make, replace, confine or end a process without the runtime's
 * knowledge, deal with signals, or unload objects.  The second argument, 'flags', is
 *
 *   CLONE   the flags of clone
 *   DROP    the number of the system call; or the option of prctl, with the bit of prctl, and
 *           the bit of the strict mode of seccomp; or the bit of a function that sets a filter
 *   ACTING  the signal
 *   others  0
 */
enum gprof_process_event {
	GPROF_PROCESS_RETURNED = 0, /* from fork, _Fork, vfork, clone, syscall: in whom? */
	GPROF_PROCESS_CLONE = 1,    /* clone comes: a child begins in a function */
	GPROF_PROCESS_EXEC = 2,     /* an exec function comes */
	GPROF_PROCESS_STAYED = 3,   /* exec has failed */
	GPROF_PROCESS_END = 4,      /* the process ends, without destructors */
	GPROF_PROCESS_MASK = 5,     /* the thread's signal mask may have changed */
	GPROF_PROCESS_ACTION = 6,   /* an action may have changed */
	GPROF_PROCESS_WAIT = 7,     /* a call comes that takes signals or has a mask of its own */
	GPROF_PROCESS_WAITED = 8,   /* it is over */
	GPROF_PROCESS_LEAVE = 9,    /* the process ends by _exit: nothing runs any more */
	GPROF_PROCESS_DROP = 10,    /* a right comes to be given up: of files, or of calls */
	GPROF_PROCESS_ACTING = 11,  /* an action is asked for or set */
	GPROF_PROCESS_SPAWN = 12,   /* posix_spawn comes */
	GPROF_PROCESS_SPAWNED = 13, /* it is over */
	GPROF_PROCESS_READ = 14,    /* there may be a descriptor to read signals from */
	GPROF_PROCESS_STACKING = 15, /* the thread's alternate stack is asked for or set */
	GPROF_PROCESS_STACK = 16,   /* it may have changed */
	GPROF_PROCESS_UNLOAD = 17,  /* dlclose comes: objects may go */
	GPROF_PROCESS_UNLOADED = 18, /* they may have gone */
};

#define GPROF_DROP_SYSCALL 0x80000000u
#define GPROF_DROP_PRCTL 0x40000000u
#define GPROF_DROP_STRICT 0x20000000u
#define GPROF_DROP_FILTER 0x10000000u

struct gprof_runtime;

/* One per link unit, hidden, filled in by the unit; owned by it. */
struct gprof_unit {
	uint32_t abi;          /* GPROF_ABI_VERSION */
	uint32_t index;        /* module index, set by the runtime */
	const char *cnt_start, *cnt_stop; /* gprof_cnt, 8-byte words; equal: none */
	const char *cg_start, *cg_stop;   /* gprof_cg */
	const struct gprof_runtime *runtime; /* 0: none found (yet) */
	void *data;            /* the runtime's, per unit */
	uint32_t tells;        /* 1: 'early' is kept */
	uint32_t early;        /* 1 once code has entered before 'attached': the section counts */
	struct gprof_tls *(*tls)(void); /* this thread's gprof_tls of the unit */
	uint32_t attached;     /* 1 once the search for a runtime is over */
	uint32_t executable;   /* 1 if the unit is part of the executable */
};

/*
 * A process has one of these.  Found by the unit in this order: the note of the
 * executable (name "gprof-llvm", type GPROF_NOTE_RUNTIME, content: a
 * self-relative 64-bit offset to the struct), then the dynamic symbol
 * __gprof_runtime (default visibility, weak reference).
 *
 * attach and detach are called from constructors and destructors and may use
 * libc; the others run anywhere, with any lock of the program held: raw system
 * calls only, less than 1 KB of stack.
 */
struct gprof_runtime {
	uint32_t abi;  /* GPROF_ABI_VERSION */
	uint32_t size; /* GPROF_RUNTIME_SIZE */
	void (*attach)(struct gprof_unit *unit);
	void (*detach)(struct gprof_unit *unit);
	void (*enter)(struct gprof_unit *unit, struct gprof_tls *tls,
		      uint64_t *entry, uintptr_t caller);
	/* 'cell' is in the thread's block */
	void (*indirect)(struct gprof_unit *unit, struct gprof_tls *tls,
			 uint64_t *cell, uintptr_t target);
	void (*call)(struct gprof_unit *unit, struct gprof_tls *tls,
		     uintptr_t from, uintptr_t self);
	/* 'kind' is enum gprof_snapshot_kind; 0 or an errno value (gprof.h) */
	int (*control)(uint32_t kind, const char *name);
	void (*process)(struct gprof_unit *unit, struct gprof_tls *tls, uint32_t event,
			uint32_t flags);
	/* Not in runtimes that read no struct gprof_cg_compact: units refuse these. */
	uint64_t packed; /* GPROF_RUNTIME_* */

	/* Later fields are not in 'size', which older units compare; only with RUNTIME_TIMES. */
	const struct gprof_times *times;
};
#define GPROF_RUNTIME_SIZE offsetof(struct gprof_runtime, times)
#define GPROF_RUNTIME_PACKED 1u
#define GPROF_RUNTIME_TIMES 2u /* it measures calls */

/* 'view' is gprof_tls.view of the thread, which has entered; 'here' is in the function's code. */
struct gprof_times {
	/* True if the call is measured: no call of the function is under way in the thread. */
	uint32_t (*enter)(uintptr_t view, struct gprof_timed *f, uintptr_t here, uintptr_t caller,
			  uintptr_t frame);
	/* 'returned': 0 if it is left by an exception.  'f' NULL: longjmp may have come to this
	   frame, so deeper ones are left. */
	void (*leave)(uintptr_t view, struct gprof_timed *f, uintptr_t frame, uint32_t returned);
};

/* A frame of the calling thread, for libgprof_heap.so. */
struct gprof_heap_frame {
	uintptr_t pc;  /* return address */
	uint32_t size; /* bytes from the stack pointer at 'pc' to the caller's, whose return address
			  is in the last 8; 0: that varies */
	uint32_t is; /* GPROF_HEAP_FRAME_* */
};
#define GPROF_HEAP_FRAME_COUNTS 1u /* 'pc' is in an object that has instrumented code */
#define GPROF_HEAP_FRAME_FIRST 2u  /* nobody called the frame; of 'stack' */
#define GPROF_HEAP_FRAME_EXACT 4u  /* 'pc' is 1 more than where a signal interrupted; of 'stack' */

enum gprof_heap_state {
	GPROF_HEAP_LATER, /* the process has no file yet: ask again */
	GPROF_HEAP_ON,
	GPROF_HEAP_OFF,   /* and will have none */
};

/* As struct gprof_pieces in gprof.h; control(GPROF_CONTROL_PIECES) fills it in. */
struct gprof_heap_pieces {
	int (*alloc)(const void *block, size_t size);
	int (*free)(const void *block);
	void *(*chunk)(size_t size);
};

/*
 * The runtime's service for libgprof_heap.so, which counts allocations (rt/heap/).  Anywhere in the
 * program, but not in malloc itself: an allocator's lock must not be held.
 *
 * control(GPROF_CONTROL_HEAP) fills it in, and takes its address for a name: pointers in the
 * runtime's own data would have to be relocated at the start of every program.
 */
struct gprof_heap_service {
	enum gprof_heap_state (*state)(void);
	/* Zeros in the profile, listed as an area of a type; NULL: no room. */
	void *(*area)(uint64_t size, uint32_t type);
	/* The frames from the one that returns to 'caller' outwards, up to the first that counts;
	   their number, 0: unknown. */
	uint32_t (*frames)(uintptr_t caller, struct gprof_heap_frame *to, uint32_t most);
	const uint32_t *objects; /* gprof_area.epoch of the present */
	/* The same up to the outermost frame. */
	uint32_t (*stack)(uintptr_t caller, struct gprof_heap_frame *to, uint32_t most);
	/* The library sets it before: its functions for programs (gprof.h), or NULL. */
	const struct gprof_heap_pieces *pieces;
	/* A code address as the profile keeps it: of the executable as it is, of another known
	   module as GPROF_RETIRED_ADDRESS(), so that it stays right when the module goes. */
	uint64_t (*place)(uintptr_t pc);
};
#define GPROF_CONTROL_PIECES 0x706f6f6cu
/* Beyond enum gprof_snapshot_kind; another one for each layout. */
#define GPROF_CONTROL_HEAP 0x68656172u

/* libgprof_heap.so has this function; libgprof_rt.so calls it where main is not instrumented. */
extern __attribute__((weak)) void __gprof_heap_found(const struct gprof_runtime *runtime);
/* libgprof_io.so, which counts reads and writes (rt/io/), has this one, and the same service. */
extern __attribute__((weak)) void __gprof_io_found(const struct gprof_runtime *runtime);

#define GPROF_NOTE_NAME "gprof-llvm"
#define GPROF_NOTE_RUNTIME 1
#define GPROF_NOTE_SECTION ".note.gprof_llvm"

#endif

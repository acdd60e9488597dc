/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * init.c - the runtime's interface (abi.h), and its start.
 *
 * The first unit that attaches starts the runtime; that may be the one of a
 * shared object, whose constructors run before the executable's.  When anything
 * needed cannot be had the state is GPRT_OFF: every thread learns so once, by
 * GPROF_VIEW_OFF, and the program runs on uncounted.
 */
#include "base/maps.h"
#include "base/message.h"
#include "base/options.h"
#include "base/private_fds.h"
#include "base/process.h"
#include "base/processor.h"
#include "base/safe_read.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "file/name.h"
#include "process/begin.h"
#include "process/events.h"
#include "process/finish.h"
#include "process/fork.h"
#include "process/heap_service.h"
#include "process/outer.h"
#include "process/thread.h"
#include "record/arcs.h"
#include "record/block.h"
#include "record/modules.h"
#include "record/slot.h"
#include "record/snapshot.h"
#include "record/times.h"
#include "record/unload.h"
#include "sample/sampler.h"

#include <elf.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>

static bool executable_finished;

/* Without /proc: as the program was started. */
static void name_by_start(void)
{
	struct gprt_text t = gprt_text(gprt.exe, sizeof(gprt.exe));
	const char *name = (const char *)gprt_auxv(AT_EXECFN);

	if (!name)
		return;
	if (name[0] == '.' && name[1] == '/')
		name += 2;
	if (name[0] != '/') {
		gprt_put(&t, gprt.cwd);
		gprt_put_char(&t, '/');
	}
	gprt_put(&t, name);
}

static void find_names(const struct gprof_unit *unit)
{
	long n = gprt_syscall3(SYS_getcwd, (long)gprt.cwd, sizeof(gprt.cwd), 0);

	if (n <= 0)
		gprt.cwd[0] = 0;
	/*
	 * Run as an argument of the dynamic loader, /proc/self/exe is the loader.  Code is mapped
	 * from the program's file; the unit may be on a page of zeroes, which is from no file.
	 */
	if (!gprt_auxv(AT_BASE) && unit->executable &&
	    gprt_maps_path((uintptr_t)unit->tls, gprt.exe, sizeof(gprt.exe)))
		return;
	n = sys_readlink("/proc/self/exe", gprt.exe, sizeof(gprt.exe) - 1);
	gprt.exe[n > 0 ? n : 0] = 0;
	if (n <= 0)
		name_by_start();
}

/*
 * Someone set the base before us: the executable's code cannot count there.  No
 * matter for shared objects, in a namespace of dlmopen for example, whose executable
 * has another runtime.
 */
static void look_at_base(void)
{
	uintptr_t base = 0;

	if (gprt.state != GPRT_ON || gprt_base_get(&base) < 0 || !base)
		return;
	gprt_flag(GPROF_FILE_FOREIGN_GS);
	gprt_say("the program uses the gs base itself: ", "compile it with GPROF_PASS=bias=tls", "",
		 "");
	gprt.state = GPRT_OFF;
}

/* Bytes of a thread's block. */
static size_t span_of(const struct gprof_unit *unit)
{
	uintptr_t page = (uintptr_t)unit->cnt_start & ~(uintptr_t)(GPROF_PAGE - 1);

	return unit->cnt_start == unit->cnt_stop ? 0 : gprt_round((uintptr_t)unit->cnt_stop - page);
}

static void start(const struct gprof_unit *unit)
{
	gprt.state = GPRT_OFF;
	if (gprt_auxv(AT_SECURE))
		return;
	gprt.pid = sys_getpid();
	gprt_message_init();
	gprt_private_fds_init();
	gprt_options_read();
	if (!*gprt_options.pattern)
		return;
	find_names(unit);
	gprt_start_file(0, 0, span_of(unit));
	if (gprt_name.pool && gprt_options.memory)
		gprt_say("ignored 'memory': '", gprt_options.pattern,
			 "' adds processes up: ", "let GPROF_FILE name one for each process");
	if (gprt.state != GPRT_ON)
		return;
	gprt_base_init();
	gprt_safe_read_init();
	gprt_sampler_init(gprt_handler_entry());
	gprt_fork_init();
}

/*
 * Returns true if another copy of the unit is attached.  A link unit has several where objects were
 * joined by ld -r and their hidden symbols made local.
 */
static bool is_attached(const struct gprt_unit *u, uint32_t module)
{
	return u->index == module && !u->unloaded && !u->gone;
}

static bool executable_is_attached(void)
{
	for (const struct gprt_unit *u = gprt_units.first; u; u = u->next)
		if (u->executable)
			return true;
	return false;
}

/*
 * The unit's record, a new one unless it was loaded before.  Copies of a unit have one record:
 * they have one section of counters, and each has thread-locals of its own.
 */
static struct gprt_unit *take_unit(uint32_t module)
{
	struct gprt_unit *u;

	for (u = gprt_units.first; u; u = u->next)
		if (is_attached(u, module) || (u->unloaded && u->index == module))
			return u;
	u = gprt_heap(sizeof(*u));
	if (!u)
		return NULL;
	u->index = module;
	u->next = gprt_units.first;
	gprt_units.first = u;
	return u;
}

static void add_unit(struct gprof_unit *unit)
{
	uint32_t module = gprt_module_of(unit);
	struct gprt_unit *u = module == GPROF_NONE ? NULL : take_unit(module);

	if (!u)
		return;
	unit->index = module;
	unit->data = u;
	if (u->unit && is_attached(u, module)) {
		if (unit->early && !u->unit->early) /* its counts stayed in the section */
			gprt_counts_lost();
		return;
	}
	u->unit = unit;
	u->executable = unit->executable;
	u->gone = u->unloaded = false;
	u->start = (char *)unit->cnt_start;
	u->stop = (char *)unit->cnt_stop;
	u->cg_start = unit->cg_start;
	u->cg_stop = unit->cg_stop;
	u->page = (uintptr_t)u->start & ~(uintptr_t)(GPROF_PAGE - 1);
	u->span = span_of(unit);
	if (!u->executable) /* whoever merges is of the same program, mostly */
		gprt_cells_store(u);
}

static void attach_locked(void *of)
{
	struct gprof_unit *unit = of;

	if (gprt.state == GPRT_NEW)
		start(unit);
	if (unit->executable && !executable_is_attached())
		look_at_base();
	if (gprt.state == GPRT_ON) {
		gprt_modules_refresh();
		add_unit(unit);
	}
}

static void attach(struct gprof_unit *unit)
{
	gprt_fork_notice();
	gprt_modules_loaded();
	gprt_modules_locked(attach_locked, unit);
	if (unit->executable)
		gprt_register(unit, unit->tls());
}

static bool units_remain(void)
{
	for (const struct gprt_unit *u = gprt_units.first; u; u = u->next)
		if (!u->gone && !u->executable)
			return true;
	return false;
}

/*
 * A shared object goes, or the process ends: the runtime cannot know which.  What the
 * threads have of the unit stays, since its code may still run; a later refresh of the modules
 * shows it.  What is needed of the object itself is fetched now.  Destructors of shared objects run
 * after the executable's.
 */
static void detach(struct gprof_unit *unit)
{
	struct gprt_unit *u = unit->data;
	uint64_t mask;

	if (unit->executable) {
		gprt_finish();
	} else if (u && !u->carried && gprt_unit_counted(u)) {
		gprt_fork_notice();
		gprt_register(unit, unit->tls());
	}
	gprt_lock(&mask);
	if (unit->executable) {
		executable_finished = true;
	} else if (u) {
		gprt_cells_list(u);
		gprt_shared_store(u);
		u->gone = true;
	}
	if (executable_finished && !units_remain())
		gprt_end_pool();
	gprt_unlock(&mask);
}

/* A callback's first call in this thread. */
static __attribute__((noinline)) void first_call(struct gprt_view *v, uint64_t from,
						 uintptr_t caller)
{
	uintptr_t reg[GPRT_REGS];

	gprt_frame_here(reg);
	gprt_arc_count(v->thread, GPROF_ARC_CALLER, v->unit->index, from, caller);
	gprt_outer_record(v->thread, v->unit->index, from, caller, reg);
	__asm__ volatile("" : : "r"(reg) : "memory"); /* this frame stays until here */
}

static void enter(struct gprof_unit *unit, struct gprof_tls *tls, uint64_t *entry,
		  uintptr_t caller)
{
	struct gprt_view *v;

	if (!tls->view) {
		gprt_fork_notice();
		gprt_register(unit, tls);
	}
	if (tls->view <= GPROF_VIEW_OFF || !caller || !entry)
		return;
	v = gprt_view_of(tls);
	if (*(uint64_t *)((char *)entry + v->bias) || gprt_returns_from_signal(caller))
		return;
	first_call(v, (uint64_t)((char *)entry - v->unit->start), caller);
}

/*
 * The function that a target means.  A procedure within another, of Fortran or of GNU C, is
 * passed as the address of a few instructions on the stack, which set its frame and jump to it.
 */
static uintptr_t function_of(uintptr_t target)
{
	unsigned char code[GPRT_TRAMPOLINE_BYTES];
	uintptr_t function;

	if (gprt_safe_read(gprt_read_method(), code, target, sizeof(code)) != sizeof(code))
		return target;
	function = gprt_frame_trampoline(code);
	return function ? function : target;
}

/* A target stays in its cell: replacing it could be torn by a signal. */
static void indirect(struct gprof_unit *unit, struct gprof_tls *tls, uint64_t *cell,
		     uintptr_t target)
{
	struct gprt_view *v = gprt_view_of(tls);
	uint64_t none;

	(void)unit;
	target = function_of(target);
	for (unsigned i = 0; i < GPROF_CELL_WORDS; i += 2) {
		none = 0;
		if (!cell[i])
			__atomic_compare_exchange_n(&cell[i], &none, target, false,
						    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
		if (cell[i] == target) {
			gprt_increment(&cell[i + 1]);
			return;
		}
	}
	gprt_arc_count(v->thread, GPROF_ARC_INDIRECT, v->unit->index,
		       (uint64_t)((char *)cell - v->bias - v->unit->start), target);
}

/* mode=call: the first call by one that is not instrumented. */
static __attribute__((noinline)) void call_from_outside(struct gprt_thread *t, uintptr_t from,
							uintptr_t self)
{
	uintptr_t reg[GPRT_REGS];

	gprt_frame_here(reg);
	gprt_outer_record(t, GPROF_NONE, self, from, reg);
	__asm__ volatile("" : : "r"(reg) : "memory");
}

static void call(struct gprof_unit *unit, struct gprof_tls *tls, uintptr_t from, uintptr_t self)
{
	struct gprt_thread *t = gprt_view_of(tls)->thread;

	(void)unit;
	if (gprt_arc_count(t, GPROF_ARC_CALL, GPROF_NONE, from, self) && !gprt_outer_counts(from))
		call_from_outside(t, from, self);
}

static int control(uint32_t kind, const char *name)
{
	if (kind == GPROF_CONTROL_HEAP)
		return gprt_heap_serve((struct gprof_heap_service *)name);
	if (kind == GPROF_CONTROL_PIECES)
		return gprt_heap_pieces((struct gprof_heap_pieces *)name);
	return gprt_snapshot(kind, name);
}

#define OPERATIONS                                                                                 \
	{                                                                                          \
		GPROF_ABI_VERSION, GPROF_RUNTIME_SIZE, attach, detach, enter, indirect, call,      \
			control, gprt_process, GPROF_RUNTIME_PACKED | GPROF_RUNTIME_TIMES,   \
			&times                                                                     \
	}

static const struct gprof_times times = { gprt_time_enter, gprt_time_leave };

/* Twice: the note's offset must not be to a symbol that can be preempted. */
extern GPRT_HIDDEN const struct gprof_runtime gprt_runtime;
const struct gprof_runtime gprt_runtime = OPERATIONS;
__attribute__((visibility("default"))) const struct gprof_runtime __gprof_runtime = OPERATIONS;

/*
 * The note by which other link units find the runtime of the executable; as assembly in a function,
 * which bitcode can carry.
 */
GPRT_HIDDEN void gprt_note(void);
__attribute__((used, naked)) void gprt_note(void)
{
	__asm__(".pushsection " GPROF_NOTE_SECTION ",\"a\",@note\n\t"
		".balign 4\n\t"
		".long 2f - 1f, 4f - 3f, 1\n"
		"1:\t.asciz \"" GPROF_NOTE_NAME "\"\n"
		"2:\t.balign 4\n"
		"3:\t.quad %c0 - .\n"
		"4:\t.popsection\n\t"
		"ret"
		:
		: "i"(&gprt_runtime));
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * init.c - the runtime's interface (abi.h), its start and its end.
 *
 * The first unit that attaches starts the runtime; that may be the one of a
 * shared object, whose constructors run before the executable's.  When anything
 * needed cannot be had the state is GP_OFF: every thread is told so once, by
 * GPROF_VIEW_OFF, and the program runs on uncounted.
 */
#include "internal.h"

struct gp_process gp;
__thread struct gp_thread *gp_self;

/* A futex lock.  Its holder has all signals blocked, so handlers may take it. */
void gp_lock_word(uint32_t *lock)
{
	if (gp_try_word(lock))
		return;
	while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0)
		sys_futex(lock, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 2);
}

/* The same without waiting: whether it was free. */
bool gp_try_word(uint32_t *lock)
{
	uint32_t free = 0;

	return __atomic_compare_exchange_n(lock, &free, 1, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

void gp_unlock_word(uint32_t *lock)
{
	if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2)
		sys_futex(lock, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1);
}

void gp_lock(uint64_t *mask)
{
	sys_block(mask);
	gp_lock_word(&gp.lock);
}

void gp_unlock(const uint64_t *mask)
{
	gp_unlock_word(&gp.lock);
	sys_unblock(mask);
}

void gp_lose(enum gprof_loss what)
{
	if (gp.header)
		__atomic_fetch_add(&gp.header->lost[what], 1, __ATOMIC_RELAXED);
}

void gp_flag(uint32_t flag)
{
	if (gp.header)
		__atomic_fetch_or(&gp.header->flags, flag, __ATOMIC_RELAXED);
}

/* The arguments by single spaces; spaces and backslashes within them escaped. */
static void put_command_line(struct gp_text *t)
{
	char *s = gp.scratch + GP_PATH;
	long n = gp_read_file("/proc/self/cmdline", s, GP_PATH);

	for (long i = 0; i < n - 1; i++) {
		if (s[i] == ' ' || s[i] == '\\')
			gp_put_char(t, '\\');
		if (s[i] == '\n')
			gp_put(t, "\\n");
		else
			gp_put_char(t, s[i] ? s[i] : ' ');
	}
}

static void put_value(struct gp_text *t, const char *key, const char *value)
{
	gp_put(t, key);
	gp_put(t, value);
}

/* Ends a NUL-terminated string of several in one buffer. */
static void next_string(struct gp_text *t)
{
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

static void write_process(void)
{
	struct gp_text t = gp_text(gp.scratch + 2 * GP_PATH, 2 * GP_PATH);
	struct gprof_area *area;
	char *to, *start = t.at;
	char host[256];
	long n = gp_read_file("/proc/sys/kernel/hostname", host, sizeof(host) - 1);
	uint64_t offset;

	host[n > 0 ? n - (host[n - 1] == '\n') : 0] = 0;
	put_value(&t, "exe=", gp.exe);
	next_string(&t);
	put_value(&t, "cwd=", gp.cwd);
	next_string(&t);
	put_value(&t, "host=", host);
	next_string(&t);
	gp_put(&t, "cmdline=");
	put_command_line(&t);
	next_string(&t);
	to = gp_file_alloc((size_t)(t.at - start), &offset);
	area = to ? gp_file_area(offset, (uint64_t)(t.at - start)) : NULL;
	if (!area)
		return;
	gp_copy(to, start, (size_t)(t.at - start));
	gp_file_publish(area, GPROF_AREA_PROCESS);
}

static uint64_t new_run_id(void)
{
	uint64_t id = 0;

	if (gp.pool)
		return gp_pool_run();
	gp_syscall3(SYS_getrandom, (long)&id, sizeof(id), 1 /* GRND_NONBLOCK */);
	return id ^ sys_clock(CLOCK_REALTIME) ^ (uint64_t)gp.pid << 40;
}

static void fill_header(struct gprof_file_header *h, uint64_t run_id, uint32_t depth)
{
	h->version = GPROF_FILE_VERSION;
	h->byte_order = GPROF_BYTE_ORDER;
	h->pointer_size = sizeof(void *);
	h->pid = (uint32_t)gp.pid;
	h->ppid = (uint32_t)gp_syscall3(SYS_getppid, 0, 0, 0);
	h->run_id = run_id ? run_id : new_run_id();
	h->fork_depth = depth;
	h->period_ns = gp.rate ? 1000000000u / gp.rate : 0;
	h->start_ns = sys_clock(CLOCK_REALTIME);
	h->monotonic_ns = sys_clock(CLOCK_MONOTONIC);
	h->snapshot_limit = (uint64_t)gp.snapshots << 20;
}

/* The one line about it, whatever comes of it at the end. */
static void say_no_file(long error)
{
	char why[128];
	struct gp_text t = gp_text(why, sizeof(why));

	gp_put(&t, gp_error_name(error));
	gp_put(&t, gp.header ? ": counting in memory, to be written at exit if it can be; "
			       "GPROF_FILE names another file" :
			       "");
	gp_say("cannot create '", gp.path, "': ", why);
}

/* Starts a file; state becomes GP_ON or GP_OFF.  A run_id of 0: a new one. */
void gp_start_file(uint64_t run_id, uint32_t depth)
{
	static const uint64_t magic = 0x564c4c666f727067; /* GPROF_MAGIC, little-endian */
	long error = gp_file_create();

	if (error < 0)
		say_no_file(error);
	gp.state = gp.header ? GP_ON : GP_OFF;
	if (!gp.header)
		return;
	fill_header(gp.header, run_id, depth);
	write_process();
	gp_tick_start();
	if (gp.paused)
		gp_snapshot_first();
	__atomic_store_n((uint64_t *)gp.header->magic, magic, __ATOMIC_RELEASE);
	if (gp.verbose && !gp.in_memory)
		gp_say("writing '", gp.path, "'", "");
}

static void find_names(const struct gprof_unit *unit)
{
	long n = gp_syscall3(SYS_getcwd, (long)gp.cwd, sizeof(gp.cwd), 0);

	if (n <= 0)
		gp.cwd[0] = 0;
	/* Run as an argument of the dynamic loader, /proc/self/exe is the loader. */
	if (!gp_auxv(AT_BASE) && unit->executable &&
	    gp_maps_path((uintptr_t)unit, gp.exe, sizeof(gp.exe)))
		return;
	n = sys_readlink("/proc/self/exe", gp.exe, sizeof(gp.exe) - 1);
	gp.exe[n > 0 ? n : 0] = 0;
}

/*
 * Someone set the base before us: the executable's code cannot count there.  No
 * matter for shared objects, in a namespace of dlmopen for example, whose executable
 * has another runtime.
 */
static void look_at_base(void)
{
	uintptr_t base = 0;

	if (gp.state != GP_ON || gp_base_get(&base) < 0 || !base)
		return;
	gp_flag(GPROF_FILE_FOREIGN_GS);
	gp_say("the program uses the gs base itself: ", "compile it with GPROF_PASS=bias=tls", "",
	       "");
	gp.state = GP_OFF;
}

static void start(const struct gprof_unit *unit)
{
	gp.state = GP_OFF;
	if (gp_auxv(AT_SECURE))
		return;
	gp.pid = sys_getpid();
	gp.pid_namespace = gp_thread_namespace();
	gp_message_init();
	gp_apart_init();
	gp_options_read();
	if (!*gp.pattern)
		return;
	find_names(unit);
	gp_start_file(0, 0);
	if (gp.state != GP_ON)
		return;
	gp_base_init();
	gp_peek_init();
	gp_sampling_init();
	gp_fork_init();
}

/* The unit's record, a new one unless it was loaded before. */
static struct gp_unit *take_unit(uint32_t module)
{
	struct gp_unit *u;

	for (u = gp.units; u; u = u->next)
		if (u->unloaded && u->index == module)
			return u;
	u = gp_heap(sizeof(*u));
	if (!u)
		return NULL;
	u->index = module;
	u->next = gp.units;
	gp.units = u;
	return u;
}

static void add_unit(struct gprof_unit *unit)
{
	uint32_t module = gp_module_of(unit);
	struct gp_unit *u = module == GPROF_NONE ? NULL : take_unit(module);

	if (!u)
		return;
	u->executable = unit->executable;
	u->gone = u->unloaded = false;
	u->start = (char *)unit->cnt_start;
	u->stop = (char *)unit->cnt_stop;
	u->cg_start = unit->cg_start;
	u->cg_stop = unit->cg_stop;
	u->page = (uintptr_t)u->start & ~(uintptr_t)(GPROF_PAGE - 1);
	if (u->start != u->stop)
		u->span = gp_round((uintptr_t)u->stop - u->page);
	unit->index = module;
	unit->data = u;
	gp_cells_store(u);
}

static void attach(struct gprof_unit *unit)
{
	uint64_t mask;

	gp_fork_notice();
	gp_lock(&mask);
	if (gp.state == GP_NEW)
		start(unit);
	if (unit->executable)
		look_at_base();
	if (gp.state == GP_ON) {
		gp_modules_refresh();
		add_unit(unit);
	}
	gp_unlock(&mask);
	if (unit->executable)
		gp_register(unit, unit->tls());
}

/* What the end takes, from 'start' on, is not the program's: the next sample, of a destructor
   or of our last system call, does not weigh it.  Signals blocked. */
static void leave_out_end(uint64_t start)
{
	struct gp_thread *t = gp_self;

	if (!t || !gp.sampling)
		return;
	t->cpu_ns += (int64_t)(sys_clock(CLOCK_THREAD_CPUTIME_ID) - start);
	t->system_ns = gp_system_time();
}

static void end_pool(void)
{
	uint64_t start = sys_clock(CLOCK_THREAD_CPUTIME_ID);

	gp_pool_end();
	leave_out_end(start);
}

void gp_finish(void)
{
	struct rusage usage;
	uint64_t mask, start;

	sys_block(&mask);
	if (gp.state == GP_ON && gp_self)
		gp_sampling_rest(gp_self);
	sys_unblock(&mask);
	gp_lock(&mask);
	start = sys_clock(CLOCK_THREAD_CPUTIME_ID);
	if (gp.state == GP_ON && gp.pid == sys_getpid()) {
		gp_modules_refresh();
		gp_thread_names();
		for (const struct gp_unit *u = gp.units; u; u = u->next)
			gp_shared_store(u);
		if (sys_getrusage(RUSAGE_SELF, &usage) >= 0) {
			gp.header->user_ns = sys_timeval_ns(&usage.ru_utime);
			gp.header->system_ns = sys_timeval_ns(&usage.ru_stime);
		}
		gp.header->end_ns = sys_clock(CLOCK_REALTIME);
		gp_memory_store();
	}
	leave_out_end(start);
	gp_unlock(&mask);
}

/* The end of everything: no code of a unit that is known of will run. */
void gp_end(void)
{
	uint64_t mask;

	gp_finish();
	gp_lock(&mask);
	end_pool();
	gp_unlock(&mask);
}

static bool units_remain(void)
{
	for (const struct gp_unit *u = gp.units; u; u = u->next)
		if (!u->gone && !u->executable)
			return true;
	return false;
}

/*
 * A shared object goes, or the process ends: it cannot be told which.  What the
 * threads have of the unit stays, since its code may still run; a later refresh
 * of the modules tells.  What is needed of the object itself is fetched now.
 * Destructors of shared objects run after those of the executable.
 */
static void detach(struct gprof_unit *unit)
{
	struct gp_unit *u = unit->data;
	uint64_t mask;

	if (unit->executable)
		gp_finish();
	else if (u && !u->carried && gp_unit_counted(u))
		gp_register(unit, unit->tls());
	gp_lock(&mask);
	if (unit->executable) {
		gp.finished = true;
	} else if (u) {
		gp_cells_list(u);
		gp_shared_store(u);
		u->gone = true;
	}
	if (gp.finished && !units_remain())
		end_pool();
	gp_unlock(&mask);
}

static void enter(struct gprof_unit *unit, struct gprof_tls *tls, uint64_t *entry,
		  uintptr_t caller)
{
	struct gp_view *v;

	if (!tls->view)
		gp_register(unit, tls);
	if (tls->view <= GPROF_VIEW_OFF || !caller || !entry)
		return;
	v = gp_view_of(tls);
	if (*(uint64_t *)((char *)entry + v->bias) || gp_returns_from_signal(caller))
		return;
	gp_arc_count(v->thread, GPROF_ARC_CALLER, v->unit->index,
		     (uint64_t)((char *)entry - v->unit->start), caller);
}

/* A target stays in its cell: replacing it could be torn by a signal. */
static void indirect(struct gprof_unit *unit, struct gprof_tls *tls, uint64_t *cell,
		     uintptr_t target)
{
	struct gp_view *v = gp_view_of(tls);
	uint64_t none;

	(void)unit;
	for (unsigned i = 0; i < GPROF_CELL_WORDS; i += 2) {
		none = 0;
		if (!cell[i])
			__atomic_compare_exchange_n(&cell[i], &none, target, false,
						    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
		if (cell[i] == target) {
			gp_increment(&cell[i + 1]);
			return;
		}
	}
	gp_arc_count(v->thread, GPROF_ARC_INDIRECT, v->unit->index,
		     (uint64_t)((char *)cell - v->bias - v->unit->start), target);
}

static void call(struct gprof_unit *unit, struct gprof_tls *tls, uintptr_t from, uintptr_t self)
{
	(void)unit;
	gp_arc_count(gp_view_of(tls)->thread, GPROF_ARC_CALL, GPROF_NONE, from, self);
}

#define OPERATIONS                                                                                 \
	{                                                                                          \
		GPROF_ABI_VERSION, sizeof(struct gprof_runtime), attach, detach, enter, indirect,  \
			call, gp_snapshot, gp_process                                              \
	}

/* Twice: the note's offset must not be to a symbol that can be preempted. */
extern GP_HIDDEN const struct gprof_runtime gp_runtime;
const struct gprof_runtime gp_runtime = OPERATIONS;
__attribute__((visibility("default"))) const struct gprof_runtime __gprof_runtime = OPERATIONS;

/*
 * The note by which other link units find the runtime of the executable; as
 * assembly in a function, which is what bitcode can carry.
 */
GP_HIDDEN void gp_note(void);
__attribute__((used, naked)) void gp_note(void)
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
		: "i"(&gp_runtime));
}

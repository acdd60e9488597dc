/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * internal.h - what the files of the runtime share.
 *
 * One process has one 'gp'.  Everything in it changes under gp_lock, which is
 * held only with all signals blocked; what a thread owns (its tables, its block)
 * is written by that thread alone, without the lock.
 *
 * Order of calls: attach() of the first unit initialises (init.c); register
 * makes a thread known in a unit (thread.c); then enter, indirect, call and
 * samples record.  Memory is never freed: a finished thread's goes to the next.
 */
#ifndef GPROF_RT_INTERNAL_H
#define GPROF_RT_INTERNAL_H

#include "base/peek.h"
#include "base/sys.h"

#include <elf.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <stdbool.h>

#define GP_PATH 4096

/*
 * The runtime's record of a link unit; outlives the link unit itself, and is used
 * again when the same one is loaded again.
 */
struct gp_unit {
	struct gp_unit *next;
	uint32_t index;     /* of its module */
	bool executable;    /* counts through the base: bias must be >= 0 */
	bool carried;       /* the counts made before have been carried over */
	bool gone;          /* its destructor has run: gprof_cnt may be unmapped */
	bool unloaded;      /* it is known to be unloaded: there are no blocks */
	char *start, *stop; /* its gprof_cnt */
	const char *cg_start, *cg_stop; /* its gprof_cg, mapped unless 'gone' */
	uint32_t *cells;    /* its indirect sites: offsets in gprof_cnt, in bytes */
	uint32_t ncells;
	bool listed;        /* 'cells' is complete */
	bool stored;        /* and in the file, which is of a pool */
	uintptr_t page;     /* start, rounded down to a page */
	size_t span;        /* bytes of whole pages it takes, 0: no counters */
	struct gp_view *shared; /* the view of all threads when bias must be 0 */
};

/* A thread in a unit; gprof_tls.view is its address plus 1. */
struct gp_view {
	struct gprof_view_head head; /* what the unit sees; first */
	struct gp_view *next; /* of the same thread */
	struct gp_thread *thread;
	struct gp_unit *unit;
	uintptr_t block;    /* address of its pages; 0: bias 0, the section */
	uint64_t offset;    /* of the pages in the file, 0: they are not its own */
	bool placed;        /* there is a place to count; not while the unit is unloaded */
	char *image;        /* bias 0: where the section is copied to at the end */
	int64_t bias;
};

/* The view of a thread that has entered and is recorded: abi.h sets bit 0. */
static inline struct gp_view *gp_view_of(const struct gprof_tls *tls)
{
	return (struct gp_view *)(tls->view - 1);
}

/* A table in the file, and what only its writer needs. */
struct gp_table {
	struct gprof_table *table; /* newest one, NULL before the first entry */
	uint64_t used;             /* entries taken in it */
	bool full;                 /* no larger one could be had */
};

/* A thread's arcs, and what only their writer needs. */
struct gp_arcs {
	struct gprof_arcs *newest; /* NULL before the first entry */
	uint64_t used;             /* entries taken in it */
	bool full;                 /* no larger one could be had */
};

/* Samples of a thread slot and the frames of their stacks; one writer. */
struct gp_tally {
	struct gp_table samples;
	struct gp_table frames;
	uint32_t thread;   /* index of the slot */
	uint32_t first_id; /* of its frames: both tallies of a slot share the ids */
};
#define GP_FIRST_RUNNING 1u
#define GP_FIRST_WAITING 0x80000001u

/* Of a sample's flags, never in the file: there is no room for its stack now (table.c). */
#define GP_SAMPLE_LATER 0x80000000u

/* What the thread of wait.c saw of a thread last. */
struct gp_wait {
	int tid;          /* of the thread seen, 0: none */
	bool blocked;     /* 'key' is where it waited */
	uint64_t seen_ns; /* when, monotonic */
	uint64_t cpu_ns;  /* its CPU time then */
	struct gprof_sample key;
};

#define GP_ALL_CALLS 256u

/* Whether the timer takes samples although there could be an event. */
#define GP_TICKS_AUTO 0u
#define GP_TICKS_NEVER 1u
#define GP_TICKS_ALWAYS 2u

struct gp_thread {
	struct gp_thread *next;
	struct gprof_thread *record; /* in the file */
	struct gp_view *views;
	struct gp_arcs arcs;
	struct gp_tally running; /* written by its sample handler */
	struct gp_tally waiting; /* written by the thread of wait.c */
	struct gp_wait wait;
	struct gp_stack *stack; /* stack.c: what walks need, NULL before the first */
	uint32_t index;
	int tid;            /* of the thread that has, or last had, the slot;
			       0: none, and the slot is in gp.free_threads */
	int pid;            /* that it has itself: not gp.pid if made without CLONE_THREAD */
	bool hidden;        /* it is in another pid namespace: it cannot be seen to be gone */
	struct gp_thread *next_free; /* in gp.free_threads */
	uintptr_t event;    /* the page that holds its event, 0: none; see event.c */
	bool had_event;     /* signals of one may come */
	bool alone;         /* the last attempt to open one needed no helper */
	int64_t run_end;    /* CPU time at which another interval is due */
	int64_t signals_end; /* CPU time before which the event has signals left */
	int timer;          /* -1: none; in place of the event, or beside it for ticks */
	bool young;         /* there is no event yet: it is opened at the first tick */
	bool spared;        /* there is no event though there could be: the timer samples */
	uint32_t holds;     /* times that the event went because of a call, in this window */
	uint32_t watched;   /* ticks to be looked at from now on */
	int64_t looked_ns;  /* CPU time at the last tick looked at */
	uint32_t calls;     /* share of ticks in system calls, of late; of GP_ALL_CALLS */
	uintptr_t call_pc;  /* where the last of these returned to, 0: none yet */
	uint32_t call_epoch; /* in which that is */
	uint32_t in_calls;  /* ticks in system calls, of a longer time, in 1/256 */
	int64_t surplus;    /* of the same time: ns missed by the event beyond these ticks */
	int64_t aside;      /* ns up to cpu_ns in no sample yet; negative: in one too many */
	int64_t cpu_ns;     /* CPU time accounted so far, of the present thread;
			       at its start minus what its first sample adds */
	bool first;         /* its first sample is still to come */
	uint64_t system_ns; /* kernel CPU time accounted so far */
	uint64_t interval;  /* CPU time between samples at present, ns */
	uint64_t period;    /* that the interval was drawn for */
	uint64_t asked;     /* period of the last attempt to change it */
	uint32_t step;      /* of the budget, that the period is of */
	uint64_t due_ns;    /* monotonic time of the event's next interrupt, 0: not known */
	uint32_t equal;     /* intervals of that length still to come, by the timer */
	bool opened;        /* all is blocked but our signal, which the program thinks is */
	bool kept;          /* the program was sent it meanwhile: it stays blocked */
	bool waits;         /* in a call of gp_wait_before */
	bool taken_over;    /* the signal is the program's, and sent by us no more */
	uint64_t random;    /* state of the generator, never 0 */
	uint32_t samples_taken;
	uint32_t skip;      /* every 2^skip-th sample takes a stack */
	uint64_t window_handler, window_cpu; /* of the record, at the window's start */
	uint64_t window_switches; /* times that the thread had left its processor then */
};

/* A mapping that can be enlarged; 'at' is NULL before the first time. */
struct gp_memory {
	char *at;
	size_t size; /* bytes */
};

/* A part of the file that is mapped, or anonymous memory for one; see space.c. */
struct gp_window {
	struct gp_window *older; /* made before; a newer one holds if both have an offset */
	uint64_t offset;         /* in the file, whole pages */
	size_t size;             /* bytes, whole pages */
	char *at;
};

enum gp_state { GP_NEW, GP_ON, GP_OFF };

struct gp_process {
	uint32_t lock;      /* 0 free, 1 taken, 2 taken and waited for */
	uint32_t state;     /* enum gp_state */
	int pid;
	uint64_t pid_namespace; /* the inode of it, 0: not known */
	struct gp_unit *units;
	struct gp_thread *threads;
	struct gp_thread *probe; /* next slot to look at for recycling */
	struct gp_thread *free_threads; /* slots known to be without a thread */
	uint32_t nthreads;
	uint32_t sweep_at;  /* number of slots at which all are looked at */
	bool finished;      /* the executable has ended */
	bool have_wrgsbase;
	bool no_base;       /* the base cannot be set */
	uint64_t fork_mask; /* signal mask of the thread that forks */
	uint32_t *origin;   /* 1; 0 in a forked child that does not know it yet; a
			       page of its own, NULL if the kernel cannot do that */

	/* message.c: the standard error that the process was started with */
	bool has_stderr;
	dev_t stderr_dev;
	ino_t stderr_ino;

	/* options.c */
	const char *pattern; /* of the file's name; "" is off */
	unsigned rate;      /* samples per second of CPU time, 0: none */
	bool automatic;     /* that at first, and fewer later */
	unsigned stacks;    /* 1: samples have call stacks */
	unsigned verbose;   /* 1: say what file is written */
	unsigned paused;    /* 1: nothing is recorded until it is started */
	unsigned snapshots; /* MB that they may take */
	unsigned every;     /* ms between snapshots taken by themselves, 0: none */

	/* file.c */
	int fd;             /* of the profile file, -1: none */
	dev_t dev;
	ino_t ino;
	char path[GP_PATH]; /* absolute name of the file */
	struct gprof_file_header *header;
	struct gprof_directory *directory; /* the last one */
	uint32_t entries;   /* taken in it */
	char *extent, *extent_end; /* free part of the mapped extent */
	uint64_t extent_offset;    /* file offset of 'extent' */
	char *heap, *heap_end;     /* free part of anonymous memory */
	unsigned pool;      /* members, 0: the file is no part of a pool */
	char member[GP_PATH]; /* absolute name of the one to merge into */
	uint32_t number_at, number_end; /* in 'member', of its number */
	bool in_memory;     /* there is no file: see memory.c */

	/* space.c, apart.c */
	struct gp_window *windows; /* of the file, or of the one to be; the newest first */
	uint64_t length;    /* bytes of the file, holes included */
	bool reserved;      /* the file has been made longer, because a right is given up */
	uintptr_t above;    /* where to look first for room above the executable */
	bool was_unconfined; /* there was no seccomp filter at the start */
	bool filters;       /* the program has come to set a filter: there is no helper any more */
	bool shares_table;  /* another process may share the table of descriptors */
	uint32_t apart_lock; /* of the helper with a table of its own; a leaf */
	bool stuck;         /* a helper was given up, and may still live: there is no other */

	/* modules.c */
	struct gp_module *modules;
	uint32_t nmodules;
	uint32_t epoch;
	char exe[GP_PATH];  /* absolute path of the executable */
	char cwd[GP_PATH];
	char scratch[4 * GP_PATH]; /* for names and /proc files, under the lock */

	/* budget.c */
	uint64_t ran_ns;       /* CPU time that samples stand for */
	uint64_t spent_ns;     /* CPU time that samples took */
	int64_t price_ns;      /* mean of what one took of late */
	uint64_t interrupt_ns; /* mean of what the interrupt takes, 0: not measured yet */
	uint32_t step;         /* of the period; 0 is the first */
	uint64_t period_ns;    /* of that step */

	/* sampling.c, clock.c */
	bool sampling;
	bool below;         /* a thread's alternate stack is, or may be, too small for a sample:
			       samples are taken on the stacks that run */
	bool small;         /* one was */
	int signal;         /* that samples come by */
	uintptr_t handler;  /* of it */
	bool ignored;       /* the program thinks that the signal is: SIGURG only */
	bool gave;          /* the program has taken the signal for itself once */
	bool reads_signals; /* it may read signals from a descriptor */
	bool opens;         /* some thread is, or was, opened */
	int (*find_object)(void *, void *); /* libc's _dl_find_object, or NULL */
	uint32_t events;    /* open */
	bool no_events;     /* the kernel refuses them */
	unsigned ticks;     /* option: GP_TICKS_* */
	uint64_t switch_ns; /* what leaving its processor and coming back costs an event; 0:
			       not measured yet */
	int64_t life_ns;    /* CPU time of the threads that ended of late, about */

	uintptr_t stack_start; /* of the first thread; 0: not asked, or not known */
	uintptr_t entry;       /* where the program's code began; as stack_start */

	/* peek.c */
	enum gp_peek peek;  /* how memory is read */
	bool peek_filtered; /* a seccomp filter was there when it was tried */

	/* wait.c */
	unsigned wall;      /* option: 1: samples tell of waiting too */
	uint32_t waiter;    /* 1: its thread runs */
	struct gp_stack *wait_stack;

	uint64_t tick_ns;   /* what GPROF_CLOCK_TIMER is bound to */
	bool spares_calls;  /* no system call fails by a signal of a CPU timer */

	/* snapshot.c, under its own lock, which is taken before the other */
	uint32_t snapshot_lock;
	struct gp_memory image;   /* the profile file, to be read */
	struct gp_memory shadow;  /* the counts of 'base', each at its file offset */
	struct gp_memory content; /* of the snapshot being made */
	uint64_t base;            /* file offset of our last snapshot, 0: none */

	/* tick.c */
	uint64_t every_due;       /* CLOCK_MONOTONIC of the next tick, all ones: none */
	unsigned every_doubled;   /* times that ticks were too dear for their interval */
};

extern GP_HIDDEN struct gp_process gp;
extern GP_HIDDEN __thread struct gp_thread *gp_self; /* NULL: not registered */

/* CPU time between samples on average, at present, ns. */
static inline uint64_t gp_period(void)
{
	return __atomic_load_n(&gp.period_ns, __ATOMIC_RELAXED);
}

/* The same at the start of the process: the shortest. */
static inline uint64_t gp_first_period(void)
{
	return gp.header->period_ns;
}

/* Whether signals may come; another thread may have ended that. */
static inline bool gp_is_sampling(void)
{
	return __atomic_load_n(&gp.sampling, __ATOMIC_SEQ_CST);
}

/* Whether a thread's samples come from its event. */
static inline bool gp_is_precise(const struct gp_thread *t)
{
	return t->event != 0;
}

/* base.c and handler.c of each architecture */

/*
 * The thread's counting base (GS), where there is one: else it is never in use, and to set
 * it does nothing.  get: -errno on failure; init chooses the instruction or the system call.
 */
GP_HIDDEN void gp_base_init(void);
GP_HIDDEN int gp_base_get(uintptr_t *base);
GP_HIDDEN int gp_base_set(uintptr_t base);

/*
 * What the kernel is to call as the handler: gp_handle, or what makes all memory accessible
 * before it, where there are protection keys.
 */
GP_HIDDEN uintptr_t gp_handler_entry(void);

/* Returns from a signal handler; the bytes are known to unwinders. */
GP_HIDDEN void gp_restorer(void);

/* Calls f(a, b) on the stack that ends at 'top', a multiple of 16. */
GP_HIDDEN void gp_on_stack(void *top, void (*f)(void *a, const void *b), void *a, const void *b);

/*
 * Starts a thread of this process that libc does not know, on the stack that ends
 * at 'top': f must not return and not use thread-local variables, which are
 * those of the caller.  Its signal mask is the caller's.  When the thread ends the kernel
 * clears '*lives', unless that is NULL, and wakes who waits for it.  The kernel's result.
 */
GP_HIDDEN long gp_thread_make(void *top, void (*f)(void), uint32_t *lives);

/* process.c; try: without waiting, whether it was free */
GP_HIDDEN void gp_lock(uint64_t *mask);
GP_HIDDEN void gp_unlock(const uint64_t *mask);
GP_HIDDEN void gp_lock_word(uint32_t *lock);
GP_HIDDEN bool gp_try_word(uint32_t *lock);
GP_HIDDEN void gp_unlock_word(uint32_t *lock);
GP_HIDDEN void *gp_heap(size_t size);

/* begin.c, finish.c */
GP_HIDDEN void gp_start_file(uint64_t run_id, uint32_t depth);
GP_HIDDEN void gp_finish(void);
GP_HIDDEN void gp_end(void);
GP_HIDDEN void gp_end_pool(void);

/* text.c: strings without libc, files of the system, auxiliary vector, environment */
struct gp_text {
	char *at, *end; /* *at is NUL; room for end - at more bytes, NUL included */
};
GP_HIDDEN size_t gp_length(const char *s);
GP_HIDDEN bool gp_equal(const char *a, const char *b);
GP_HIDDEN struct gp_text gp_text(char *buffer, size_t size);
GP_HIDDEN void gp_put(struct gp_text *t, const char *s);
GP_HIDDEN void gp_put_char(struct gp_text *t, char c);
GP_HIDDEN void gp_put_number(struct gp_text *t, uint64_t n);
GP_HIDDEN const char *gp_error_name(long error);
GP_HIDDEN unsigned long gp_auxv(unsigned long type);
GP_HIDDEN const char *gp_environment(const char *name);
GP_HIDDEN long gp_open_system(const char *path);
GP_HIDDEN long gp_read_file(const char *path, char *to, size_t size);

/* message.c */
GP_HIDDEN void gp_message_init(void);
GP_HIDDEN void gp_say(const char *a, const char *subject, const char *b, const char *c);

/* options.c */
GP_HIDDEN void gp_options_read(void);

/* name.c; open_new: the descriptor, a negative error on failure */
GP_HIDDEN const char *gp_file_ending(void);
GP_HIDDEN long gp_file_open_new(void);
GP_HIDDEN void gp_pool_suffix(struct gp_text *t);
GP_HIDDEN uint64_t gp_pool_run(void);
GP_HIDDEN uint64_t gp_pool_start_time(const char *stat);

/* descriptor.c: a negative error on failure */
GP_HIDDEN long gp_file_open(uint64_t size);
GP_HIDDEN void gp_file_remove(void);
GP_HIDDEN long gp_file_reopen(void);
GP_HIDDEN long gp_file_space(uint64_t offset, uint64_t size);
GP_HIDDEN long gp_open_own(const char *path, int flags);
GP_HIDDEN void gp_file_close(void);
GP_HIDDEN int gp_pool_claim(int fd);

/* file.c */
GP_HIDDEN long gp_file_create(void);
GP_HIDDEN void *gp_file_alloc(size_t size, uint64_t *offset);
GP_HIDDEN struct gprof_area *gp_file_area(uint64_t offset, uint64_t size);
GP_HIDDEN void gp_file_publish(struct gprof_area *area, enum gprof_area_type type);
GP_HIDDEN void gp_lose(enum gprof_loss what);
GP_HIDDEN void gp_flag(uint32_t flag);

/* space.c: the file's pages in memory */
GP_HIDDEN long gp_space_start(size_t size);
GP_HIDDEN void gp_space_started(void);
GP_HIDDEN void *gp_space_take(size_t size, uintptr_t above, uint64_t *offset);
GP_HIDDEN bool gp_space_place(uintptr_t at, size_t size, uint64_t offset);
GP_HIDDEN void *gp_space_at(uint64_t offset);
GP_HIDDEN char *gp_space_image(size_t size);
GP_HIDDEN void gp_space_reserve(void);

/* apart.c */
enum gp_apart {
	GP_APART_SURELY, /* waits for its turn; on the program's numbers rather than not at all */
	GP_APART_STRICT, /* never waits for a turn, never on numbers that others can see */
};
GP_HIDDEN void gp_apart_init(void);
GP_HIDDEN void gp_apart_end(void);
GP_HIDDEN long gp_apart(long (*f)(void *), void *a, enum gp_apart how, bool *alone);

/* flush.c */
GP_HIDDEN bool gp_flush_matters(void);

/* memory.c: the profile without a file */
GP_HIDDEN void gp_memory_store(void);

/* pool.c */
GP_HIDDEN bool gp_pool_is_due(void);
GP_HIDDEN void gp_pool_end(void);

/* maps.c: the address space */
GP_HIDDEN uintptr_t gp_stack_start(void);
GP_HIDDEN bool gp_maps_path(uintptr_t address, char *to, size_t size);
GP_HIDDEN uintptr_t gp_maps_gap(uintptr_t above, size_t size);

/* modules.c */
GP_HIDDEN void gp_modules_refresh(void);
GP_HIDDEN uint32_t gp_module_of(const struct gprof_unit *unit);
GP_HIDDEN void gp_modules_forked(void);
GP_HIDDEN const struct gprof_module *gp_module_record(uint32_t index);
struct gp_object;
GP_HIDDEN bool gp_module_tables(uintptr_t pc, struct gp_object *o);

/* thread.c; a forked child has been noticed before */
GP_HIDDEN void gp_register(struct gprof_unit *unit, struct gprof_tls *tls);

/* slot.c */
GP_HIDDEN int gp_thread_record(struct gp_thread *t);
GP_HIDDEN void gp_thread_name(const struct gp_thread *t);
GP_HIDDEN void gp_thread_names(void);
GP_HIDDEN bool gp_thread_gone(const struct gp_thread *t);
GP_HIDDEN uint64_t gp_thread_namespace(void);

/* block.c */
GP_HIDDEN int gp_view_place(struct gp_view *v);
GP_HIDDEN int gp_block_map(struct gp_view *v, uintptr_t at);
GP_HIDDEN int gp_share(struct gp_view *v);
GP_HIDDEN void gp_shared_store(const struct gp_unit *u);
GP_HIDDEN bool gp_unit_counted(const struct gp_unit *u);
GP_HIDDEN void gp_unit_unloaded(uint32_t module);

/* retire.c */
GP_HIDDEN void gp_retire(const struct gprof_module *m);
GP_HIDDEN void gp_revive(const struct gprof_module *m);
GP_HIDDEN void gp_cells_list(struct gp_unit *u);
GP_HIDDEN void gp_cells_store(struct gp_unit *u);
GP_HIDDEN void gp_cells_forked(void);

/* arcs.c; show: a view made known its thread's arcs; reset: forgets them all */
GP_HIDDEN void gp_arc_count(struct gp_thread *t, enum gprof_arc_kind kind, uint32_t module,
			    uint64_t from, uint64_t to);
GP_HIDDEN void gp_arcs_show(struct gp_view *v);
GP_HIDDEN void gp_arcs_reset(struct gp_thread *t);

/* table.c */
GP_HIDDEN bool gp_sample_count(struct gp_tally *t, const struct gprof_sample *key);
GP_HIDDEN uint32_t gp_frame_id(struct gp_tally *t, uint64_t pc, uint32_t parent);

/* stack.c */
GP_HIDDEN uint32_t gp_stack_take(struct gp_thread *t, const void *context, uint32_t *flags);
GP_HIDDEN void *gp_stack_top(struct gp_thread *t);
GP_HIDDEN bool gp_stack_take_blocked(struct gp_thread *t, struct gprof_sample *key, uintptr_t sp,
				     bool (*same)(void *), void *argument);
GP_HIDDEN void *gp_wait_stack_top(void);
GP_HIDDEN void gp_tallies_init(struct gp_thread *t);

/* wait.c; with the lock held */
GP_HIDDEN void gp_wait_start(void);

/* eh_frame.c; in constructors only */
GP_HIDDEN void gp_objects_init(void);

/* event.c */
GP_HIDDEN bool gp_event_open(struct gp_thread *t, uint64_t interval, uint32_t signals);
GP_HIDDEN void gp_event_close(struct gp_thread *t);

/* budget.c */
GP_HIDDEN void gp_budget_start(void);
GP_HIDDEN uint64_t gp_budget_period(uint32_t step);
GP_HIDDEN void gp_budget_ran(uint64_t ns);
GP_HIDDEN void gp_budget_spent(uint64_t ns);
GP_HIDDEN uint64_t gp_budget_charge(bool precise, uint64_t own);
GP_HIDDEN void gp_budget_measure(int64_t ns);
GP_HIDDEN bool gp_budget_is_least(void);

/* clock.c */
GP_HIDDEN void gp_clock_init(void);
GP_HIDDEN uint32_t gp_clock_start(struct gp_thread *t, uint64_t first);
GP_HIDDEN bool gp_clock_start_young(struct gp_thread *t);
GP_HIDDEN uint64_t gp_clock_switch_cost(const struct gp_thread *t);
GP_HIDDEN void gp_clock_spare(struct gp_thread *t);
GP_HIDDEN void gp_clock_stop(struct gp_thread *t);
GP_HIDDEN bool gp_clock_open(struct gp_thread *t, uint64_t interval);
GP_HIDDEN void gp_clock_arm(struct gp_thread *t);
GP_HIDDEN void gp_clock_tick(const struct gp_thread *t);
GP_HIDDEN void gp_clock_look(const struct gp_thread *t);
GP_HIDDEN bool gp_clock_is_ours(const struct gp_thread *t, const siginfo_t *info);
GP_HIDDEN void gp_clock_hold(struct gp_thread *t);
GP_HIDDEN void gp_clock_release(struct gp_thread *t);
GP_HIDDEN void gp_clock_halt(struct gp_thread *t);
GP_HIDDEN void gp_clock_end(struct gp_thread *t);
GP_HIDDEN void gp_clock_resume(struct gp_thread *t);

/* sample.c; context: what was interrupted, NULL: nothing */
GP_HIDDEN void gp_sample(void *thread, const void *context);
GP_HIDDEN void gp_sample_and_tick(void *thread, const void *context);
GP_HIDDEN void gp_sample_look(void *thread, const void *context);
GP_HIDDEN void gp_sample_account(struct gp_thread *t, const void *context, uint64_t weight,
				 bool kernel);
GP_HIDDEN void gp_sample_spare(struct gp_thread *t);
GP_HIDDEN void gp_sample_calls(struct gp_thread *t, int64_t weight);
GP_HIDDEN void gp_sample_leave_out(struct gp_thread *t, int64_t start, bool precise);
GP_HIDDEN void gp_sample_opened(struct gp_thread *t, int64_t start);
GP_HIDDEN void gp_sample_watch(struct gp_thread *t, int64_t now);
GP_HIDDEN uint64_t gp_system_time(void);
GP_HIDDEN uint64_t gp_switches(void);

/* sampling.c */
GP_HIDDEN void gp_sampling_init(void);
GP_HIDDEN void gp_sampling_action(void);
GP_HIDDEN void gp_handle(int sig, siginfo_t *info, void *context);
GP_HIDDEN void gp_sampling_start(struct gp_thread *t);
GP_HIDDEN void gp_sampling_stop(struct gp_thread *t);
GP_HIDDEN void gp_sampling_rest(struct gp_thread *t);

/* signals.c; follow and wait: signals not blocked by the caller */
GP_HIDDEN void gp_mask_start(struct gp_thread *t);
GP_HIDDEN void gp_mask_follow(struct gp_thread *t);
GP_HIDDEN bool gp_mask_close(struct gp_thread *t, const siginfo_t *info, void *context);
GP_HIDDEN void gp_action_show(void);
GP_HIDDEN void gp_action_before(const struct gp_thread *t, int sig);
GP_HIDDEN void gp_action_follow(struct gp_thread *t);
GP_HIDDEN void gp_alternate_before(const struct gp_thread *t);
GP_HIDDEN void gp_alternate_follow(const struct gp_thread *t);
GP_HIDDEN void gp_signals_read(struct gp_thread *t);
GP_HIDDEN void gp_signals_confine(struct gp_thread *t);
GP_HIDDEN void gp_wait_before(struct gp_thread *t);
GP_HIDDEN void gp_wait_after(struct gp_thread *t);
GP_HIDDEN void gp_signal_back(const siginfo_t *info);

/* snapshot.c */
GP_HIDDEN int gp_snapshot(uint32_t kind, const char *name);
GP_HIDDEN bool gp_snapshot_try(void);
GP_HIDDEN void gp_snapshot_first(void);
GP_HIDDEN bool gp_snapshot_stopped(void);
GP_HIDDEN void gp_snapshot_forked(void);

/* tick.c */
GP_HIDDEN void gp_tick_start(void);
GP_HIDDEN void gp_tick(struct gp_thread *t);

/* fork.c */
GP_HIDDEN void gp_fork_init(void);
GP_HIDDEN void gp_fork_notice(void);
GP_HIDDEN void gp_process(struct gprof_unit *unit, struct gprof_tls *tls, uint32_t event,
			  uint32_t flags);

static inline size_t gp_round(size_t n)
{
	return (n + GPROF_PAGE - 1) & ~(size_t)(GPROF_PAGE - 1);
}

#endif

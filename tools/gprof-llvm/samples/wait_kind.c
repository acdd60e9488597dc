/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wait_kind.c - see wait_kind.h. */
#include "samples/wait_kind.h"

#include "code/callsite.h"
#include "profile/waits.h"

/* Beginnings of functions of libc, without underscores before them. */
static const struct {
	const char *prefix;
	enum wait_kind kind;
} functions[] = {
	{ "pthread_cond_", WAIT_CONDITION }, { "cnd_", WAIT_CONDITION },
	{ "pthread_mutex_", WAIT_MUTEX },    { "mtx_", WAIT_MUTEX },
	{ "pthread_rwlock_", WAIT_RWLOCK },  { "sem_", WAIT_SEMAPHORE },
	{ "pthread_barrier_", WAIT_BARRIER }, { "pthread_once", WAIT_ONCE },
};

enum wait_kind wait_kind_of_name(const char *name)
{
	while (*name == '_')
		name++;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (gp_begins(name, functions[i].prefix))
			return functions[i].kind;
	return WAIT_FUTEX;
}

enum wait_kind wait_kind_of_code(const struct object *o, uint64_t address)
{
	const struct elf_symbol *s = NULL;

	if (o->present && (!o->instrumented || object_function_at(o, address) == GP_NONE))
		s = elfobj_symbol_at(&o->elf, address); /* of libc, a static one too */
	return s ? wait_kind_of_name(s->name) : WAIT_FUTEX;
}

/* The kind that the call before a return address names. */
static enum wait_kind kind_of_call(struct object *o, uint64_t return_address)
{
	struct callee callee = { 0 };

	if (o->present)
		callee = callsite_callee(&o->elf, return_address);
	return callee.name ? wait_kind_of_name(callee.name) : WAIT_FUTEX;
}

/* The kind that the innermost functions say: from the code sampled to the program's own.  A libc
   without the names of its static functions leaves it to the program's call. */
static enum wait_kind kind_of_stack(const struct program *p, const struct program_profile *l,
				    const struct profile_table *t, const struct gprof_sample *s)
{
	uint32_t frame = profile_frame(&l->profile, t->slot, s->stack);
	uint64_t pc = s->pc;
	bool called = false; /* 'pc' is in a call */

	for (;;) {
		uint32_t module = profile_module_of(&l->profile, pc, t->epoch);
		struct object *o;
		enum wait_kind kind;
		uint64_t address;

		if (module == GP_NONE)
			return WAIT_FUTEX;
		o = &p->objects[l->objects[module]];
		address = profile_file_address(&l->profile, module, pc);
		kind = wait_kind_of_code(o, address);
		if (kind != WAIT_FUTEX)
			return kind;
		if (o->instrumented && object_function_at(o, address) != GP_NONE)
			return called ? kind_of_call(o, address + 1) : WAIT_FUTEX;
		if (frame == GP_NONE)
			return WAIT_FUTEX;
		/* The byte before is the call's. */
		pc = l->profile.frames[frame].pc - 1;
		frame = l->profile.frames[frame].caller;
		called = true;
	}
}

bool wait_is_for_lock(const struct program *p, const struct program_profile *l,
		      const struct profile_table *t, size_t slot)
{
	const struct gprof_sample *slots = t->slots;
	const struct gprof_wait *wait = profile_wait(&l->profile, t, slot);
	const struct gprof_object *o;
	enum wait_kind kind;
	uint32_t epoch = 0;

	o = wait && wait->object ? profile_object(&l->profile, wait->object, &epoch) : NULL;
	if (!o || (o->kind != GPROF_OBJECT_LOCK && o->kind != GPROF_OBJECT_FUTEX))
		return false;
	if (o->kind == GPROF_OBJECT_LOCK)
		return true;
	kind = kind_of_stack(p, l, t, &slots[slot]);
	return kind == WAIT_MUTEX || kind == WAIT_RWLOCK || kind == WAIT_ONCE;
}

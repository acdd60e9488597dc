/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * wait_kind.h - which kind of thing a thread waits for, by the functions of libc on its stack; and
 * which waits are for locks.
 *
 * The runtime knows mutexes by their system call.  Other words of a futex are distinguished by the
 * first function outwards whose name says it.
 *
 *	after program_join() has located the objects of the profile; reads
 *
 * Cost: of a wait for a mutex none, of another O(frames up to the program's own code).
 */
#ifndef GPROF_SAMPLES_WAIT_KIND_H
#define GPROF_SAMPLES_WAIT_KIND_H

#include "program/program.h"

enum wait_kind {
	WAIT_MUTEX,
	WAIT_CONDITION,
	WAIT_RWLOCK,
	WAIT_SEMAPHORE,
	WAIT_BARRIER,
	WAIT_ONCE,
	WAIT_FUTEX, /* a word that something else waits at */
	WAIT_END,   /* of a thread */
	WAIT_FILE,  /* the first that is not a lock */
	WAIT_PIPE,
	WAIT_SOCKET,
	WAIT_EPOLL,
	WAIT_OTHER, /* another descriptor: a timer, an event ... */
	WAIT_SET,   /* several descriptors */
	WAIT_KINDS
};

/* The kind that a function of libc waits for; WAIT_FUTEX: its name does not say. */
enum wait_kind wait_kind_of_name(const char *name);

/* The same of the code at an address of an object: not of a function with a record. */
enum wait_kind wait_kind_of_code(const struct object *o, uint64_t address);

/* Returns true if the samples of a slot waited for a mutex, a read-write lock or pthread_once. */
bool wait_is_for_lock(const struct program *p, const struct program_profile *l,
		      const struct profile_table *t, size_t slot);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arch.h - what the runtime needs to know of AArch64 Linux: system calls, moving
 * bytes, the signal frame.  AArch64 has no base register: base.c.
 *
 * No libc function is used: the runtime runs inside malloc, in signal handlers
 * and in threads that libc does not know.  errno is never touched: a system
 * call returns its negative error.
 */
#ifndef GPROF_RT_AARCH64_ARCH_H
#define GPROF_RT_AARCH64_ARCH_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* With no more registers set than the call has arguments: 3, 4, or up to 6. */
static inline long gprt_syscall3(long n, long a, long b, long c)
{
	register long x8 __asm__("x8") = n;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;

	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory", "cc");
	return x0;
}

static inline long gprt_syscall4(long n, long a, long b, long c, long d)
{
	register long x8 __asm__("x8") = n;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
			 : "memory", "cc");
	return x0;
}

static inline long gprt_syscall(long n, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = n;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;

	__asm__ volatile("svc #0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory", "cc");
	return x0;
}

/* As assembly, because a compiler makes calls of memcpy and memset from loops. */
static inline void gprt_copy(void *to, const void *from, size_t n)
{
	long word;

	__asm__ volatile("1:	cmp %2, #8\n"
			 "	b.lo 2f\n"
			 "	ldr %3, [%1], #8\n"
			 "	str %3, [%0], #8\n"
			 "	sub %2, %2, #8\n"
			 "	b 1b\n"
			 "2:	cbz %2, 3f\n"
			 "	ldrb %w3, [%1], #1\n"
			 "	strb %w3, [%0], #1\n"
			 "	sub %2, %2, #1\n"
			 "	b 2b\n"
			 "3:"
			 : "+r"(to), "+r"(from), "+r"(n), "=&r"(word)
			 :
			 : "memory", "cc");
}

static inline void gprt_clear(void *to, size_t n)
{
	__asm__ volatile("1:	cmp %1, #8\n"
			 "	b.lo 2f\n"
			 "	str xzr, [%0], #8\n"
			 "	sub %1, %1, #8\n"
			 "	b 1b\n"
			 "2:	cbz %1, 3f\n"
			 "	strb wzr, [%0], #1\n"
			 "	sub %1, %1, #1\n"
			 "	b 2b\n"
			 "3:"
			 : "+r"(to), "+r"(n)
			 :
			 : "memory", "cc");
}

/* A signal handler of the program takes the exclusive monitor away: the loop tries
   again, and nothing is torn. */
static inline void gprt_increment(uint64_t *p)
{
	uint64_t n;
	uint32_t failed;

	__asm__ volatile("1:	ldxr %0, %2\n"
			 "	add %0, %0, #1\n"
			 "	stxr %w1, %0, %2\n"
			 "	cbnz %w1, 1b"
			 : "=&r"(n), "=&r"(failed), "+Q"(*p));
}

static inline void gprt_increment32(uint32_t *p)
{
	uint32_t n, failed;

	__asm__ volatile("1:	ldxr %w0, %2\n"
			 "	add %w0, %w0, #1\n"
			 "	stxr %w1, %w0, %2\n"
			 "	cbnz %w1, 1b"
			 : "=&r"(n), "=&r"(failed), "+Q"(*p));
}

static inline void gprt_add(uint64_t *p, uint64_t more)
{
	uint64_t n;
	uint32_t failed;

	__asm__ volatile("1:	ldxr %0, %2\n"
			 "	add %0, %0, %3\n"
			 "	stxr %w1, %0, %2\n"
			 "	cbnz %w1, 1b"
			 : "=&r"(n), "=&r"(failed), "+Q"(*p)
			 : "r"(more));
}

/* A counter that runs at a constant rate, the same on all processors. */
static inline uint64_t gprt_ticks(void)
{
	uint64_t n;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(n) : : "memory");
	return n;
}

/* Once all that came before is done. */
static inline uint64_t gprt_ticks_after(void)
{
	__asm__ volatile("isb" : : : "memory");
	return gprt_ticks();
}

/* Returns true if there is one that the program may read: the kernel sees to it. */
static inline int gprt_has_ticks(void)
{
	return 1;
}

static inline void gprt_pause(void)
{
	__asm__ volatile("yield");
}

static inline uintptr_t gprt_context_pc(const void *context)
{
	return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
}

typedef uint32_t __attribute__((aligned(1))) gprt_u32_at;

/* The registers do not show it. */
static inline int gprt_may_be_call(const void *context)
{
	(void)context;
	return 1;
}

/* Returns true if these GPRT_SYSCALL_BYTES of code are a system call. */
#define GPRT_SYSCALL_BYTES 4
static inline int gprt_is_system_call(const unsigned char *p)
{
	return *(const gprt_u32_at *)p == 0xd4000001;
}

/* False: no system call begins there again, whose number and first two arguments these are.
   The registers do not show it. */
static inline int gprt_may_begin_again(const void *context)
{
	(void)context;
	return 1;
}

static inline long gprt_context_call(const void *context)
{
	return (long)((const ucontext_t *)context)->uc_mcontext.regs[8];
}

static inline long gprt_context_argument(const void *context, unsigned i)
{
	return (long)((const ucontext_t *)context)->uc_mcontext.regs[i];
}

/* It has failed instead. */
static inline void gprt_context_fail(void *context, long error)
{
	ucontext_t *c = context;

	c->uc_mcontext.regs[0] = (unsigned long long)error;
	c->uc_mcontext.pc += GPRT_SYSCALL_BYTES;
}

/* Linux from which on timers of CPU time send their signal where user code goes on. */
#define GPRT_SPARES_CALLS 5, 18

/* Where user addresses end at least (more must be asked for). */
#define GPRT_ADDRESS_END 0x1000000000000ul

/*
 * Returns true if a signal handler returns to these GPRT_RETURN_BYTES of code: they are
 * `mov x8, #139; svc #0`, in the kernel's page or in a libc.
 */
#define GPRT_RETURN_BYTES 8
static inline int gprt_is_signal_return(const unsigned char *p)
{
	const gprt_u32_at *code = (const gprt_u32_at *)p;

	return code[0] == 0xd2801168 && code[1] == 0xd4000001;
}

/* Valgrind sees a request of six words, and a processor does nothing; see sys.h. */
static inline uintptr_t gprt_valgrind_request(volatile uintptr_t *request)
{
	register uintptr_t result __asm__("x3") = 0;
	register volatile uintptr_t *at __asm__("x4") = request;

	__asm__ volatile("ror x12, x12, #3\n\t"
			 "ror x12, x12, #13\n\t"
			 "ror x12, x12, #51\n\t"
			 "ror x12, x12, #61\n\t"
			 "orr x10, x10, x10"
			 : "+r"(result)
			 : "r"(at)
			 : "memory");
	return result;
}

/* The program counter among the registers of perf_event_open (<asm/perf_regs.h>). */
#define GPRT_PERF_PC 32

#endif

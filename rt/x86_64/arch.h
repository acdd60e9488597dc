/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arch.h - what the runtime needs to know of x86-64 Linux: system calls, moving
 * bytes, the signal frame.  The GS base is in base.c.
 *
 * No libc function is used: the runtime runs inside malloc, in signal handlers
 * and in threads that libc does not know.  errno is never touched: a system
 * call returns its negative error.
 */
#ifndef GPROF_RT_X86_64_ARCH_H
#define GPROF_RT_X86_64_ARCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

/* With no more registers set than the call has arguments: 3, 4, or up to 6. */
static inline long gprt_syscall3(long n, long a, long b, long c)
{
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(n), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return result;
}

static inline long gprt_syscall4(long n, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}

static inline long gprt_syscall(long n, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

/* As assembly, because a compiler makes calls of memcpy and memset from loops. */
static inline void gprt_copy(void *to, const void *from, size_t n)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static inline void gprt_clear(void *to, size_t n)
{
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
}

/* One instruction: a signal handler of the program cannot tear it. */
static inline void gprt_increment(uint64_t *p)
{
	__asm__ volatile("incq %0" : "+m"(*p) : : "cc");
}

static inline void gprt_increment32(uint32_t *p)
{
	__asm__ volatile("incl %0" : "+m"(*p) : : "cc");
}

static inline void gprt_add(uint64_t *p, uint64_t n)
{
	__asm__ volatile("addq %1, %0" : "+m"(*p) : "r"(n) : "cc");
}

/* A counter that runs at a constant rate, the same on all processors. */
static inline uint64_t gprt_ticks(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/* Once all that came before is done, which takes a third longer. */
static inline uint64_t gprt_ticks_after(void)
{
	__asm__ volatile("lfence" : : : "memory");
	return gprt_ticks();
}

/* Returns true if there is one, as the processor says (invariant TSC), and the program may read
   it. */
static inline int gprt_has_ticks(void)
{
	uint32_t a = 0x80000000u, b, c = 0, d, mode = 0;

	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	if (a < 0x80000007u)
		return 0;
	a = 0x80000007u;
	c = 0;
	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	return d >> 8 & 1 && gprt_syscall3(SYS_prctl, PR_GET_TSC, (long)&mode, 0) >= 0 &&
	       mode == PR_TSC_ENABLE;
}

static inline void gprt_pause(void)
{
	__asm__ volatile("pause");
}

static inline uintptr_t gprt_context_pc(const void *context)
{
	return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

/* The processor leaves the return address of a system call in rcx, and so does the kernel. */
static inline int gprt_may_be_call(const void *context)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;

	return r[REG_RCX] == r[REG_RIP];
}

/* Returns true if these GPRT_SYSCALL_BYTES of code are a system call. */
#define GPRT_SYSCALL_BYTES 2
static inline int gprt_is_system_call(const unsigned char *p)
{
	return p[0] == 0x0f && p[1] == 0x05;
}

/* False: no system call begins there again, whose number and first two arguments these are. */
static inline int gprt_may_begin_again(const void *context)
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;

	return r[REG_RCX] == r[REG_RIP] + GPRT_SYSCALL_BYTES && r[REG_R11] == r[REG_EFL];
}

static inline long gprt_context_call(const void *context)
{
	return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_RAX];
}

static inline long gprt_context_argument(const void *context, unsigned i)
{
	return ((const ucontext_t *)context)->uc_mcontext.gregs[i ? REG_RSI : REG_RDI];
}

/* It has failed instead. */
static inline void gprt_context_fail(void *context, long error)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

	r[REG_RAX] = error;
	r[REG_RIP] += GPRT_SYSCALL_BYTES;
}

/* Linux from which on timers of CPU time send their signal where user code goes on. */
#define GPRT_SPARES_CALLS 5, 11

/* Where user addresses end (without 5-level paging, which must be asked for). */
#define GPRT_ADDRESS_END 0x7ffffffff000ul

/*
 * Returns true if a signal handler returns to these GPRT_RETURN_BYTES of code: they are
 * `mov $15, %rax; syscall`, in every libc.
 */
#define GPRT_RETURN_BYTES 9
static inline int gprt_is_signal_return(const unsigned char *p)
{
	return p[0] == 0x48 && p[1] == 0xc7 && p[2] == 0xc0 && p[3] == 15 && !p[4] && !p[5] &&
	       !p[6] && p[7] == 0x0f && p[8] == 0x05;
}

/* Valgrind sees a request of six words, and a processor does nothing; see sys.h. */
static inline uintptr_t gprt_valgrind_request(volatile uintptr_t *request)
{
	uintptr_t result = 0;

	__asm__ volatile("rolq $3, %%rdi\n\t"
			 "rolq $13, %%rdi\n\t"
			 "rolq $61, %%rdi\n\t"
			 "rolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(result)
			 : "a"(request)
			 : "cc", "memory");
	return result;
}

/* The program counter among the registers of perf_event_open (<asm/perf_regs.h>). */
#define GPRT_PERF_PC 8

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * text.c - strings, files of the system, environment and auxiliary vector without libc.
 *
 * A gprt_text is a bounded buffer that is always NUL-terminated; what does not
 * fit is dropped.
 */
#include "base/text.h"

#include "base/sys.h"

#include <elf.h>
#include <errno.h>
#include <sys/prctl.h>

#ifndef PR_GET_AUXV
#define PR_GET_AUXV 0x41555856 /* Linux 6.4 */
#endif

/* Both may be missing in a static executable.  Their names with underscores are not a program's to
   define, as `environ` and `getauxval` are. */
extern __attribute__((weak)) char **__environ;
extern __attribute__((weak)) unsigned long __getauxval(unsigned long type);

size_t gprt_length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

bool gprt_equal(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

struct gprt_text gprt_text(char *buffer, size_t size)
{
	struct gprt_text t = { buffer, buffer + size };

	buffer[0] = 0;
	return t;
}

void gprt_put_char(struct gprt_text *t, char c)
{
	if (t->end - t->at < 2)
		return;
	*t->at++ = c;
	*t->at = 0;
}

void gprt_put(struct gprt_text *t, const char *s)
{
	while (*s)
		gprt_put_char(t, *s++);
}

uint64_t gprt_number(const char *s)
{
	uint64_t n = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (uint64_t)(*s - '0');
	return n;
}

void gprt_put_number(struct gprt_text *t, uint64_t n)
{
	char digits[24];
	unsigned i = sizeof(digits);

	digits[--i] = 0;
	do
		digits[--i] = (char)('0' + n % 10);
	while (n /= 10);
	gprt_put(t, digits + i);
}

const char *gprt_error_name(long error)
{
	switch (error < 0 ? -error : error) {
	case EEXIST: return "it exists and is not a regular file";
	case EACCES: return "permission denied";
	case EPERM: return "operation not permitted";
	case ENOENT: return "no such directory";
	case ENOTDIR: return "not a directory";
	case EROFS: return "read-only file system";
	case ENOSPC: return "no space left on device";
	case EDQUOT: return "disk quota exceeded";
	case EFBIG: return "file size limit exceeded";
	case EMFILE: return "too many open files";
	case ENFILE: return "too many open files in system";
	case ENAMETOOLONG: return "name too long";
	case ENOMEM: return "out of memory";
	default: return "system call failed";
	}
}

/*
 * A file of the system, such as one of /proc: never waits, as an open of a FIFO that
 * somebody put in its place would.
 */
long gprt_open_system(const char *path)
{
	long fd = sys_open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
	struct stat st;

	if (sys_failed(fd) || (sys_fstat((int)fd, &st) >= 0 && S_ISREG(st.st_mode)))
		return fd;
	sys_close((int)fd);
	return -EINVAL;
}

long gprt_read_file(const char *path, char *to, size_t size)
{
	long fd = gprt_open_system(path);
	long n, sum = 0;

	if (sys_failed(fd))
		return fd;
	while ((size_t)sum < size && (n = sys_read((int)fd, to + sum, size - (size_t)sum)) > 0)
		sum += n;
	sys_close((int)fd);
	return sum;
}

static Elf64_auxv_t vector[64]; /* the vector as it is in the file; where libc has none */
static long vector_bytes;

/*
 * The file first: who runs a program in a processor of its own (valgrind, qemu) shows what it
 * promises there, as on the stack, where libc looks.  The kernel's answer is of the emulator.
 */
static long read_auxv(void)
{
	long n = gprt_read_file("/proc/self/auxv", (char *)vector, sizeof(vector));

	if (n > 0 || gprt_valgrind(GPRT_VALGRIND_HERE, 0, 0))
		return n;
	n = gprt_syscall(SYS_prctl, PR_GET_AUXV, (long)vector, sizeof(vector), 0, 0, 0);
	return n > (long)sizeof(vector) ? (long)sizeof(vector) : n;
}

/* Read once: later a program may have given up the right to. */
unsigned long gprt_auxv(unsigned long type)
{
	if (__getauxval)
		return __getauxval(type);
	if (!vector_bytes)
		vector_bytes = read_auxv();
	for (long i = 0; (i + 1) * (long)sizeof(*vector) <= vector_bytes; i++)
		if (vector[i].a_type == type)
			return vector[i].a_un.a_val;
	/* Who cannot know must not trust the environment. */
	return type == AT_SECURE;
}

const char *gprt_environment(const char *name)
{
	size_t n = gprt_length(name);

	if (!&__environ || !__environ)
		return NULL;
	for (char **e = __environ; *e; e++) {
		size_t i = 0;

		while (i < n && (*e)[i] == name[i])
			i++;
		if (i == n && (*e)[n] == '=')
			return *e + n + 1;
	}
	return NULL;
}

const char *gprt_host_name(struct utsname *name)
{
	if (gprt_syscall3(SYS_uname, (long)name, 0, 0) < 0)
		name->nodename[0] = 0;
	return name->nodename;
}

/* The process's name, field 2, may hold anything, and ends at the last parenthesis. */
void gprt_stat_fields(const char *path, const unsigned *fields, uint64_t *values, unsigned n)
{
	char text[1024];
	long size = gprt_read_file(path, text, sizeof(text) - 1);
	const char *s = text;
	unsigned at = 2;

	text[size > 0 ? size : 0] = 0;
	for (const char *c = text; *c; c++)
		if (*c == ')')
			s = c;
	for (unsigned i = 0; i < n; i++) {
		for (; at < fields[i] && *s; s++)
			at += *s == ' ';
		values[i] = gprt_number(s);
	}
}

uint64_t gprt_stat_field(const char *path, unsigned field)
{
	uint64_t value;

	gprt_stat_fields(path, &field, &value, 1);
	return value;
}

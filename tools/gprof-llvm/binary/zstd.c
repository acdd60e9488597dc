/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * zstd.c - see zstd.h.
 */
#include "binary/zstd.h"
#include "base/util.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define KIND_ZSTD 2       /* ELFCOMPRESS_ZSTD, which older headers lack */
#define MOST_TIMES 40000u /* that content can be larger: a block of 128 KB takes 4 bytes at least */
#define ALIGNED 16        /* what is appended to a file */

static struct {
	size_t (*decompress)(void *to, size_t room, const void *from, size_t size);
	unsigned (*is_error)(size_t result);
	bool tried, missing;
} library;

static bool open_library(void)
{
	void *handle = library.tried ? NULL : dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);

	library.tried = true; /* once: what is open stays so */
	if (handle) {
		library.decompress = (__typeof__(library.decompress))dlsym(handle,
									    "ZSTD_decompress");
		library.is_error = (__typeof__(library.is_error))dlsym(handle, "ZSTD_isError");
	}
	library.missing = !library.decompress || !library.is_error;
	return !library.missing;
}

bool zstd_is_missing(void)
{
	return library.missing;
}

/* ------------------------------------------------------------------ */

/* An ELF file in memory. */
struct image {
	const unsigned char *bytes;
	size_t size;
	uint64_t headers; /* offset of the headers of sections */
	uint64_t n;
};

static bool is_inside(const struct image *f, uint64_t offset, uint64_t size)
{
	return offset <= f->size && size <= f->size - offset;
}

static void header_at(const struct image *f, uint64_t i, Elf64_Shdr *h)
{
	memcpy(h, f->bytes + f->headers + i * sizeof *h, sizeof *h);
}

static bool read_headers(struct image *f)
{
	Elf64_Ehdr h;
	Elf64_Shdr first;

	if (f->size < sizeof h)
		return false;
	memcpy(&h, f->bytes, sizeof h);
	if (memcmp(h.e_ident, ELFMAG, SELFMAG) || h.e_ident[EI_CLASS] != ELFCLASS64 ||
	    h.e_ident[EI_DATA] != ELFDATA2LSB || h.e_shentsize != sizeof first ||
	    !h.e_shoff || !is_inside(f, h.e_shoff, sizeof first))
		return false;
	f->headers = h.e_shoff;
	header_at(f, 0, &first);
	f->n = h.e_shnum ? h.e_shnum : first.sh_size;
	return f->n <= (f->size - f->headers) / sizeof first;
}

/* Says if a section is compressed with zstd, and how. */
static bool is_compressed(const struct image *f, const Elf64_Shdr *h, Elf64_Chdr *c)
{
	if (!(h->sh_flags & SHF_COMPRESSED) || h->sh_type == SHT_NOBITS ||
	    h->sh_size < sizeof *c || !is_inside(f, h->sh_offset, h->sh_size))
		return false;
	memcpy(c, f->bytes + h->sh_offset, sizeof *c);
	return c->ch_type == KIND_ZSTD && c->ch_size / MOST_TIMES <= h->sh_size;
}

static bool write_all(int fd, const void *bytes, size_t size, off_t at)
{
	for (size_t done = 0; done < size;) {
		ssize_t n = pwrite(fd, (const char *)bytes + done, size - done, at + done);

		if (n <= 0)
			return false;
		done += n;
	}
	return true;
}

/* Appends a section's content to the copy, whose header says so then. */
static bool unpack(const struct image *f, uint64_t i, int copy, uint64_t *end)
{
	Elf64_Shdr h;
	Elf64_Chdr c;
	void *content;
	size_t n;
	bool done;

	header_at(f, i, &h);
	if (!is_compressed(f, &h, &c))
		return true;
	content = malloc(c.ch_size ? c.ch_size : 1);
	if (!content)
		return false;
	n = library.decompress(content, c.ch_size, f->bytes + h.sh_offset + sizeof c,
			       h.sh_size - sizeof c);
	done = !library.is_error(n) && n == c.ch_size && write_all(copy, content, n, *end);
	free(content);
	if (!done)
		return false;
	h.sh_flags &= ~(Elf64_Xword)SHF_COMPRESSED;
	h.sh_offset = *end;
	h.sh_size = n;
	h.sh_addralign = c.ch_addralign;
	*end = (*end + n + ALIGNED - 1) & ~(uint64_t)(ALIGNED - 1);
	return write_all(copy, &h, sizeof h, f->headers + i * sizeof h);
}

/* -1: it cannot be made. */
static int copy_of(const struct image *f)
{
	int copy = memfd_create("debug information", MFD_CLOEXEC);
	uint64_t end = (f->size + ALIGNED - 1) & ~(uint64_t)(ALIGNED - 1);
	bool done = copy >= 0 && write_all(copy, f->bytes, f->size, 0);

	for (uint64_t i = 0; i < f->n && done; i++)
		done = unpack(f, i, copy, &end);
	if (done || copy < 0)
		return copy;
	close(copy);
	return -1;
}

static bool has_compressed(const struct image *f)
{
	Elf64_Shdr h;
	Elf64_Chdr c;

	for (uint64_t i = 0; i < f->n; i++) {
		header_at(f, i, &h);
		if (is_compressed(f, &h, &c))
			return true;
	}
	return false;
}

int zstd_plain(int fd)
{
	struct image f = { 0 };
	struct stat st;
	void *bytes;
	int copy = -1;

	if (fd < 0 || fstat(fd, &st) < 0 || st.st_size <= 0)
		return fd;
	bytes = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return fd;
	f.bytes = bytes;
	f.size = st.st_size;
	if (read_headers(&f) && has_compressed(&f) && open_library())
		copy = copy_of(&f);
	munmap(bytes, f.size);
	if (copy < 0)
		return fd;
	close(fd);
	return copy;
}

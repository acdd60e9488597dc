/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elfobj.h - what the tool wants to know of an ELF file, read with libelf.
 *
 *	elfobj_open(), any reads, elfobj_close()
 *
 * Sections hold their bytes at the addresses they have in the file (of a
 * relocatable object: at addresses chosen here; code/relocate.h applies the
 * relocations of the gprof sections).  All pointers live until elfobj_close().
 */
#ifndef GPROF_BINARY_ELFOBJ_H
#define GPROF_BINARY_ELFOBJ_H

#include "base/error.h"
#include "base/util.h"
#include "binary/pages.h"

#include <stdbool.h>

struct elf_section {
	const char *name;
	size_t index;           /* in the file */
	uint64_t address, size; /* in the file's address space; bytes */
	const unsigned char *bytes; /* NULL: zeroes, or not in the file */
	uint64_t bytes_size;    /* <= size */
	bool executable;        /* it holds code */
};

struct elf_symbol {
	const char *name;
	uint64_t address, size; /* size 0: unknown */
	bool function;          /* STT_FUNC, STT_GNU_IFUNC or a label; else a part that clang
				   split off */
	bool label;             /* it has no type and no size: of assembly (labels.h) */
	bool ifunc;
	bool global;            /* binding is not local */
	bool old;               /* exported for programs linked long ago alone */
};

#define ELF_OUTLINED "OUTLINED_FUNCTION_" /* how LLVM names what it moves out of functions */

struct elf_code {
	uint64_t start, end; /* of one function, or a part of it */
	uint64_t pads;       /* address of its table of landing pads (LSDA); 0: none,
				ELF_PADS_UNKNOWN: it has one somewhere */
};
#define ELF_PADS_UNKNOWN 1

/* A word that the dynamic linker makes the address of a function. */
struct elf_slot {
	const char *name; /* or NULL: */
	uint64_t address; /* of an ifunc's resolver here */
};

struct elfobj {
	char *path;  /* owned; for messages */
	size_t size; /* of the file, bytes */
	int fd;      /* -1: from memory */
	void *elf;   /* Elf * */
	struct file_pages pages; /* the file once more: here sections have their bytes */
	bool relocatable;
	bool fixed; /* it runs at the addresses it was linked to (ET_EXEC) */
	unsigned machine; /* EM_* */
	unsigned char build_id[32];
	unsigned build_id_size; /* 0: none */
	struct elf_section *sections; /* allocated ones, by address */
	size_t nsections, sections_room;
	struct elf_symbol *symbols; /* function symbols defined here, by address;
				       .symtab, or .dynsym when stripped */
	size_t nsymbols, symbols_room;
	bool stripped; /* there was no .symtab */
	struct gp_names by_name;  /* name -> symbols, the global one first; read on demand */
	bool names_read;
	struct gp_names exported; /* default version in .dynsym -> symbols */
	struct gp_map stubs;      /* address of the PLT entry of an imported function ->
				     stub_names */
	const char **stub_names;
	size_t nstubs, stubs_room;
	struct elf_code *codes; /* of .eh_frame, ascending; read on demand */
	size_t ncodes, codes_room;
	bool codes_read;
	struct gp_map slot_at; /* address of a slot -> slots; read on demand */
	struct elf_slot *slots;
	size_t nslots, slots_room;
	bool slots_read;
	unsigned char **owned; /* relocated copies of sections */
	size_t nowned, owned_room;
};

/* Fails if a file that can be read is clearly no ELF file: it was named as a profile or a program,
   and is neither. */
int elfobj_check_kind(const char *path, struct gp_error *e);
int elfobj_open(struct elfobj *o, const char *path, struct gp_error *e);
void elfobj_close(struct elfobj *o);

const struct elf_section *elfobj_section(const struct elfobj *o, const char *name); /* or NULL */

/* Says that the bytes of the sections of a name are not looked at for now; when they are, they are
   read from the file again. */
void elfobj_unload(const struct elfobj *o, const char *name);

const struct elf_section *elfobj_section_at(const struct elfobj *o, uint64_t address); /* or NULL */

/* The bytes at an address and in *n how many follow in its section, or NULL. */
const unsigned char *elfobj_bytes(const struct elfobj *o, uint64_t address, size_t *n);

/* Takes over other function symbols than the file's own. */
void elfobj_set_symbols(struct elfobj *o, struct elf_symbol *symbols, size_t n);

/* The symbol of a name, the global one if there are several, or GP_NONE.  The names are
   read at the first call: for instrumented code the static call graph has them. */
uint32_t elfobj_symbol_named(struct elfobj *o, const char *name);

/* The length of the function's name in the name of code that the compiler took out of the function:
   f.cold, f.cold.1 and, by clang, f.__part.1 and f.eh; 0 for other names. */
size_t elf_part_of(const char *name);

/* The symbol whose size covers the address, or NULL: a gap belongs to nobody. */
const struct elf_symbol *elfobj_symbol_at(const struct elfobj *o, uint64_t address);

/* End of the code that the unwind table's entry for 'start' covers, or 0 when
   there is none.  The table is read at the first call (eh_frame.c). */
uint64_t elfobj_code_end(struct elfobj *o, uint64_t start);

/* The same entry, or NULL. */
const struct elf_code *elfobj_code(struct elfobj *o, uint64_t start);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbols.h - the table of functions that a gmon.out is read with.
 *
 *	gnu_table_read_image() or gnu_table_read_text(), gnu_table_finish(), finds,
 *	gnu_table_release()
 *
 * The table is ascending by address, one symbol an address; each covers the
 * addresses up to the next, or as far as it is known to reach.  GNU gprof's choice
 * of symbols is kept, for names and index numbers are to be the same; what it
 * leaves out, and charges to the neighbour, comes in as extra symbols:
 *
 *	recovered   local functions with a '.' or '$' in their names
 *	            (parse.part.0, run.cold, names of Rust), all of .dynsym when
 *	            there is nothing else
 *	synthetic   entries of the procedure linkage table (puts@plt), and code that
 *	            no symbol covers (<unknown at 0x1234>)
 *
 * An extra symbol that has neither time nor calls is not numbered.  With 'exact'
 * there are none.  Finding is O(log n).
 */
#ifndef GNU_SYMBOLS_H
#define GNU_SYMBOLS_H

#include "gprof/symbols/image.h"

/* A source file; one for each path. */
struct gnu_source {
	char *path;
	const char *name; /* last component of path */
};

enum gnu_extra {
	GNU_OWN,       /* GNU gprof has it too */
	GNU_RECOVERED,
	GNU_SYNTHETIC,
};

struct gnu_symbol {
	uint64_t address;
	uint64_t end;      /* last address covered; below 'address': covers nothing */
	uint64_t size;     /* bytes it is known to have, 0: up to the next */
	const char *name;  /* as in the file, mangled */
	const struct gnu_source *file; /* NULL: not known */
	int line;          /* in 'file'; 0: not known */
	uint16_t lists;    /* bit per list of options, see symspec.h */
	uint8_t extra;     /* enum gnu_extra */
	bool function;     /* can be called; a plain label cannot */
	bool local;        /* static */
	bool mapped;       /* 'name' is its object file (--file-ordering) */
	uint32_t unit;     /* counts its calls and time: the first symbol of its object
			      file when mapped, else itself */
};

struct gnu_table {
	struct gnu_symbol *symbols;
	size_t nsymbols, room;
	uint64_t *starts;  /* their addresses once more, close together for searches */
	bool by_file;      /* mapped symbols of one object file count as one */
	uint64_t text_end; /* where the last symbol ends, exclusive */
	struct gnu_source **sources; /* in order of first use */
	size_t nsources, sources_room;
	struct gp_names by_path; /* path -> sources */
	char **owned;            /* names made here */
	size_t nowned, owned_room;
};

struct gnu_choice {
	bool exact;          /* GNU's choice only */
	bool no_local;       /* --no-static */
	bool functions_only; /* --ignore-non-functions: no local labels */
};

/* A line of a map for --file-ordering: all functions of a file count as one.  GNU takes the file's
   first line for it, and its other functions count for the one before them in the program, of
   whatever file. */
struct gnu_mapping {
	char *file, *function;
	bool first; /* of its file */
};

/* Takes the functions of a program, which must stay open; fails if there are none.
   'map' is ascending by function; functions in it take the name of their file. */
int gnu_table_read_image(struct gnu_table *t, const struct gnu_image *image,
			 const struct gnu_choice *choice, const struct gnu_mapping *map,
			 size_t nmap, struct gp_error *e);

/* Takes lines `ADDRESS t-or-T NAME' as nm prints them; fails if there are none. */
int gnu_table_read_text(struct gnu_table *t, const char *text, size_t size, const char *name,
			struct gp_error *e);

/* Puts a symbol at the end; the caller fills in the rest. */
struct gnu_symbol *gnu_table_add(struct gnu_table *t, uint64_t address, const char *name);

/* Sorts, leaves one symbol an address, sets the ends; with 'gaps', symbols end where their size
   says, and the gap after them gets a symbol of its own. */
void gnu_table_finish(struct gnu_table *t, bool gaps);

/* The symbol that covers an address, or GP_NONE. */
uint32_t gnu_table_find(const struct gnu_table *t, uint64_t address);

/* The same; tried first are the symbol found last and the one after it.  Profiles are
   ascending, or nearly. */
uint32_t gnu_table_find_next(const struct gnu_table *t, uint64_t address, uint32_t last);

/* The same, but of a label the function before it; where calls go. */
uint32_t gnu_table_find_function(const struct gnu_table *t, uint64_t address);

const struct gnu_source *gnu_table_source(struct gnu_table *t, const char *path);

/* A name to keep as long as the table; takes the memory over. */
const char *gnu_table_own(struct gnu_table *t, char *name);

void gnu_table_release(struct gnu_table *t);

#endif

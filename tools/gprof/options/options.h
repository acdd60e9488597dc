/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * options.h - GNU gprof's command line: its options, read with getopt_long() as it reads them (an
 * optional argument is glued to its option, options and files mix, @FILE means the words in FILE),
 * and --gnu-exact.
 */
#ifndef GNU_OPTIONS_H
#define GNU_OPTIONS_H

#include "gprof/options/symspec.h"

/* The reports to print, bits of 'styles'. */
enum {
	GNU_FLAT = 1 << 0,
	GNU_GRAPH = 1 << 1,
	GNU_SUM = 1 << 2,
	GNU_COUNTS = 1 << 3,     /* --exec-counts */
	GNU_ANNOTATE = 1 << 4,   /* --annotated-source */
	GNU_INFO = 1 << 5,       /* --file-info */
	GNU_ORDER = 1 << 6,      /* --function-ordering */
	GNU_FILE_ORDER = 1 << 7, /* --file-ordering */
};

enum gnu_action {
	GNU_RUN,
	GNU_HELP,     /* --help */
	GNU_VERSION,  /* --version */
	GNU_USAGE,    /* getopt has said what is wrong */
};

struct gnu_options {
	enum gnu_action action;
	unsigned styles;         /* bits above that are on */
	unsigned chosen;         /* bits that an option turned on or off */
	struct gnu_specs specs;
	bool exact;              /* --gnu-exact */
	bool brief;              /* -b: no blurbs */
	bool static_arcs;        /* -c */
	bool no_static;          /* -a */
	bool functions_only;     /* -D */
	bool by_line;            /* -l; -s too */
	bool print_path;         /* -L */
	bool traditional;        /* -T */
	bool all;                /* -z */
	bool all_lines;          /* -x */
	bool separate_files;     /* -y */
	bool demangle;
	bool inline_files;       /* --inline-file-names */
	enum gmon_format format; /* -O */
	bool format_prof;        /* -O prof, which gprof refuses after all else */
	unsigned long min_count; /* -m */
	int table_length;        /* -t */
	int width;               /* -w */
	unsigned long limit;     /* functions shown, 0: all; Solaris' -n */
	unsigned debug;          /* times -d was given; gprof says something each time */
	const char *symbols;     /* -S FILE, or NULL */
	const char *mapping;     /* -R FILE, or NULL */
	char **directories;      /* -I, and GPROF_PATH: where sources are looked for */
	size_t ndirectories, directories_room;
	const char *image;       /* a.out */
	const char **profiles;   /* at least one: gmon.out */
	size_t nprofiles, profiles_room;
	char **argv;             /* with @FILE expanded; strings are kept */
};

/* 'o' is set up first; argv[0] is the name for messages. */
int gnu_options_parse(struct gnu_options *o, int argc, char **argv, struct gp_error *e);
void gnu_options_release(struct gnu_options *o);

#endif

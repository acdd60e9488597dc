/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ancestors.h - the command lines of gprof of FreeBSD and NetBSD (--bsd) and of Solaris
 * and illumos (--solaris), which give some letters another meaning than GNU's, and what
 * these can do and GNU cannot.
 *
 * The words are put into GNU's (options.h), with the layout of BSD (-T):
 *
 *	both	-a -b -c -e -E -f -F -s -z as GNU; -d N is ignored; -S FILE is GNU's, to name
 *		symbols
 *	BSD	-C N    cut arcs until no cycle has more than N members
 *		-k FROM TO  (two words); -l no graph; -L no flat profile
 *		-u      names that C cannot see (with a '.') count for the one before
 *		-K      refused: it reads the running kernel
 *		IMAGE.gmon is the profile if there is one
 *	Solaris	-C      readable C++ names
 *		-D      gmon.sum gets the first profile less the others
 *		-l      static functions as if each were named with -E
 *		-n N    only the first N functions
 */
#ifndef GNU_ANCESTORS_H
#define GNU_ANCESTORS_H

#include "gprof/graph/nodes.h"

struct gnu_ancestor {
	unsigned long most; /* members a cycle may have, 0: any number */
	unsigned long limit; /* functions shown, 0: all */
	bool plain_names;   /* -u */
	bool no_locals;     /* -l of Solaris */
	bool difference;    /* -D */
	char **argv;        /* in GNU's words; owned */
	int argc;
	size_t room;
};

/*
 * Puts the words after --bsd or --solaris into GNU's; without either it leaves *argc and
 * *argv as they are.
 */
int gnu_ancestor_parse(struct gnu_ancestor *a, int *argc, char ***argv, struct gp_error *e);

/* Takes names with a '.' out; before gnu_table_finish(). */
void gnu_ancestor_drop_names(struct gnu_table *t);

/* Leaves static functions and their time out; after gnu_specs_apply(). */
void gnu_ancestor_leave_locals(struct gnu_table *t);

/* Subtracts; where 'later' has more, 0 is left: returns how many times that was so. */
uint64_t gnu_ancestor_subtract(struct gmon *first, const struct gmon *later);

void gnu_ancestor_release(struct gnu_ancestor *a);

/* arcs.c: cuts arcs until no cycle has more members than 'most', and says which;
   for gnu_graph_assemble(), when the arcs are linked. */
void gnu_graph_cut(struct gnu_graph *g, uint32_t most);

/* Prints what was cut; after gnu_graph_assemble(). */
void gnu_graph_print_cut(const struct gnu_graph *g, FILE *out, double rate, unsigned long most);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * make SHAPE FUNCTIONS CALLS OUT
 *
 * Writes OUT, an executable without code, OUT.gprof and OUT.gmon; see make.h.  SHAPE is
 * cycles, layers, chain or fan, or the paths of libraries, apart by a colon, all of whose
 * functions are called too.
 */
#include "make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *path_of(const char *binary, const char *suffix)
{
	char *path = need(malloc(strlen(binary) + strlen(suffix) + 1));

	return strcat(strcpy(path, binary), suffix);
}

int main(int argc, char **argv)
{
	struct shape s;
	uint32_t functions;
	size_t calls;

	if (argc != 5) {
		fprintf(stderr, "usage: make SHAPE FUNCTIONS CALLS OUT\n");
		return 2;
	}
	functions = strtoul(argv[2], NULL, 10);
	calls = strtoull(argv[3], NULL, 10);
	if (functions < 2 ||
	    (strchr(argv[1], '/') ? shape_library(&s, argv[1], functions, calls)
				  : shape_make(&s, argv[1], functions, calls)) < 0) {
		fprintf(stderr, "make: no shape '%s' of %s functions\n", argv[1], argv[2]);
		return 1;
	}
	write_binary(&s, argv[4]);
	write_profile(&s, argv[4], path_of(argv[4], ".gprof"));
	write_gmon(&s, path_of(argv[4], ".gmon"));
	printf("%u functions, %zu calls\n", s.functions + s.nexternals, s.ncalls);
	return 0;
}

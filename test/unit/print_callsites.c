/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_callsites.c BINARY - for every address on the standard input (hexadecimal,
 * one a line) what the call before it calls: a name, an address or "?".
 */
#include "code/callsite.h"

#include <inttypes.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	struct gp_error e;
	struct elfobj o;
	uint64_t address;

	if (argc != 2 || elfobj_open(&o, argv[1], &e) < 0) {
		fprintf(stderr, "%s\n", argc == 2 ? e.text : "one binary is needed");
		return 2;
	}
	while (scanf("%" SCNx64, &address) == 1) {
		struct callee c = callsite_callee(&o, address);

		if (c.name)
			printf("%s\n", c.name);
		else if (c.address)
			printf("%" PRIx64 "\n", c.address);
		else
			puts("?");
	}
	elfobj_close(&o);
	return 0;
}

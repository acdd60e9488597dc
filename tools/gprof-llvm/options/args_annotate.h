/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_annotate.h - the command line of `annotate`: what it fills in; see args.h.
 */
#ifndef GPROF_OPTIONS_ARGS_ANNOTATE_H
#define GPROF_OPTIONS_ARGS_ANNOTATE_H

#include "annotate/print.h"
#include "options/args.h"

struct annotate_arguments {
	struct report_arguments select;
	bool by_instruction;
	bool json;
	bool text_only;     /* an option was given that is of the text */
	bool said;          /* which lines to show */
	struct annotate_style style;
	struct annotate_selection choice;
	/* Made by prepare(): */
	struct annotation annotation;
	uint32_t *functions; /* those chosen, in the order wanted */
	size_t nfunctions;
};

extern const struct argp args_annotate; /* how it looks, what is shown; 'input' is the whole */

#endif

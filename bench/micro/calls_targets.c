/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls_targets.c - the functions that calls.c calls. */
#include "calls.h"

unsigned small(unsigned x)
{
	return x * 3 + 1;
}

/* The constant keeps the linker from folding them into one. */
#define TARGET(n) static unsigned target_##n(unsigned x) { return x * 3 + 1##n; }
#define NAME(n) target_##n,

#define TEN(what, n) \
	what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) \
	what(n##5) what(n##6) what(n##7) what(n##8) what(n##9)
#define HUNDRED(what, n) \
	TEN(what, n##0) TEN(what, n##1) TEN(what, n##2) TEN(what, n##3) TEN(what, n##4) \
	TEN(what, n##5) TEN(what, n##6) TEN(what, n##7) TEN(what, n##8) TEN(what, n##9)
#define THOUSAND(what) \
	HUNDRED(what, 0) HUNDRED(what, 1) HUNDRED(what, 2) HUNDRED(what, 3) HUNDRED(what, 4) \
	HUNDRED(what, 5) HUNDRED(what, 6) HUNDRED(what, 7) HUNDRED(what, 8) HUNDRED(what, 9)

THOUSAND(TARGET)

unsigned (*const targets[TARGETS])(unsigned x) = { THOUSAND(NAME) };

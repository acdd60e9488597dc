/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calc.c - the program of the README's report: it reads formulas such as
 * "2 * (x + 1)" and computes them again and again, as a calculator that never compiles does.
 *
 * plot() computes a short formula very often, solve() a long one less often, both by evaluate().
 * sum(), product() and factor() call each other in a circle, since a formula may have brackets.
 */
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION __attribute__((noinline)) /* a row of its own: what is inlined has none */

struct formula {
	const char *next; /* what is not read yet */
	double x;
};

double sum(struct formula *f);

static char next_character(struct formula *f)
{
	while (*f->next == ' ')
		f->next++;
	return *f->next;
}

FUNCTION double factor(struct formula *f)
{
	double value;
	char *end;

	switch (next_character(f)) {
	case '(':
		f->next++;
		value = sum(f);
		f->next++;
		break;
	case 'x':
		f->next++;
		value = f->x;
		break;
	default:
		value = strtod(f->next, &end);
		f->next = end;
		break;
	}
	return value;
}

FUNCTION double product(struct formula *f)
{
	double value = factor(f);

	while (next_character(f) == '*') {
		f->next++;
		value *= factor(f);
	}
	return value;
}

FUNCTION double sum(struct formula *f)
{
	double value = product(f);
	char sign;

	while ((sign = next_character(f)) == '+' || sign == '-') {
		f->next++;
		value += sign == '+' ? product(f) : -product(f);
	}
	return value;
}

FUNCTION double evaluate(const char *text, double x)
{
	struct formula f = {.next = text, .x = x};

	return sum(&f);
}

FUNCTION double plot(void)
{
	double value, highest = 0;

	for (int i = 0; i < 4000000; i++)
		if ((value = evaluate("x * 2 + 1", i / 4e6)) > highest)
			highest = value;
	return highest;
}

FUNCTION double solve(void)
{
	double low = 0, high = 3, middle = 0;

	for (int i = 0; i < 700000; i++) {
		middle = (low + high) / 2;
		if (evaluate("(x * (x + 1.25) - 2 * x) * (0.5 + x * (x + 3)) - 7", middle) < 0)
			low = middle;
		else
			high = middle;
	}
	return middle;
}

int main(void)
{
	printf("highest %g, solution %g\n", plot(), solve());
	return 0;
}

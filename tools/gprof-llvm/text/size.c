/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * size.c - see size.h.
 */
#include "text/size.h"

#include <math.h>
#include <stdio.h>

void size_text(double bytes, char *text)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double n = fabs(bytes);
	unsigned unit = 0;
	int decimals;

	for (; n >= 999.5 && unit < 4; unit++)
		n /= 1024;
	decimals = !unit ? 0 : n < 9.995 ? 2 : n < 99.95 ? 1 : 0;
	snprintf(text, SIZE_TEXT, "%s%.*f %s", bytes < 0 ? "-" : "", decimals, n, units[unit]);
}

void amount_text(double amount, bool bytes, char *text)
{
	if (bytes)
		size_text(amount, text);
	else
		snprintf(text, SIZE_TEXT, "%.0f", amount);
}

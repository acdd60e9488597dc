/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * size.h - numbers of bytes for people: three digits, and B, KiB, MiB, GiB or TiB.
 */
#ifndef GPROF_TEXT_SIZE_H
#define GPROF_TEXT_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#define SIZE_TEXT 32 /* bytes of a text */

/* "0 B", "999 B", "1.5 KiB", "61.2 MiB"; negative ones have a sign. */
void size_text(double bytes, char *text);

/* The same of bytes; of blocks or calls the number. */
void amount_text(double amount, bool bytes, char *text);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keys.h - keys by name: a character is itself, others are <Enter>, <Down>, and so on; <lt> is
 * the character '<'.
 */
#ifndef GPROF_BROWSE_KEYS_H
#define GPROF_BROWSE_KEYS_H

/* The key at *text, which moves on; 0: the text ends; -1: no key has that name. */
int keys_next(const char **text);

/* The names that are known, for messages. */
#define KEYS_NAMES "<Up> <Down> <Left> <Right> <PgUp> <PgDn> <Home> <End> <Enter> <Backspace> " \
	"<Esc> <Tab> <S-Tab> <lt>"

#endif

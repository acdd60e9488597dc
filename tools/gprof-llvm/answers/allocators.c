/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * allocators.c - which functions of a program allocate or free, as far as their names say it:
 * many programs have allocators of their own, of which no list can know.  A sentence on them says
 * that names told it.
 */
#include "answers/kinds.h"
#include "text/demangle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORD 32  /* bytes of a word, with its end; longer ones say nothing here */
#define PREFIX 2 /* letters before "free" in a word: zfree, pfree, xfree */

/* The next word of "_PyObject_Malloc" or "AllocateFallback", in lower case; its end, or NULL. */
static const char *next_word(const char *at, char *word)
{
	size_t n = 0;

	at += strcspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (; isalpha((unsigned char)*at); at++) {
		if (n && isupper((unsigned char)*at) && islower((unsigned char)at[-1]))
			break;
		if (n < WORD - 1)
			word[n++] = tolower((unsigned char)*at);
	}
	word[n] = '\0';
	return n ? at : NULL;
}

static bool ends_in(const char *word, const char *end)
{
	size_t n = strlen(word), m = strlen(end);

	return n >= m && !strcmp(word + n - m, end);
}

/* "tupledealloc" and "palloc" too. */
static bool is_said_by(const char *word)
{
	return ends_in(word, "alloc") || ends_in(word, "allocate") ||
	       (ends_in(word, "free") && strlen(word) <= strlen("free") + PREFIX);
}

/* What is called is_free() or lock_free_push() frees nothing. */
static bool turns_round(const char *word)
{
	return !strcmp(word, "is") || !strcmp(word, "has") || !strcmp(word, "lock") ||
	       !strcmp(word, "wait");
}

static bool is_allocator(const char *name)
{
	char word[WORD], *base = strncmp(name, "_Z", 2) ? NULL : demangle_as(name, NAMES_BASE);
	bool said = false, turned = false;

	for (const char *at = base ? base : name; !turned && (at = next_word(at, word));) {
		turned = turns_round(word);
		said |= is_said_by(word);
	}
	free(base);
	return said && !turned;
}

bool *answer_find_allocators(const struct asked *q)
{
	const struct calltree *t = &q->program->calls;
	bool *asked = gp_alloc(q->graph->nnodes, sizeof *asked);
	bool *found = gp_alloc(q->graph->nnodes, sizeof *found);

	for (size_t i = 0; i < t->n; i++) {
		uint32_t node = t->items[i].node;

		if (!asked[node] && q->program->functions[node].instrumented)
			found[node] = is_allocator(q->graph->nodes[node].name);
		asked[node] = true;
	}
	free(asked);
	return found;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * allocators.c - which functions of a program allocate or free.  Many programs have allocators of
 * their own, of which no list can know, so their names say it, and a sentence on them says that.
 * A name alone proves nothing: free_energy() computes.  So the function must reach memory, by any
 * calls that were counted, measured or in the program text; or have the name of one that does, but
 * for the word: PoolFree() may only keep what PoolAlloc() takes.
 */
#include "insights/internal.h"
#include "text/demangle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORD 32  /* bytes of a word, with its end; longer ones say nothing here */
#define STEM 128 /* the same of the other words together */
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

/* is_free() and lock_free_push() free nothing. */
static bool turns_round(const char *word)
{
	return !strcmp(word, "is") || !strcmp(word, "has") || !strcmp(word, "lock") ||
	       !strcmp(word, "wait");
}

/* A name that says that it allocates or frees: its other words, in lower case, in 'stem'. */
static bool says_so(const char *name, char stem[STEM])
{
	char word[WORD], *base = strncmp(name, "_Z", 2) ? NULL : demangle_as(name, NAMES_BASE);
	bool said = false, turned = false;

	stem[0] = '\0';
	for (const char *at = base ? base : name; !turned && (at = next_word(at, word));) {
		turned = turns_round(word);
		if (is_said_by(word))
			said = true;
		else if (strlen(stem) + strlen(word) < STEM)
			strcat(stem, word);
	}
	free(base);
	return said && !turned;
}

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

bool insight_is_allocation(const struct insight_context *q, uint32_t node)
{
	static const char *const names[] = {
		"malloc", "free", "calloc", "realloc", "posix_memalign", "aligned_alloc",
		"memalign", "reallocarray", "strdup", "strndup", "cfree",
	};
	const char *name = q->graph->nodes[node].name;

	if (q->program->functions[node].instrumented)
		return false;
	/* operator new, new[], delete, delete[] */
	return is_one_of(name, names, sizeof names / sizeof *names) ||
	       !strncmp(name, "_Znw", 4) || !strncmp(name, "_Zna", 4) ||
	       !strncmp(name, "_Zdl", 4) || !strncmp(name, "_Zda", 4);
}

static bool is_memory(const struct insight_context *q, uint32_t node)
{
	static const char *const names[] = { "mmap", "mmap64", "munmap", "mremap", "brk", "sbrk" };

	return insight_is_allocation(q, node) ||
	       (!q->program->functions[node].instrumented &&
		is_one_of(q->graph->nodes[node].name, names, sizeof names / sizeof *names));
}

/* By node: true if its calls lead to memory; the caller frees it. */
static bool *find_reaching(const struct insight_context *q)
{
	const struct graph *g = q->graph;
	bool *reaches = gp_alloc(g->nnodes, sizeof *reaches);
	uint32_t *left = gp_alloc(g->nnodes, sizeof *left);
	size_t n = 0;

	for (uint32_t i = 0; i < g->nnodes; i++)
		if ((reaches[i] = is_memory(q, i)))
			left[n++] = i;
	while (n) {
		uint32_t node = left[--n];

		for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
			uint32_t from = g->arcs[g->in[i]].from;

			if (!reaches[from]) {
				reaches[from] = true;
				left[n++] = from;
			}
		}
	}
	free(left);
	return reaches;
}

/* Stems of all functions that say so and reach memory. */
static void find_stems(const struct insight_context *q, const bool *reaches, struct gp_names *stems)
{
	char stem[STEM], *copy;
	int created;

	for (uint32_t i = 0; i < q->graph->nnodes; i++) {
		if (!reaches[i] || !q->program->functions[i].instrumented ||
		    !says_so(q->graph->nodes[i].name, stem) || !stem[0])
			continue;
		copy = gp_strdup(stem);
		*gp_names_put(stems, copy, &created) = i;
		if (!created)
			free(copy);
	}
}

static void release_stems(struct gp_names *stems)
{
	for (size_t i = 0; i < stems->room; i++)
		free((char *)stems->slots[i].key);
	gp_names_release(stems);
}

/* Takes out functions that have nothing but the word in their name as evidence. */
static void keep_reaching(const struct insight_context *q, bool *found)
{
	bool *reaches = find_reaching(q);
	struct gp_names stems = { 0 };
	char stem[STEM];

	find_stems(q, reaches, &stems);
	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (found[i] && !reaches[i])
			found[i] = says_so(q->graph->nodes[i].name, stem) &&
				   gp_names_get(&stems, stem) != GP_NONE;
	release_stems(&stems);
	free(reaches);
}

bool *insight_find_allocators(const struct insight_context *q)
{
	const struct calltree *t = &q->program->calls;
	bool *asked = gp_alloc(q->graph->nnodes, sizeof *asked);
	bool *found = gp_alloc(q->graph->nnodes, sizeof *found), any = false;
	char stem[STEM];

	for (size_t i = 0; i < t->n; i++) {
		uint32_t node = t->items[i].node;

		if (!asked[node] && q->program->functions[node].instrumented)
			any |= found[node] = says_so(q->graph->nodes[node].name, stem);
		asked[node] = true;
	}
	free(asked);
	if (any)
		keep_reaching(q, found);
	return found;
}

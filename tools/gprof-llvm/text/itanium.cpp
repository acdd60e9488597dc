/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * itanium.cpp - see itanium.h.  In C++, for LLVM's demangler has no other interface that tells the
 * parts of a name.
 */
#include "text/itanium.h"

#include <llvm/Demangle/Demangle.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 4096 /* bytes of a linkage name: the parser's depth is bounded by nothing else */

typedef llvm::ItaniumPartialDemangler names;

/* What stands at 'at' is part of an operator's name, or an arrow, and closes no list. */
static size_t symbol(const char *text, const char *at)
{
	static const char word[] = "operator";
	const size_t n = sizeof word - 1;

	if (!strncmp(at, "->", 2))
		return 2;
	if ((size_t)(at - text) < n || memcmp(at - n, word, n))
		return 0;
	return strspn(at, "<=>-");
}

/* Cuts the lists of template arguments out of a text. */
static void cut_arguments(char *text)
{
	char *to = text;
	int depth = 0, round = 0; /* round: parentheses inside the outermost list */

	for (char *at = text; *at;) {
		size_t n = symbol(text, at);

		if (n && !depth) {
			memmove(to, at, n);
			to += n;
		}
		at += n;
		if (n)
			continue;
		if (depth)
			round += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		if (!round && *at == '<')
			depth++;
		else if (!round && depth && *at == '>')
			depth--;
		else if (!depth)
			*to++ = *at;
		at++;
	}
	*to = 0;
}

/* The own name comes apart: it may be that of an operator, before its arguments. */
static char *base(names &n)
{
	char *scope, *own = n.getFunctionBaseName(nullptr, nullptr), *whole;
	size_t size;

	scope = own ? n.getFunctionDeclContextName(nullptr, nullptr) : nullptr;
	if (!scope || !*scope) {
		free(scope);
		return own;
	}
	cut_arguments(scope);
	size = strlen(scope) + strlen(own) + 3;
	whole = static_cast<char *>(malloc(size));
	if (whole) {
		strcpy(whole, scope);
		strcat(whole, "::");
		strcat(whole, own);
	}
	free(scope);
	free(own);
	return whole;
}

extern "C" char *itanium_name(const char *linkage, enum name_form form)
{
	names n;

	if (strnlen(linkage, LONGEST) == LONGEST || strncmp(linkage, "_Z", 2) ||
	    n.partialDemangle(linkage))
		return nullptr;
	if (form == NAMES_FULL || !n.isFunction())
		return n.finishDemangle(nullptr, nullptr);
	return form == NAMES_BASE ? base(n) : n.getFunctionName(nullptr, nullptr);
}

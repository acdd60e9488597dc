/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * asm_runtime INPUT.s OUTPUT [alone] - runs at build time: turns the compiler's assembly of the
 * runtime into inline assembly that the plugin puts into the module with main (pass/embed.c).
 *
 * - Names that are local to the runtime must not meet the program's: 'f' becomes 'gp.f',
 *   which no C identifier can be; the compiler's own labels '.L...' become '.Lgp....'.
 * - All sections belong to one group, GROUP: a linker that meets a second copy drops it.
 *   Code goes to the section GPROF_SEC_TEXT. Symbols become weak: a copy made of bitcode,
 *   which has a group for each symbol, may be linked beside this one.
 * - What the runtime refers to weakly it refers to by another name (.weakref), so that the
 *   program's own reference to the same symbol stays strong.
 * - Inline assembly writes a dollar sign as two.
 *
 * The text stands inside a naked function, whose unwind table it ends and begins anew; with
 * 'alone' it is a file for an assembler, with single dollar signs (asm_data.c reads the object).
 *
 * Cost: linear, but for a look-up of each name among a thousand, sorted.
 */
#include <gprof-llvm/format.h>

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP "__gprof_runtime,comdat"
#define NAME 128
#define LINE 4096

enum kind {
	DEFINED = 1, /* has a label, or is .comm */
	GLOBAL = 2,
	WEAK = 4,
	HIDDEN = 8,
};

struct name {
	char text[NAME];
	unsigned kinds; /* enum kind */
};

static bool alone;

struct names {
	struct name *items; /* owned; sorted once collected */
	size_t n, room;
};

static void die(const char *what, const char *subject)
{
	fprintf(stderr, "asm_runtime: %s '%s'\n", what, subject);
	exit(1);
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static size_t name_length(const char *s)
{
	size_t n = 0;

	while (in_name(s[n]))
		n++;
	return n;
}

static void names_add(struct names *names, const char *text, unsigned kind)
{
	size_t length = name_length(text);

	if (length >= NAME)
		die("name too long:", text);
	if (names->n == names->room) {
		names->room = names->room ? 2 * names->room : 1024;
		names->items = realloc(names->items, names->room * sizeof *names->items);
		if (!names->items)
			die("out of memory at", text);
	}
	memcpy(names->items[names->n].text, text, length);
	names->items[names->n].text[length] = 0;
	names->items[names->n++].kinds = kind;
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

/* Sorts, and makes one of what was added several times. */
static void names_sort(struct names *names)
{
	size_t n = 0;

	qsort(names->items, names->n, sizeof *names->items, compare);
	for (size_t i = 0; i < names->n; i++) {
		if (n && !strcmp(names->items[n - 1].text, names->items[i].text))
			names->items[n - 1].kinds |= names->items[i].kinds;
		else
			names->items[n++] = names->items[i];
	}
	names->n = n;
}

static unsigned kinds_of(const struct names *names, const char *text, size_t length)
{
	struct name key;
	const struct name *found;

	if (length >= NAME)
		return 0;
	memcpy(key.text, text, length);
	key.text[length] = 0;
	found = bsearch(&key, names->items, names->n, sizeof key, compare);
	return found ? found->kinds : 0;
}

/* The rest of the line after a directive, or NULL. */
static const char *after(const char *line, const char *directive)
{
	size_t length = strlen(directive);

	return strncmp(line, directive, length) ? NULL : line + length;
}

static void collect(struct names *names, const char *line)
{
	const char *rest;

	if (in_name(*line) && strncmp(line, ".L", 2) && line[name_length(line)] == ':')
		names_add(names, line, DEFINED);
	else if ((rest = after(line, "\t.comm\t")))
		names_add(names, rest, DEFINED);
	else if ((rest = after(line, "\t.globl\t")))
		names_add(names, rest, GLOBAL);
	else if ((rest = after(line, "\t.weak\t")))
		names_add(names, rest, WEAK);
	else if ((rest = after(line, "\t.hidden\t")))
		names_add(names, rest, HIDDEN);
}

/* A name as the program's module may have it. */
static void put_name(const struct names *names, const char *name, size_t length, FILE *out)
{
	unsigned kinds = kinds_of(names, name, length);

	if (!strncmp(name, ".L", 2))
		fprintf(out, ".Lgp.%.*s", (int)length - 2, name + 2);
	else if (kinds == DEFINED || kinds == WEAK)
		fprintf(out, "gp.%.*s", (int)length, name);
	else
		fprintf(out, "%.*s", (int)length, name);
}

/* Operands: registers and what follows an @ are no symbols. */
static void put_operands(const struct names *names, const char *s, FILE *out)
{
	bool quoted = false;

	while (*s && *s != '\n') {
		size_t length = name_length(s);
		bool symbol = length && !isdigit((unsigned char)*s) && s[-1] != '%' && s[-1] != '@';

		if (*s == '"' && s[-1] != '\\')
			quoted = !quoted;
		if (!quoted && *s == '#')
			break;
		if (!quoted && symbol) {
			put_name(names, s, length, out);
			s += length;
		} else if (!quoted && length) {
			fwrite(s, 1, length, out);
			s += length;
		} else {
			fputs(*s == '$' && !alone ? "$$" : (char[]){ *s, 0 }, out);
			s++;
		}
	}
	fputc('\n', out);
}

static bool is_prefix(const char *word, size_t length)
{
	static const char *const prefixes[] = { "lock", "rep", "repe", "repne", "notrack" };

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (strlen(prefixes[i]) == length && !memcmp(prefixes[i], word, length))
			return true;
	return false;
}

static void put_instruction(const struct names *names, const char *line, FILE *out)
{
	const char *s = line + strspn(line, "\t ");
	size_t length = name_length(s);

	while (is_prefix(s, length)) {
		s += length + strspn(s + length, "\t ");
		length = name_length(s);
	}
	fwrite(line, 1, (size_t)(s + length - line), out);
	put_operands(names, s + length, out);
}

/* "NAME",FLAGS,TYPE[,SIZE] of .section: the flag G after the others, the group at the end. */
static void put_section(const char *rest, FILE *out)
{
	const char *flags = strstr(rest, ",\"");
	const char *end = flags ? strchr(flags + 2, '"') : NULL;

	if (!end)
		die("cannot read the section", rest);
	fprintf(out, "\t.section\t%.*sG%.*s," GROUP "\n", (int)(end - rest), rest,
		(int)strcspn(end, "\n"), end);
}

static void put_common(const struct names *names, const char *rest, FILE *out)
{
	size_t length = name_length(rest);
	unsigned size, align;

	if (sscanf(rest + length, ",%u,%u", &size, &align) != 2)
		die("cannot read the size of", rest);
	fprintf(out, "\t.pushsection\t.bss.__gprof_rt,\"awG\",@nobits," GROUP "\n\t.balign\t%u\n",
		align);
	put_name(names, rest, length, out);
	fprintf(out, ":\n\t.zero\t%u\n\t.popsection\n", size);
}

/* What the module says once, for itself. */
static bool is_dropped(const char *line)
{
	static const char *const dropped[] = { "\t.file", "\t.ident", "\t.addrsig", "\t.local\t",
					       "\t.section\t\".note.GNU-stack\"" };

	for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
		if (after(line, dropped[i]))
			return true;
	return *line == '#' || *line == '\n';
}

static void put_line(const struct names *names, const char *line, FILE *out)
{
	const char *rest;

	if (is_dropped(line))
		return;
	if (in_name(*line)) {
		put_name(names, line, name_length(line), out);
		fputs(":\n", out);
	} else if (!strcmp(line, "\t.text\n")) {
		put_section(GPROF_SEC_TEXT ",\"ax\",@progbits\n", out);
	} else if (!strcmp(line, "\t.data\n")) {
		put_section(".data.__gprof_rt,\"aw\",@progbits\n", out);
	} else if (!strcmp(line, "\t.bss\n")) {
		put_section(".bss.__gprof_rt,\"aw\",@nobits\n", out);
	} else if ((rest = after(line, "\t.section\t"))) {
		put_section(rest, out);
	} else if ((rest = after(line, "\t.comm\t"))) {
		put_common(names, rest, out);
	} else if ((rest = after(line, "\t.globl\t"))) {
		fprintf(out, "\t.weak\t%s", rest);
	} else if ((rest = after(line, "\t.weak\t"))) {
		if (kinds_of(names, rest, name_length(rest)) == WEAK)
			fprintf(out, "\t.weakref\tgp.%.*s, %s", (int)name_length(rest), rest, rest);
		else
			fputs(line, out);
	} else {
		put_instruction(names, line, out);
	}
}

static void next_line(char line[LINE], FILE *in, bool *more)
{
	*more = fgets(line, LINE, in);
	if (*more && !strchr(line, '\n'))
		die("line too long:", line);
}

int main(int argc, char **argv)
{
	struct names names = { 0 };
	char line[LINE];
	FILE *in, *out;
	bool more;

	alone = argc == 4 && !strcmp(argv[3], "alone");
	if (argc != 3 && !alone)
		die("usage: asm_runtime INPUT.s OUTPUT; there are", "other arguments");
	in = fopen(argv[1], "r");
	out = fopen(argv[2], "w");
	if (!in || !out)
		die("cannot open", in ? argv[2] : argv[1]);
	for (next_line(line, in, &more); more; next_line(line, in, &more))
		collect(&names, line);
	names_sort(&names);
	rewind(in);
	if (!alone)
		fputs("\n\t.cfi_endproc\n\t.pushsection\t" GPROF_SEC_TEXT
		      ",\"axG\",@progbits," GROUP "\n", out);
	for (next_line(line, in, &more); more; next_line(line, in, &more))
		put_line(&names, line, out);
	if (!alone)
		fputs("\t.popsection\n\t.cfi_startproc\n", out);
	if (ferror(in) || fclose(out))
		die("cannot write", argv[2]);
	fclose(in);
	free(names.items);
	return 0;
}

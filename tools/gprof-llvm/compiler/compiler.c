/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * compiler.c - see compiler.h.
 *
 * What starts others is known by its name, and so is, after it, the compiler: options of
 * such programs take words of their own, and which ones do is theirs to know.
 */
#include "compiler/compiler.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of a program's name without its version: of clang-22 or gcc-12.2. */
static size_t stem_length(const char *name)
{
	size_t n = strlen(name);

	while (n && strchr("0123456789.", name[n - 1]))
		n--;
	return n - (n && n < strlen(name) && name[n - 1] == '-');
}

/* Returns true if a path is to a program of that name, as in x86_64-linux-gnu-gcc-12 for gcc. */
static bool is_named(const char *path, const char *wanted)
{
	const char *name = gp_basename(path);
	size_t n = stem_length(name), length = strlen(wanted);

	return n >= length && !strncmp(name + n - length, wanted, length) &&
	       (n == length || name[n - length - 1] == '-');
}

static bool is_one_of(const char *path, const char *const *names)
{
	for (; *names; names++)
		if (is_named(path, *names))
			return true;
	return false;
}

static const char *const gccs[] = { "gcc", "g++", NULL };

/* What starts the command after it. */
static const char *const launchers[] = {
	"env",	  "nice",    "nohup",	"ionice",     "chrt",	 "taskset",  "setarch",
	"stdbuf", "time",    "timeout", "ccache",     "sccache", "distcc",   "icecc",
	"pump",	  "gomacc",  "goma",	"buildcache", "recc",	 "rewrapper", "strace",
	"ltrace", "unshare", "sudo",	NULL,
};

/* Those that have their LLVM's number, in their names or in a folder's. */
static const char *const numbered[] = { "clang", "clang++", "flang", "flang-new", NULL };

static const char *const compilers[] = {
	"clang", "clang++", "flang", "flang-new", "cc",	   "c++", "gcc",
	"g++",	 "mpicc",   "mpicxx", "mpic++",	  "mpifort", "mpif90", "rustc",
	NULL,
};

/*
 * The program that a command is, with all links followed; NULL: none.  To be freed.  A link of a
 * compiler's name to ccache, as in /usr/lib/ccache, starts the next one of that name in PATH.
 */
static char *find_program(const char *command)
{
	const char *path = getenv("PATH"), *end;

	if (strchr(command, '/') || !path)
		return realpath(command, NULL);
	for (; *path; path = end + (*end == ':')) {
		char *file, *real;

		end = strchrnul(path, ':');
		file = gp_format("%.*s/%s", (int)(end - path), path, command);
		real = access(file, X_OK) == 0 ? realpath(file, NULL) : NULL;
		free(file);
		if (real && !is_one_of(real, launchers))
			return real;
		free(real);
	}
	return NULL;
}

/* The number at the end of a name: of clang-22, clang++-14.0, llvm22; 0: none. */
static unsigned number_behind(const char *name, size_t stem)
{
	return strtoul(name + stem + (name[stem] == '-'), NULL, 10);
}

/*
 * The same of the folder that a compiler is installed in: llvm-22/bin/clang.  Those above it say
 * nothing of it: a build of this project is in one called llvm-22, too.
 */
static unsigned number_of_folder(const char *path)
{
	size_t folder = 0, last = 0, n = 0;
	const char *name;

	for (const char *s = path; (s = strchr(s, '/')); s++) {
		folder = last;
		last = n;
		n = s - path + 1;
	}
	if (n - last != strlen("bin/") || strncmp(path + last, "bin/", strlen("bin/")))
		return 0;
	name = strstr(path + folder, "llvm");
	return name && name < path + last ? number_behind(name, strlen("llvm")) : 0;
}

static bool has_number(const char *compiler)
{
	return is_one_of(compiler, numbered);
}

bool compiler_found(const char *compiler)
{
	char *program = find_program(compiler);

	free(program);
	return program;
}

unsigned compiler_llvm(const char *compiler)
{
	char *program = find_program(compiler);
	const char *path = program && has_number(program) ? program : compiler;
	unsigned n = 0;

	if (has_number(path)) {
		const char *name = gp_basename(path);

		n = number_behind(name, stem_length(name));
		n = n ? n : number_of_folder(path);
	}
	free(program);
	return n;
}

bool compiler_is_rust(const char *compiler)
{
	return is_named(compiler, "rustc");
}

bool compiler_is_flang(const char *compiler)
{
	return is_named(compiler, "flang") || is_named(compiler, "flang-new");
}

/* GCC's own message names an option that its user did not write. */
static int check(const char *compiler, struct gp_error *e)
{
	char *program = find_program(compiler);
	bool gcc = is_one_of(program ? program : compiler, gccs);

	free(program);
	if (!gcc)
		return 0;
	return gp_fail(e, "'%s' is GCC, which cannot load the plugin: name a clang", compiler);
}

int compiler_find(char **argv, int first, int argc, struct gp_error *e)
{
	int at = first;

	if (is_one_of(argv[first], launchers))
		for (at = first + 1; at < argc; at++)
			if (*argv[at] != '-' && !strchr(argv[at], '=') &&
			    is_one_of(argv[at], compilers))
				break;
	if (at == argc)
		return gp_fail(e, "no compiler behind '%s': name a clang", argv[first]);
	return check(argv[at], e) < 0 ? -1 : at;
}

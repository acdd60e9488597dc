# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""million - a generated program with 1,000,000 counters.

FILES files of FUNCTIONS functions with CALLS calls each, and one function per
file that calls these:

    million few THREADS     every thread runs the functions of one file
    million all THREADS     every thread runs all of them

All threads live at the same time, so each has counters of its own.
"""

import os

from . import programs

FILES, FUNCTIONS, CALLS = 100, 100, 98
# Of one file: each function's calls and its entry, the file's calls and its entry.
COUNTERS = FILES * (FUNCTIONS * (CALLS + 1) + FUNCTIONS + 1)

MAIN = """\
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

%(prototypes)s
static void (*const files[])(void) = { %(names)s };
static pthread_barrier_t all_live;
static int count;

static void *run(void *argument)
{
	for (int i = 0; i < count; i++)
		files[i]();
	pthread_barrier_wait(&all_live);
	return argument;
}

int main(int argc, char **argv)
{
	int threads = atoi(argv[2]);
	pthread_t *ids = calloc(threads, sizeof(*ids));

	count = strcmp(argv[1], "all") ? 1 : %(files)d;
	pthread_barrier_init(&all_live, NULL, threads);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, run, NULL))
			return 1;
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	return argc != 3;
}
"""


def file_text(number):
    lines = ["void leaf(void);"]
    for function in range(FUNCTIONS):
        lines += ["static __attribute__((noinline)) void f%d(void)" % function, "{",
                  *["\tleaf();"] * CALLS, "}"]
    lines += ["void file%d(void)" % number, "{",
              *("\tf%d();" % function for function in range(FUNCTIONS)), "}"]
    return "\n".join(lines) + "\n"


def generate(work):
    folder = os.path.join(work, "million", "src")
    os.makedirs(folder, exist_ok=True)

    def write(name, text):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)

    for number in range(FILES):
        write("file%03d.c" % number, file_text(number))
    write("leaf.c", "void leaf(void)\n{\n}\n")
    names = ["file%d" % number for number in range(FILES)]
    write("main.c", MAIN % {"prototypes": "".join("void %s(void);\n" % n for n in names),
                            "names": ", ".join(names), "files": FILES})


PROGRAM = programs.Program(
    "million", programs.C, ["-O1"], ["-lpthread"], generate,
    lambda work: programs.files(os.path.join(work, "million", "src"), "*.c"),
    lambda _work, how: [how, "64"])

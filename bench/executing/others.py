# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""others - more programs, which nothing was tuned with: mujs, an interpreter in C whose errors are
longjmp(), and in C++ MiniSat, a solver with templates and exceptions; snappy, which compresses;
double-conversion, which reads and writes numbers; and hunspell, which checks spelling.
"""

import os
import random

from costing import programs, shell

SCRIPT = """
function sieve(n) { var s = [], i, k, c = 0; for (i = 2; i < n; i++) { if (s[i]) continue; c++;
  for (k = i * 2; k < n; k += i) s[k] = 1; } return c; }
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function thrower(n) { if (n % 3 == 0) throw new Error("three " + n); return n; }
var sum = 0, words = {}, text = "", i;
for (i = 0; i < 300; i++) { try { sum += thrower(i); } catch (e) { sum += e.message.length; } }
for (i = 0; i < 400; i++) { text += "w" + (i * 7919 % 97) + " "; }
text.replace(/w(\\d+) /g, function (all, n) { words[n] = (words[n] || 0) + 1; return n; });
print(sieve(3000), fib(16), sum, JSON.stringify(words).length, Object.keys(words).sort()[3]);
"""


def made(work, name, text):
    path = os.path.join(work, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def formula(variables, clauses):
    """Three different variables a clause: hard near 4.26 clauses a variable."""
    chance = random.Random(1962)
    lines = ["p cnf %d %d" % (variables, clauses)]
    for _ in range(clauses):
        lines.append(" ".join(str(v * chance.choice((-1, 1)))
                              for v in chance.sample(range(1, variables + 1), 3)) + " 0")
    return "\n".join(lines) + "\n"


def package(name):
    return lambda _work: shell.call("fetch_source", name, os.path.join(shell.ROOT, "build/src"))


def mujs():
    tree = programs.source_tree("mujs")
    return programs.Program(
        "mujs", programs.C, [], ["-lm"], package("mujs"),
        lambda _work: programs.files(tree, "*.c", without=("one.c", "pp.c")),
        lambda work, _size, _threads=1: [made(work, "script.js", SCRIPT)])


def minisat():
    tree = programs.source_tree("minisat2")
    return programs.Program(
        "minisat", programs.CXX,
        ["-std=c++98", "-D__STDC_LIMIT_MACROS", "-D__STDC_FORMAT_MACROS", "-I" + tree], ["-lz"],
        package("minisat2"),
        lambda _work: programs.files(tree, "minisat/simp/Main.cc", "minisat/simp/SimpSolver.cc",
                                     "minisat/core/Solver.cc", "minisat/utils/*.cc"),
        lambda work, _size, _threads=1: ["-verb=0", made(work, "formula.cnf",
                                                         formula(120, 511)), "/dev/null"])


# What cmake would make of snappy's templates.
SNAPPY_PUBLIC = """#pragma once
#include <cstddef>
#include <sys/uio.h>
"""


def fetch_snappy(work):
    package("snappy")(work)
    folder = os.path.join(programs.source_tree("snappy"), "made")
    os.makedirs(folder, exist_ok=True)
    made(folder, "snappy-stubs-public.h", SNAPPY_PUBLIC)


def snappy():
    tree = programs.source_tree("snappy")
    return programs.Program(
        "snappy", programs.CXX,
        ["-std=c++14", "-DNDEBUG", "-DHAVE_SYS_TIME_H", "-I" + tree, "-I" + tree + "/made"], [],
        fetch_snappy,
        lambda _work: programs.files(tree, "snappy*.cc", without=("fuzzer.cc", "benchmark.cc",
                                                                  "unittest.cc")),
        lambda _work, _size, _threads=1: [os.path.join(tree, "testdata", name)
                                          for name in ("html", "alice29.txt")])


def double_conversion():
    """Without its tests of many thousand numbers."""
    tree = programs.source_tree("double-conversion")
    tests = ["test-conversions", "test-bignum", "test-ieee", "test-diy-fp", "test-strtod",
             "FastDtoaShortestVariousDoubles", "FastFixedVariousDoubles", "DtoaCorners",
             "BignumDtoaVariousDoubles"]
    return programs.Program(
        "double-conversion", programs.CXX, ["-DNDEBUG", "-I" + tree], [],
        package("double-conversion"),
        lambda _work: programs.files(tree, "double-conversion/*.cc", "test/cctest/*.cc"),
        lambda _work, _size, _threads=1: tests)


def hunspell():
    tree = programs.source_tree("hunspell")
    words = os.path.join(tree, "tests", "sug")
    return programs.Program(
        "hunspell", programs.CXX,
        ["-std=c++11", "-DHUNSPELL_STATIC", "-I" + tree + "/src/hunspell"], [],
        package("hunspell"),
        lambda _work: programs.files(tree, "src/hunspell/*.cxx", "src/tools/example.cxx"),
        lambda _work, _size, _threads=1: [words + ".aff", words + ".dic", words + ".wrong"])


SUITE = {program.name: program for program in (mujs(), minisat(), snappy(), double_conversion(),
                                               hunspell())}

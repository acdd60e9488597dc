# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""programs - what bench/precision runs: the suite of bench/cost, and three programs that
no test and no other bench has (gawk, brotli, zopfli).

A run is so many units of work; calibrate() says how many take a time.
"""

import os

from costing import measure, programs, shell

PROBE = 0.7     # s of CPU time that a run must take at least to calibrate by it


class Work:
    """A program with a number of threads.

    command(work, n)    arguments of a run of n units, n >= 1
    """

    def __init__(self, name, program, threads, command):
        self.name, self.program, self.threads, self.command = name, program, threads, command

    def calibrate(self, binary, work, seconds):
        """Units that take about so many seconds of CPU time."""
        n = 1
        while True:
            took = measure.run([binary, *self.command(work, n)], under=work).cpu
            if took >= PROBE or n >= 1 << 16:
                return max(1, round(n * seconds / took))
            n *= 4


def text(work):
    return programs.text_input(work, "small")


def brotli():
    tree = programs.source_tree("brotli")
    return programs.Program(
        "brotli", programs.C, ["-I" + tree + "/c/include", "-DOS_LINUX"], ["-lm"],
        lambda _work: shell.call("brotli_sources"),
        lambda _work: programs.files(tree, "c/common/*.c", "c/dec/*.c", "c/enc/*.c",
                                     "c/tools/*.c"), None)


def zopfli():
    tree = programs.source_tree("zopfli")
    return programs.Program(
        "zopfli", programs.C, [], ["-lm"], lambda _work: shell.call("zopfli_sources"),
        lambda _work: programs.files(tree, "src/zopfli/*.c"), None)


GAWK = ("array", "awkgram", "builtin", "cint_array", "command", "debug", "eval", "ext", "field",
        "floatcomp", "gawkapi", "gawkmisc", "int_array", "io", "main", "mpfr", "msg", "node",
        "profile", "re", "replace", "str_array", "symbol", "version")
GAWK_FOLDERS = ("DEFPATH", "DEFLIBPATH", "LOCALEDIR")
SUPPORT = ("dfa", "getopt", "getopt1", "localeinfo", "pma", "random", "regex")
WORDS = ('{ for (i = 1; i <= NF; i++) { n[$i]++; t += length($i); if ($i ~ /^[aeiou].*s$/) v++ } } '
         'END { for (w in n) { gsub(/[aeiou]/, "", w); k[substr(w, 1, 3)] += 1 } print t, v }')


def gawk():
    tree = programs.source_tree("gawk")
    folders = ['-D%s="."' % name for name in GAWK_FOLDERS]
    return programs.Program(
        "gawk", programs.C,
        ["-DHAVE_CONFIG_H", "-DGAWK", '-DSHLIBEXT="so"', *folders, "-I" + tree,
         "-I" + tree + "/support"], ["-lm", "-ldl"],
        lambda _work: shell.call("gawk_sources"),
        lambda _work: [os.path.join(tree, name + ".c") for name in GAWK] +
        [os.path.join(tree, "support", name + ".c") for name in SUPPORT], None)


def repeated(options):
    """The same file several times."""
    return lambda work, n: [*options, *[text(work)] * n]


def brotli_command(work, n):
    """brotli does not take the same file twice."""
    path = os.path.join(work, "text.%d" % n)
    if not os.path.exists(path):
        with open(text(work), "rb") as file:
            once = file.read()
        with open(path + ".new", "wb") as file:
            file.writelines([once] * n)
        os.replace(path + ".new", path)
    return ["-c", "-q", "7", path]


def leveldb_command(threads):
    def command(_work, n):
        return ["--db=" + measure.SCRATCH, "--threads=%d" % threads,
                "--num=%d" % max(1, 10000 * n // threads), "--reads=%d" % (40000 * n // threads),
                "--benchmarks=fillseq,readrandom,readseq,readreverse,readrandom"]
    return command


def lua_command(_work, n):
    return [os.path.join(shell.ROOT, "bench", "lua", "workload.lua"), "%g" % (0.02 * n)]


def works():
    suite = programs.SUITE
    found = [
        Work("lua", suite["lua"], 1, lua_command),
        Work("sqlite", suite["sqlite"], 1,
             lambda _work, n: ["--size", str(4 * n), ":memory:"]),
        Work("zstd", suite["zstd"], 1, repeated(["-q", "-f", "-9", "-c"])),
        Work("zstd-8", suite["zstd"], 8, repeated(["-q", "-f", "-9", "-T8", "-B256K", "-c"])),
        Work("leveldb", suite["leveldb"], 2, leveldb_command(2)),
        Work("bzip2", suite["bzip2"], 1, repeated(["-c"])),
        Work("gawk", gawk(), 1, repeated([WORDS])),
        Work("brotli", brotli(), 1, brotli_command),
        Work("zopfli", zopfli(), 1, repeated(["-c", "--i1"])),
    ]
    return {work.name: work for work in found}

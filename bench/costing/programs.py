# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""programs - the programs of the suite.

Their sources come from Debian's source packages.  A workload takes about a second
of CPU time in the plain build ("full"), a tenth of that ("small", for peers
that are ten times slower and more), or about ten seconds ("long").
Workloads are the same on every machine.
"""

import glob
import os
import random

from . import measure, shell

C, CXX = "c", "c++"
# Bytes of text to compress.
INPUT_SIZE = {"full": 16_000_000, "small": 2_000_000, "long": 160_000_000}


class Program:
    """name, language; flags and libraries of its build.

    fetch(work)         makes the sources available
    sources(work)       the files to compile
    arguments(work, size, threads)  of one run; it writes below measure.SCRATCH only
    threads             numbers of threads that the part samples runs it with
    """

    def __init__(self, name, language, flags, libraries, fetch, sources, arguments,
                 threads=(1,)):
        self.name = name
        self.language = language
        self.flags = flags
        self.libraries = libraries
        self.fetch = fetch
        self.sources = sources
        self.arguments = arguments
        self.threads = threads


def source_tree(package):
    return os.path.join(shell.ROOT, "build", "src", package)


def files(folder, *patterns, without=()):
    found = []
    for pattern in patterns:
        found += glob.glob(os.path.join(folder, pattern))
    return sorted(f for f in found if not f.endswith(tuple(without)))


def text_input(work, size):
    """Words by Zipf's law from a made-up vocabulary: compresses to about a third."""
    path = os.path.join(work, "text." + size)
    if os.path.exists(path):
        return path
    chance = random.Random(1982)
    letters = "etaoinshrdlucmfwyp"
    vocabulary = ["".join(chance.choices(letters, k=chance.randint(2, 10)))
                  for _ in range(20000)]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    with open(path + ".new", "w") as file:
        written = 0
        while written < INPUT_SIZE[size]:
            written += file.write(" ".join(chance.choices(vocabulary, weights, k=100000)) + "\n")
    os.replace(path + ".new", path)
    return path


# ------------------------------------------------------------------ Lua, SQLite

def lua():
    def arguments(_work, size, _threads=1):
        script = os.path.join(shell.ROOT, "bench", "lua", "workload.lua")
        return [script, {"full": "0.8", "small": "0.08", "long": "8"}[size]]

    return Program(
        "lua", C, ["-DLUA_USE_LINUX"], ["-lm", "-ldl"],
        lambda work: shell.call("lua_sources", os.path.join(work, "lua/src")),
        lambda work: files(os.path.join(work, "lua/src"), "*.c"), arguments)


def sqlite():
    def arguments(_work, size, _threads=1):
        return ["--size", {"full": "50", "small": "7", "long": "400"}[size], ":memory:"]

    return Program(
        "sqlite", C, [], ["-lpthread", "-lm", "-ldl"],
        lambda work: shell.call("sqlite_sources", os.path.join(work, "sqlite/src")),
        lambda work: files(os.path.join(work, "sqlite/src"), "*.c"), arguments)


# ------------------------------------------------------------------ LevelDB

LEVELDB_FLAGS = ["-std=c++17", "-DNDEBUG", "-DLEVELDB_PLATFORM_POSIX=1", "-DHAVE_FDATASYNC=1",
                 "-DHAVE_O_CLOEXEC=1"]
LEVELDB_OTHER = ("_test.cc", "leveldbutil.cc", "env_windows.cc")


def leveldb():
    tree = source_tree("leveldb")

    def sources(_work):
        return files(tree, "db/*.cc", "table/*.cc", "util/*.cc", "helpers/memenv/memenv.cc",
                     "benchmarks/db_bench.cc", without=LEVELDB_OTHER)

    def arguments(_work, size, threads=2):
        num, reads = {"full": (40000, 150000), "small": (10000, 30000),
                      "long": (800000 // threads, 3000000 // threads)}[size]
        return ["--db=" + measure.SCRATCH, "--threads=%d" % threads, "--num=%d" % num,
                "--reads=%d" % reads,
                "--benchmarks=fillseq,readrandom,readseq,readreverse,readrandom"]

    return Program("leveldb", CXX, [*LEVELDB_FLAGS, "-I" + tree, "-I" + tree + "/include"],
                   ["-lpthread"], lambda _work: shell.call("leveldb_sources"), sources, arguments,
                   (1, 8))


# ------------------------------------------------------------------ zstd, bzip2

def zstd():
    tree = source_tree("libzstd")

    def sources(_work):
        return files(tree, "lib/common/*.c", "lib/compress/*.c", "lib/decompress/*.[cS]",
                     "lib/dictBuilder/*.c", "programs/*.c")

    def arguments(work, size, threads=2):
        return ["-q", "-f", "-9", "-T%d" % threads, text_input(work, size), "-o", "/dev/null"]

    return Program("zstd", C, ["-DZSTD_MULTITHREAD", "-DXXH_NAMESPACE=ZSTD_"], ["-lpthread"],
                   lambda _work: shell.call("zstd_sources"), sources, arguments, (1, 8))


BZIP2 = ("blocksort", "huffman", "crctable", "randtable", "compress", "decompress", "bzlib",
         "bzip2")


def bzip2():
    tree = source_tree("bzip2")
    return Program("bzip2", C, [], [], lambda _work: shell.call("bzip2_sources"),
                   lambda _work: [os.path.join(tree, name + ".c") for name in BZIP2],
                   lambda work, size, _threads=1: ["-c", text_input(work, size)])


SUITE = {program.name: program for program in (lua(), sqlite(), leveldb(), zstd(), bzip2())}


# ------------------------------------------------------------------ of the bench itself

def own(name, language=C, libraries=("-lpthread",)):
    """bench/micro/NAME*.c"""
    folder = os.path.join(shell.ROOT, "bench", "micro")
    return Program(name, language, [], list(libraries), lambda _work: None,
                   lambda _work: files(folder, name + "*.c"), lambda _work, _size: [])


MICRO = own("calls")
TINY = own("tiny", libraries=())

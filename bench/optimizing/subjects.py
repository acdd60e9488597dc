# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""subjects - the programs of bench/optimize.

A line is for the shell, in an empty folder: $P is the program, $IN the folder of inputs, $SRC
sources that are compiled.  'train' is what a profile is made of; 'test' is of another kind,
short enough for cachegrind; 'long' is the same as 'test', long enough to be timed.
"""

import os
from dataclasses import dataclass

from costing import programs, shell
from executing import others
from sharpening import programs as sharpening

SOURCES = os.path.join(shell.ROOT, "build", "src")
LUA = os.path.join(shell.ROOT, "bench", "lua", "workload.lua")
LEVELDB = "$P --db=db --threads=%d --num=%d --reads=%d --benchmarks=%s >/dev/null 2>&1"


@dataclass
class Subject:
    program: programs.Program
    train: str
    test: str
    long: str


def lua():
    """Its tables are laid out by a hash that begins at a random number."""
    made = programs.lua()
    made.flags = [*made.flags, "-Dluai_makeseed(L)=1"]
    return made


def fetch_tcc(_work):
    """And the programs that it compiles."""
    for sources in "tcc_sources", "bzip2_sources", "zopfli_sources":
        shell.call(sources)


def tcc():
    tree = programs.source_tree("tcc")
    return programs.Program(
        "tcc", programs.C, ["-I" + tree, "-DTCC_TARGET_X86_64"], ["-ldl", "-lm", "-lpthread"],
        fetch_tcc, lambda _work: [os.path.join(tree, "tcc.c")], None)


ZOPFLI = ("deflate", "lz77", "squeeze", "katajainen", "zopfli_bin")
TCC_FLAGS = "-I$SRC/tcc -DTCC_TARGET_X86_64"
TCC = "$P -B%s/tcc -I/usr/include/x86_64-linux-gnu -w" % SOURCES


def compiled(flags, *sources):
    return "; ".join("%s %s -c %s -o out.o" % (TCC, flags, source) for source in sources)


def compressor(pack, unpack, levels, name, times=1):
    lines = []
    for level in levels:
        lines += ["%s >packed" % (pack % (level, name)), "%s >/dev/null" % (unpack % "packed")]
    return "; ".join(lines * times)


def compressors():
    bzip2 = ("$P -%d -c <$IN/%s", "$P -dc <%s")
    zstd = ("$P -q -%d --single-thread -c $IN/%s", "$P -q -dc %s")
    brotli = ("$P -c -q %d $IN/%s", "$P -dc %s")
    return [
        Subject(programs.bzip2(), compressor(*bzip2, [9], "words"),
                compressor(*bzip2, [9], "records"), compressor(*bzip2, [9, 1], "records", 2)),
        Subject(programs.zstd(), compressor(*zstd, [3, 9], "words"),
                compressor(*zstd, [1, 6], "records"),
                compressor(*zstd, [1, 5, 6, 7], "records", 3)),
        Subject(sharpening.brotli(), compressor(*brotli, [5, 9], "words"),
                compressor(*brotli, [1, 7], "records"),
                compressor(*brotli, [1, 6, 7], "records", 3)),
        Subject(sharpening.zopfli(), "head -c 40000 $IN/words >in; $P -c --i5 in >/dev/null",
                "head -c 40000 $IN/records >in; $P -c --i3 in >/dev/null",
                "head -c 200000 $IN/records >in; $P -c --i5 in >/dev/null"),
        Subject(others.snappy(), "cp $IN/words in; $P in >/dev/null 2>&1",
                "cp $IN/records in; $P in >/dev/null 2>&1",
                "for i in 1 2 3 4 5 6 7 8; do cp $IN/records in; $P in >/dev/null 2>&1; done"),
    ]


def interpreters():
    gawk = "$P -F';' '%s' $IN/table >/dev/null"
    other = ("{ sum[$2] += $3; if (length($4) > most[$2]) most[$2] = length($4); "
             "line = sprintf(\"%-8s%9.2f\", $2, $3); if (line ~ /st +[0-9]+\\.[05]/) n++ } "
             "END { for (k in sum) print k, sum[k], most[k]; print n }")
    return [
        Subject(lua(), "$P %s 0.15" % LUA, "$P $IN/other.lua 4", "$P $IN/other.lua 25"),
        Subject(others.mujs(), "$P $IN/train.js", "$P $IN/other.js",
                "for i in 1 2 3 4 5 6 7 8; do $P $IN/other.js; done"),
        Subject(sharpening.gawk(), "$P '%s' $IN/words" % sharpening.WORDS, gawk % other,
                "for i in 1 2 3 4 5 6; do %s; done" % (gawk % other)),
        Subject(programs.sqlite(), "$P --testset main --size 5 :memory:",
                "$P --testset orm --size 3 :memory:", "$P --testset orm --size 30 :memory:"),
        Subject(tcc(), compiled("", *["$SRC/bzip2/%s.c" % name for name in programs.BZIP2],
                                *["$SRC/zopfli/src/zopfli/%s.c" % name for name in ZOPFLI]),
                compiled(TCC_FLAGS, "$SRC/tcc/tcc.c"),
                compiled(TCC_FLAGS, *["$SRC/tcc/tcc.c"] * 8)),
    ]


def searchers():
    spell = "for i in %s; do $P $IN/%s.aff $IN/%s.dic $IN/%s.txt >/dev/null; done"
    return [
        Subject(others.minisat(), "$P -verb=0 $IN/random.cnf /dev/null >/dev/null || true",
                "$P -verb=0 $IN/pigeons.cnf /dev/null >/dev/null || true",
                "for i in 1 2 3 4; do $P -verb=0 $IN/pigeons.cnf /dev/null >/dev/null || true; "
                "done"),
        Subject(others.hunspell(), spell % ("1", *["first"] * 3), spell % ("1", *["second"] * 3),
                spell % ("1 2 3", *["second"] * 3)),
        Subject(programs.leveldb(), LEVELDB % (2, 20000, 40000, "fillseq,readrandom,readseq"),
                LEVELDB % (2, 4000, 8000, "fillrandom,overwrite,readreverse,readhot,seekrandom"),
                LEVELDB % (2, 30000, 60000,
                           "fillrandom,overwrite,readreverse,readhot,seekrandom")),
    ]


SUBJECTS = {subject.program.name: subject
            for subject in [*interpreters(), *compressors(), *searchers()]}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of real runs: programs compiled with -pg, read by line as well.

A build is compiled and run when the first of its cases is asked for; each serves five cases
in a row.  Half of the cases keep the arcs of the run and get a histogram and basic blocks made
at random, which a short run does not give.
"""

import os
import random
import shutil
import struct
import subprocess

from . import options

CASES_OF_A_BUILD = 5
SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "programs")
C, CXX = ("work.c", "library.c"), ("shapes.cpp",)
BINS_AT = 61  # of the histogram that glibc writes first
# Compiler, sources, flags, flags of the second source alone, flags of the linker.
BUILDS = (
    ("gcc", C, ("-g", "-O0"), (), ()),
    ("gcc", C, ("-g", "-O2"), (), ()),
    ("clang", C, ("-g", "-O0"), (), ()),
    ("g++", CXX, ("-g", "-O2"), (), ()),
    ("clang", C, ("-g", "-O2", "-fno-pie"), (), ("-no-pie",)),
    ("gcc", C, ("-O2", "-fno-pie"), ("-g",), ("-no-pie",)),
    ("clang++", CXX, ("-g", "-O1"), (), ()),
    ("gcc", C, ("-g", "-O3", "-gdwarf-4", "-ffunction-sections"), (), ("-Wl,--gc-sections",)),
    ("gcc", C, ("-g", "-O1"), (), ("-static",)),
    ("g++", CXX, ("-g", "-O0", "-gz"), (), ()),
    ("clang", C, ("-gdwarf-4", "-Os", "-fpie"), (), ("-pie",)),
    ("gcc", C, ("-g", "-Os", "-ffile-prefix-map=@=."), (), ()),
)
LINE_OPTIONS = (["-l"], ["-l"], ["-l"], ["--line"], ["-A"], ["-A"], ["-C"], ["-l", "-A"],
                ["-l", "-C"], ["-l", "-A", "-x"], ["-A", "-y"], ["-l", "-x", "-A"], ["-L"],
                ["-x"], ["-y"], ["-t", "0"], ["-t", "3"], ["-m", "5"], ["-m", "100"], ["-J"],
                ["-Z"], ["--inline-file-names"], ["-l", "-C", "-z"], ["-A", "-z"],
                ["-l", "-A", "-z"], ["-I", "nowhere:@"], ["-I", "@"])


class Built:
    """Programs by their number, and the cases made of them."""

    def __init__(self, seed, directory, compilers):
        self.seed, self.directory, self.compilers = seed, directory, compilers
        self.builds = {}

    def build(self, index):
        """(PROGRAM, PROFILE, FUNCTIONS, directory) of BUILDS[index]."""
        if index in self.builds:
            return self.builds[index]
        compiler, sources, flags, second, link = BUILDS[index]
        compiler = self.compilers.get(compiler, compiler)
        directory = os.path.join(self.directory, str(index))
        shutil.copytree(SOURCES, directory)
        flags = [f.replace("@", directory) for f in flags]
        program = os.path.join(directory, "program")
        objects = []
        for i, source in enumerate(sources):
            objects.append(source.rsplit(".", 1)[0] + ".o")
            subprocess.run([compiler, "-pg", "-fno-omit-frame-pointer", *flags,
                            *(second if i else ()), "-c", source, "-o", objects[-1]],
                           cwd=directory, check=True)
        subprocess.run([compiler, "-pg", *flags, *link, *objects, "-o", program],
                       cwd=directory, check=True)
        subprocess.run([program], cwd=directory, check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["nm", program], capture_output=True, text=True, check=True)
        functions = [w[2] for w in map(str.split, listed.stdout.splitlines())
                     if len(w) == 3 and w[1] in "tT"]
        known = [f for f in functions if not f.startswith("_") or f.startswith("_ZN12_G")]
        self.builds[index] = (program, os.path.join(directory, "gmon.out"),
                              known or functions, directory)
        return self.builds[index]

    def make_case(self, number):
        rng = random.Random("%d/real/%d" % (self.seed, number))
        index = number // CASES_OF_A_BUILD % len(BUILDS)
        program, profile, functions, directory = self.build(index)
        if rng.random() < 0.5:
            profile = randomised(rng, profile, os.path.join(directory, "gmon.%d" % number))
        files = list(BUILDS[index][1]) + ["work.h"]
        args = [w for w in options.make_options(rng, functions[:60], files, False)
                if w[0] not in ("-S", "-O")]
        for _ in range(rng.choice((1, 1, 2, 3))):
            args.append([w.replace("@", directory) for w in rng.choice(LINE_OPTIONS)])
        if rng.random() < 0.2:
            args.append([rng.choice(("-A", "-C", "-J", "-Z")) +
                         options.make_spec(rng, functions[:60], files, False)])
        case = {"program": program, "data": profile, "args": args, "plain": False}
        if rng.random() < 0.15:
            case["environment"] = {"GPROF_PATH": "elsewhere:" + directory}
        if any("-s" in words or "--sum" in words for words in args):
            case["again"] = [["-b"]]
        return case


def randomised(rng, profile, path):
    """The same arcs, other ticks, and executions of basic blocks."""
    with open(profile, "rb") as file:
        data = bytearray(file.read())
    _, low, high, nbins = struct.unpack_from("<BQQI", data, 20)
    for bin_ in rng.sample(range(nbins), min(nbins, rng.randint(1, 300))):
        struct.pack_into("<H", data, BINS_AT + 2 * bin_, rng.choice((1, 2, 3, 9, 60)))
    if rng.random() < 0.5:
        blocks = sorted(rng.randrange(low, high) for _ in range(rng.randint(1, 120)))
        data += struct.pack("<BI", 2, len(blocks))
        for address in blocks:
            data += struct.pack("<QQ", address, rng.choice((0, 1, 1, 7, 100, 5000)))
    with open(path, "wb") as file:
        file.write(data)
    return path

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""measure.py - builds and times programs plain, with -pg and with the plugin.

CPU time is user + system time of the whole process as wait4 reports it.  The
variants run one after another in every round, in random order; a ratio is
taken within a round, against the plain run of that round.  What is printed is
the median of the ratios and, in brackets, their quartiles.
"""

import argparse
import glob
import os
import random
import statistics
import subprocess
import sys
import tempfile

VARIANTS = ("plain", "-pg", "gprof-llvm")
COMPILE_ROUNDS = 3


def cpu_seconds(command, cwd):
    """Runs the command; user + system seconds of it and of its children."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        sys.exit("failed: %s" % " ".join(command))
    return usage.ru_utime + usage.ru_stime


def flags(variant, plugin):
    return {"plain": [], "-pg": ["-pg"], "gprof-llvm": ["-fpass-plugin=" + plugin]}[variant]


def programs(args):
    """name -> (compiler arguments without -o, arguments of a run)"""
    lua = sorted(glob.glob(os.path.join(args.work, "lua/src/*.c")))
    sqlite = [os.path.join(args.work, "sqlite/src", f) for f in ("sqlite3.c", "speedtest1.c")]
    return {
        "lua": (["-O2", "-DLUA_USE_LINUX", *lua, "-lm", "-ldl"], [args.lua_script]),
        "sqlite": (["-O2", *sqlite, "-lpthread", "-lm", "-ldl"],
                   ["--size", "60", ":memory:"]),
    }


def text_sizes(binary):
    """Bytes of .text, and of all that is loaded read-only (size's text)."""
    sections = subprocess.run(["size", "-A", binary], capture_output=True, text=True,
                              check=True).stdout
    text = next(int(line.split()[1]) for line in sections.splitlines()
                if line.startswith(".text "))
    whole = subprocess.run(["size", binary], capture_output=True, text=True, check=True).stdout
    return text, int(whole.splitlines()[1].split()[0])


def rounds(n, measure):
    """{variant: [ratio to plain, one a round]}, [plain values]"""
    ratios = {variant: [] for variant in VARIANTS}
    plain = []
    for _ in range(n):
        values = {v: measure(v) for v in random.sample(VARIANTS, len(VARIANTS))}
        plain.append(values["plain"])
        for variant in VARIANTS:
            ratios[variant].append(values[variant] / values["plain"])
    return ratios, plain


def describe(values):
    if len(values) < 2:
        return "%.3f" % values[0]
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return "%.3f [%.3f, %.3f]" % (statistics.median(values), low, high)


def bench(name, args):
    build, run = programs(args)[name]
    out = os.path.join(args.work, name)
    binaries = {v: os.path.join(out, "%s.%s" % (name, v.strip("-"))) for v in VARIANTS}

    def compile_one(variant):
        return cpu_seconds([args.clang, *flags(variant, args.plugin), *build,
                            "-o", binaries[variant]], out)

    def run_one(variant):
        with tempfile.TemporaryDirectory(dir=out) as cwd:
            return cpu_seconds([binaries[variant], *run], cwd)

    compile_ratios, compile_plain = rounds(COMPILE_ROUNDS, compile_one)
    sizes = {v: text_sizes(binaries[v]) for v in VARIANTS}
    for variant in VARIANTS:
        run_one(variant)
    ratios, plain = rounds(args.rounds, run_one)

    print("%s: plain %.3f s CPU, compiled in %.1f s CPU, .text %d bytes"
          % (name, statistics.median(plain), statistics.median(compile_plain),
             sizes["plain"][0]))
    print("  %-12s %-24s %-24s %-8s %s"
          % ("", "CPU time", "compile time", ".text", "text of size(1)"))
    for variant in VARIANTS:
        print("  %-12s %-24s %-24s %-8.3f %.3f"
              % (variant, describe(ratios[variant]), describe(compile_ratios[variant]),
                 sizes[variant][0] / sizes["plain"][0], sizes[variant][1] / sizes["plain"][1]),
              flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--lua-script", required=True)
    parser.add_argument("work")
    parser.add_argument("program", nargs="*", default=[])
    args = parser.parse_args()
    for variable in ("GPROF_FILE", "GPROF_OPTIONS", "GPROF_PASS"):
        os.environ.pop(variable, None)
    print("%d rounds; ratios to the plain build: median [quartiles]" % args.rounds)
    for name in args.program or programs(args):
        if name not in programs(args):
            sys.exit("no program '%s': known are %s" % (name, ", ".join(programs(args))))
        bench(name, args)


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""variants - how a program is built and run: plain, by this project, by its peers.

All at -O2.  Samplers run at 1000 Hz.  A variant whose tools are missing or that
fails with a program is a line with the reason in the results.
"""

import glob
import os
import shutil

OURS, PEER, BASE = "this project", "peer", "baseline"


class Variant:
    """One way to build and run.

    build       name of the build, shared by variants with the same binary
    compiler    "clang" or "gcc"
    flags, link flags of compiling and linking; of linking alone
    make        environment of the compiler
    env         environment of the run
    wrap        command that the program's own is appended to
    baseline    the variant it is compared with
    slow        ten times slower than the baseline and more: small workload
    needs       Debian packages; {llvm} is its version
    """

    def __init__(self, name, kind, text, build=None, compiler="clang", flags=(), link=(),
                 make=None, env=None, wrap=(), baseline="plain", slow=False, needs=()):
        self.name, self.kind, self.text = name, kind, text
        self.build = build or name
        self.compiler = compiler
        self.flags, self.link = list(flags), list(link)
        self.make, self.env = make or {}, env or {}
        self.wrap = list(wrap)
        self.baseline = baseline
        self.slow = slow
        self.needs = needs


def preload(library):
    """Path of a shared library in one of the system's folders, or its name."""
    found = glob.glob("/usr/lib/*/" + library) or glob.glob("/usr/lib/" + library)
    return found[0] if found else library


def ours(plugin):
    flag = ["-fpass-plugin=" + plugin]
    return [
        Variant("gprof-llvm", OURS, "as it comes: counts, and samples at the default rate",
                build="gprof", flags=flag),
        Variant("gprof-llvm-counts", OURS, "the same binary with GPROF_OPTIONS=rate=0: no samples",
                build="gprof", flags=flag, env={"GPROF_OPTIONS": "rate=0"}),
        Variant("gprof-llvm-call", OURS, "built with GPROF_PASS=mode=call, the classic monitor",
                build="gprof-call", flags=flag, make={"GPROF_PASS": "mode=call"}),
        Variant("gprof-llvm-blocks", OURS, "built with GPROF_PASS=count=blocks, without samples",
                build="gprof-blocks", flags=flag, make={"GPROF_PASS": "count=blocks"},
                env={"GPROF_OPTIONS": "rate=0"}),
    ]


XRAY = ["-fxray-instrument", "-fxray-instruction-threshold=1"]
INSTR = ["-fprofile-instr-generate"]
GENERATE = ["-fprofile-generate"]
COVERAGE = ["--coverage"]
BIAS = ["-mllvm", "-runtime-counter-relocation"]
# Events of BPF programs delay its end by a second and have no part in the profile.
PERF = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "1000", "--no-bpf-event",
        "-o", "perf.data", "--call-graph"]
RUNTIME = ("libclang-rt-{llvm}-dev",)


def peers():
    return [
        Variant("clang-pg", PEER, "clang -pg: gprof", flags=["-pg"], link=["-pg"]),
        Variant("gcc-pg", PEER, "gcc -pg: gprof; compared with plain gcc", compiler="gcc",
                flags=["-pg"], link=["-pg"], baseline="gcc"),
        Variant("xray-profiling", PEER, "-fxray-instrument, every function, profiling mode",
                build="xray", flags=XRAY, link=["-fxray-instrument"],
                env={"XRAY_OPTIONS": "patch_premain=true xray_mode=xray-profiling"},
                needs=RUNTIME),
        Variant("xray-basic", PEER, "-fxray-instrument, every function, basic mode", build="xray",
                flags=XRAY, link=["-fxray-instrument"], slow=True, needs=RUNTIME,
                env={"XRAY_OPTIONS": "patch_premain=true xray_mode=xray-basic",
                     "XRAY_BASIC_OPTIONS": "func_duration_threshold_us=0"}),
        Variant("uftrace", PEER, "uftrace record of the clang -pg binary", build="clang-pg",
                flags=["-pg"], link=["-pg"], slow=True, needs=("uftrace",),
                wrap=["uftrace", "record", "--no-pager", "-d", "uftrace.data"]),
        Variant("callgrind", PEER, "valgrind's callgrind, plain binary", build="plain", slow=True,
                wrap=["valgrind", "-q", "--tool=callgrind"], needs=("valgrind",)),
        Variant("instr-generate", PEER, "clang -fprofile-instr-generate", build="instr",
                flags=INSTR, link=INSTR, needs=RUNTIME),
        Variant("instr-continuous", PEER, "the same, continuous mode (%c)",
                build="instr-continuous", flags=INSTR + BIAS, link=INSTR, needs=RUNTIME,
                env={"LLVM_PROFILE_FILE": "%c%p.profraw"}),
        Variant("profile-generate", PEER, "clang -fprofile-generate", build="generate",
                flags=GENERATE, link=GENERATE, needs=RUNTIME),
        Variant("gcov", PEER, "clang --coverage: gcov's counts", flags=COVERAGE, link=COVERAGE,
                env={"GCOV_PREFIX": "."}, needs=RUNTIME),
        Variant("gcc-gcov", PEER, "gcc --coverage: gcov's counts; compared with plain gcc",
                compiler="gcc", flags=COVERAGE, link=COVERAGE, env={"GCOV_PREFIX": "."},
                baseline="gcc"),
        Variant("perf-fp", PEER, "perf record -g, built with frame pointers",
                build="frame-pointers", flags=["-fno-omit-frame-pointer"], needs=("linux-perf",),
                wrap=PERF + ["fp", "--"]),
        Variant("perf-dwarf", PEER, "perf record --call-graph dwarf, plain binary", build="plain",
                needs=("linux-perf",),
                wrap=PERF + ["dwarf", "--"]),
        Variant("gperftools", PEER, "gperftools' libprofiler preloaded, plain binary",
                build="plain", needs=("libgoogle-perftools4",),
                env={"CPUPROFILE": "cpu.prof", "CPUPROFILE_FREQUENCY": "1000",
                     "LD_PRELOAD": preload("libprofiler.so.0")}),
    ]


def all_variants(plugin):
    """{name: Variant}, in the order of the tables."""
    baselines = [Variant("plain", BASE, "clang"),
                 Variant("gcc", BASE, "gcc", compiler="gcc")]
    return {v.name: v for v in (*baselines, *ours(plugin), *peers())}


def missing_tool(variant):
    """Name of the command that the variant runs under, when it is not there."""
    return variant.wrap[0] if variant.wrap and not shutil.which(variant.wrap[0]) else None


def with_baselines(chosen, known):
    """The chosen variants with what they are compared with, in the order known."""
    wanted = set(chosen) | {known[name].baseline for name in chosen}
    return [v for v in known.values() if v.name in wanted]


def compiler_path(variant, language, llvm):
    if variant.compiler == "gcc":
        return {"c": "gcc", "c++": "g++"}[language]
    return os.path.join("/usr/lib/llvm-%s/bin" % llvm, {"c": "clang", "c++": "clang++"}[language])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parts - the measurements.

Each is a function of a Bench that adds records to its results; PARTS has them in
the order they run.  Within a round the variants run one after another in random
order, in the parts suite and samples each beside the run it is compared with.
A variant that fails with a subject is noted once and left out from then on; the
others go on.
"""

import os
import random
import re
import subprocess
import sys

from . import build, measure, million, programs, variants

STARTUPS = 150              # runs of the tiny program, each a round
CALL_ROUNDS = 3             # each is a median of many batches already
SLOW_SHARE = 3              # slow variants have a third of the rounds
CALLS = ("direct 1", "direct 2", "direct 4", "indirect 1", "indirect 4", "indirect 20",
         "indirect 1000")


class Bench:
    """What a part needs: work folder, tools, what was chosen, the results so far."""

    def __init__(self, work, tool, llvm, chosen, suite, rounds, quick, results):
        self.work = work
        self.tool = tool                # the report tool
        self.variants = chosen          # [Variant], baselines included
        self.suite = suite              # [Program]
        self.rounds = rounds
        self.quick = quick
        self.results = results
        self.builder = build.Builder(work, llvm)

    def say(self, text):
        print("  " + text, file=sys.stderr, flush=True)

    def fail(self, part, subject, variant, reason):
        self.results.fail(part, subject, variant.name, str(reason))
        self.say("%s, %s: %s" % (subject, variant.name, reason))

    def named(self, *names):
        """The chosen ones of these variants."""
        return [v for v in self.variants if v.name in names]

    def ours(self):
        """The plain build and those of this project."""
        return [v for v in self.variants if v.name == "plain" or v.kind == variants.OURS]

    def binaries(self, part, subject, program, chosen):
        """[(Variant, its binary)] of those that can be built and run here."""
        found = []
        for variant in chosen:
            tool = variants.missing_tool(variant)
            if tool:
                self.fail(part, subject, variant, "'%s' is not installed" % tool)
                continue
            try:
                found.append((variant, self.builder.binary(program, variant)))
            except build.Failed as error:
                self.fail(part, subject, variant, error)
        return found

    def run(self, variant, binary, arguments, look=None):
        return measure.run([*variant.wrap, binary, *arguments], variant.env, self.work, look)

    def report(self, binary, directory):
        """The head of the report of a run in the directory."""
        return subprocess.run([self.tool, "report", "--classic", "--brief", binary],
                              cwd=directory, capture_output=True, text=True).stdout

    def beside(self, one, other, arguments, round_, look=None):
        """Two (Variant, binary) at the same time on the same processor: values of the first."""
        processors = sorted(os.sched_getaffinity(0))
        pair = [one, other]
        random.shuffle(pair)
        runs = dict(zip([variant.name for variant, _ in pair], measure.beside(
            *(lambda v=variant, b=binary: self.run(v, b, arguments, look if v is one[0] else None)
              for variant, binary in pair),
            processors[round_ % len(processors)])))
        names = ("cpu", "elapsed", "rss", "data") + (("seen",) if look else ())
        return {**runs[one[0].name].values(*names), "beside": runs[other[0].name].cpu}

    def interleave(self, part, subject, built, rounds, once):
        """once(variant, binary, round) -> {value: number}, for all variants in each round."""
        for round_ in range(rounds):
            for variant, binary in random.sample(built, len(built)):
                if self.results.failed(part, subject, variant.name):
                    continue
                try:
                    values = once(variant, binary, round_)
                except (measure.Failed, build.Failed, ValueError) as error:
                    self.fail(part, subject, variant, error)
                    continue
                self.results.add(part, subject, variant.name, round_, **values)


# ------------------------------------------------------------------ the suite

def suite(bench):
    """CPU time of real programs."""
    for program in bench.suite:
        bench.say(program.name)
        arguments = program.arguments(bench.work, "small" if bench.quick else "full")
        built = bench.binaries("suite", program.name, program,
                               [v for v in bench.variants if not v.slow])
        base = {variant.name: (variant, binary) for variant, binary in built}

        def once(variant, binary, round_):
            return bench.beside((variant, binary), base[variant.baseline], arguments, round_)

        bench.interleave("suite", program.name, [b for b in built if b[0].baseline in base
                                                 and b[0].baseline != b[0].name],
                         bench.rounds, once)


SAMPLED = re.compile(r"^  <profiler>: ([\d.]+) s .*? for samples", re.MULTILINE)


def samples(bench):
    """What samples add to counts in runs of some ten seconds, and what the report says of it."""
    for program in bench.suite:
        for count in program.threads:
            subject = "%s, %d thread%s" % (program.name, count, "s" * (count > 1))
            bench.say(subject)
            arguments = program.arguments(bench.work, "full" if bench.quick else "long", count)
            built = bench.binaries("samples", subject, program,
                                   bench.named("gprof-llvm", "gprof-llvm-counts"))
            if len(built) < 2:
                continue

            def once(variant, binary, round_):
                values = bench.beside((variant, binary), built[1], arguments, round_,
                                      lambda directory: bench.report(binary, directory))
                match = SAMPLED.search(values.pop("seen"))
                return {**values, "estimate": float(match.group(1)) if match else 0.0}

            bench.interleave("samples", subject, built[:1], bench.rounds, once)


def slow(bench):
    """The same for the variants ten times slower and more, with small workloads."""
    known = {v.name: v for v in bench.variants}
    chosen = variants.with_baselines([v.name for v in bench.variants if v.slow], known)
    for program in bench.suite if chosen else []:
        bench.say("%s, small workload" % program.name)
        arguments = program.arguments(bench.work, "small")
        bench.interleave("slow", program.name,
                         bench.binaries("slow", program.name, program, chosen),
                         -(-bench.rounds // SLOW_SHARE),
                         lambda variant, binary, _: bench.run(variant, binary, arguments).values(
                             "cpu", "elapsed", "rss", "data"))


# Nothing is said of less than 0.05 %.
ESTIMATE = re.compile(r"^  <profiler>:.*?(?: counting about [\d.]+ s, ([\d.]+) %.*)?$",
                      re.MULTILINE)


def estimate(bench):
    """What the report estimates that profiling took, for comparison."""
    for program in bench.suite:
        arguments = program.arguments(bench.work, "small" if bench.quick else "full")

        def once(variant, binary, _):
            text = bench.run(variant, binary, arguments,
                             lambda directory: bench.report(binary, directory)).seen
            match = ESTIMATE.search(text)
            if not match:
                raise measure.Failed("the report does not say what profiling took")
            return {"share": float(match.group(1) or 0) / 100}

        bench.interleave("estimate", program.name,
                         bench.binaries("estimate", program.name, program,
                                        bench.named("gprof-llvm")), 1, once)


# ------------------------------------------------------------------ single calls

def calls(bench):
    """ns per call, by the program's own clock."""
    built = bench.binaries("calls", "build", programs.MICRO, bench.variants)
    for subject in CALLS:
        bench.say(subject)
        bench.interleave("calls", subject, built, min(bench.rounds, CALL_ROUNDS),
                         lambda variant, binary, _: {
                             "ns": float(bench.run(variant, binary, subject.split()).output)})


def threads(bench):
    """us to create and join a thread."""
    built = bench.binaries("threads", "create", programs.MICRO, bench.variants)
    bench.interleave("threads", "create", built, bench.rounds,
                     lambda variant, binary, _: {
                         "us": float(bench.run(variant, binary, ["create"]).output)})


def startup(bench):
    """A program that does nothing; not under recorders, which start themselves first."""
    built = bench.binaries("startup", "tiny", programs.TINY,
                           [v for v in bench.variants if not v.wrap])
    bench.interleave("startup", "tiny", built, 10 if bench.quick else STARTUPS,
                     lambda variant, binary, _: bench.run(variant, binary, []).values(
                         "cpu", "elapsed"))


# ------------------------------------------------------------------ builds

COMPILED = ("lua", "sqlite", "leveldb")
COMPILE_VARIANTS = ("plain", "gprof-llvm", "gprof-llvm-call", "gprof-llvm-blocks", "clang-pg",
                    "instr-generate", "profile-generate", "gcov")


def compile_time(bench):
    """CPU time of compiling all files of a program, one after another."""
    for program in bench.suite:
        if program.name not in COMPILED:
            continue
        bench.say(program.name)
        sources = program.sources(bench.work)

        def once(variant, *_):
            command = bench.builder.compile_command(program, variant, sources)
            return measure.run(command, variant.make, bench.work).values("cpu")

        bench.interleave("compile", program.name,
                         [(v, None) for v in bench.named(*COMPILE_VARIANTS)],
                         1 if bench.quick else max(2, bench.rounds // SLOW_SHARE), once)


def section_sizes(binary):
    """Bytes of .text, and of all that is loaded read-only (size's text)."""
    def size(*options):
        return subprocess.run(["size", *options, binary], capture_output=True, text=True,
                              check=True).stdout

    text = re.search(r"^\.text\s+(\d+)", size("-A"), re.MULTILINE)
    return {"text": int(text.group(1)), "loaded": int(size().splitlines()[1].split()[0])}


def size(bench):
    """Size of the code; one variant of each build."""
    of_build = {v.build: v for v in reversed(bench.variants)}
    chosen = [v for v in bench.variants if v is of_build[v.build]]
    for program in bench.suite:
        for variant, binary in bench.binaries("size", program.name, program, chosen):
            bench.results.add("size", program.name, variant.name, 0, **section_sizes(binary))


# ------------------------------------------------------------------ data and memory

RUN_LENGTHS = ("small", "full", "long")
LENGTH_VARIANTS = ("gprof-llvm", "gprof-llvm-call", "clang-pg", "instr-generate", "perf-fp",
                   "perf-dwarf", "gperftools")


def length(bench):
    """Data written by runs of Lua of different length."""
    lua = programs.SUITE["lua"]
    if lua not in bench.suite:
        return
    built = bench.binaries("length", "lua", lua, bench.named(*LENGTH_VARIANTS))
    for size_ in RUN_LENGTHS[:2] if bench.quick else RUN_LENGTHS:
        arguments = lua.arguments(bench.work, size_)
        bench.interleave("length", "scale " + arguments[-1], built, 1,
                         lambda variant, binary, _: bench.run(variant, binary, arguments).values(
                             "cpu", "data", "disk"))


def many(bench):
    """A program with 1,000,000 counters and 64 threads."""
    if bench.quick:
        return
    million.generate(bench.work)
    built = bench.binaries("million", "build", million.PROGRAM,
                           bench.named("plain", "gprof-llvm"))
    for how in ("few", "all"):
        bench.interleave("million", how, built, 1,
                         lambda variant, binary, _: bench.run(
                             variant, binary, million.PROGRAM.arguments(bench.work, how)).values(
                                 "cpu", "elapsed", "rss", "data", "disk"))


# ------------------------------------------------------------------ instructions

COLLECTED = re.compile(r"Collected\s*:\s*(\d+)")


def instructions(bench):
    """Instructions executed, which do not vary: Lua and SQLite under valgrind.

    Without samples: a timer's signals make no sense there.
    """
    chosen = [v for v in bench.ours() if v.name != "gprof-llvm"]
    for name in ("lua", "sqlite"):
        program = programs.SUITE[name]
        if program not in bench.suite:
            continue
        arguments = program.arguments(bench.work, "small")

        def once(variant, binary, _):
            run = measure.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                               "--log-fd=1", binary, *arguments],
                              {**variant.env, "GPROF_OPTIONS": "rate=0"}, bench.work)
            match = COLLECTED.search(run.output)
            if not match:
                raise measure.Failed("valgrind printed no count")
            return {"instructions": int(match.group(1))}

        bench.say(name)
        bench.interleave("instructions", name,
                         bench.binaries("instructions", name, program, chosen), 1, once)


PARTS = {"suite": suite, "samples": samples, "slow": slow, "estimate": estimate, "calls": calls,
         "threads": threads, "startup": startup, "compile": compile_time, "size": size,
         "length": length, "million": many, "instructions": instructions}


def prepare_inputs(bench):
    """Makes what workloads read, before anything is timed."""
    for program in bench.suite:
        for size_ in ("full", "small"):
            program.arguments(bench.work, size_)

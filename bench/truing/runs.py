# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""runs - builds the programs that clock themselves, and runs them.

A record is of one run:

    program, clock, whole   whole: % of the time that has whole stacks
    sampled, known          us of CPU time (or waiting) by samples, and by the program's own clock
    profiler, samples       us that taking samples took; their number
    figures                 {key: [truth, value, low, high]} in us

The program's clock goes on while samples are taken, their weights do not.  That time is
in all functions alike, so it is taken off the truth in proportion.
"""

import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from . import figures, wide

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REFUSE = os.path.join(ROOT, "test", "lit", "rt", "Inputs", "refuse.c")
CLOCKS = ("perf", "timer", "wall")
WAITING = ("waits",)    # of waiting, with clock=wall, and no others
KERNEL = ("faults", "kernel")    # programs in which time in the kernel is a figure
COUNTED = "0.02"        # of a run, under callgrind, which takes fifty times as long
COMPARED = re.compile(r"(\d+) arcs taken compared \((\d+) calls\), (\d+) differ")
TIMEOUT = 120           # s; a run takes half a second


class Failed(Exception):
    """A program could not be built, run or reported."""


def programs():
    return sorted(os.path.basename(path)[:-2] for path in glob.glob(os.path.join(HERE, "*.c")))


def fits(program, clock):
    return (program in WAITING) == (clock == "wall")


def call(command, **options):
    run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, **options)
    if run.returncode:
        lines = (run.stderr or run.stdout).strip().splitlines() or ["it said nothing"]
        raise Failed("%s: %s" % (os.path.basename(command[0]), lines[0]))
    return run.stdout


def us(seconds):
    return round(1e6 * seconds)


class Bench:
    def __init__(self, build, clang, work):
        self.clang, self.work = clang, work
        self.plugin = os.path.join(build, "lib", "GprofPass.so")
        self.tool = os.path.join(build, "bin", "gprof-llvm")
        os.makedirs(work, exist_ok=True)
        self.refuse = os.path.join(work, "refuse")
        call([clang, "-O2", REFUSE, "-o", self.refuse])

    def compile(self, program):
        """Without -g, which some versions of valgrind reject."""
        binary = os.path.join(self.work, program)
        call([self.clang, "-O2", "-pthread", "-fpass-plugin=" + self.plugin,
              os.path.join(HERE, program + ".c"), "-o", binary])
        return binary

    def report(self, program, binary, profile):
        """(figures, exact times of the head, clock).  A program's clock does not tell the kernel's
        interrupts from the function that they interrupt."""
        time = "--measure=" + ("wait" if program in WAITING else "cpu")
        kernel = "--kernel=" + ("row" if program in KERNEL else "caller")
        text = call([self.tool, "report", "--classic", "--brief", "--wide",
                     "--attribution=measured", time, kernel, binary, profile])
        head = json.loads(call([self.tool, "export", time, binary, profile]))
        return wide.Report(text), head["time"], head["processes"][0]["clock"]

    def counts(self, binary):
        """Of one run under callgrind: {arcs, calls, differ}."""
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            call(["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no",
                  "--callgrind-out-file=callgrind.out", binary, COUNTED], cwd=folder,
                 env={**os.environ, "GPROF_FILE": "profile", "GPROF_OPTIONS": "rate=0"})
            compare = subprocess.run(
                [sys.executable, os.path.join(ROOT, "bench", "callgrind.py"), "--tool", self.tool,
                 binary, os.path.join(folder, "profile"), os.path.join(folder, "callgrind.out")],
                capture_output=True, text=True)
        found = COMPARED.search(compare.stdout)
        if not found:
            raise Failed("callgrind.py: " + (compare.stderr or compare.stdout).strip()[-200:])
        return dict(zip(("arcs", "calls", "differ"), map(int, found.groups())))

    def run(self, program, binary, clock):
        command = [self.refuse, "perf_event_open", binary] if clock == "timer" else [binary]
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            said = call(command, cwd=folder, env={
                **os.environ, "GPROF_FILE": "profile",
                "GPROF_OPTIONS": "clock=wall" if clock == "wall" else ""})
            report, time, used = self.report(program, binary, os.path.join(folder, "profile"))
        if used != ("timer" if clock == "timer" else "perf"):
            raise Failed("%s: sampled by another clock: %s" % (program, used))
        truth, known = figures.truth(said)
        own = 0 if clock == "wall" else time["profiler_ns"]
        part = time["sampled_ns"] / (time["sampled_ns"] + own)
        rows = {}
        for key, seconds in truth.items():
            found = figures.measured(report, key)
            rows[" ".join(key)] = [us(seconds * part), *map(us, found)]
        return {"program": program, "clock": clock, "whole": report.whole,
                "sampled": round(time["sampled_ns"] / 1e3), "known": us(known),
                "profiler": round(own / 1e3), "samples": time["samples"],
                "figures": rows}

    def run_all(self, program, binary, clock, times, jobs):
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(lambda _: self.run(program, binary, clock), range(times)))

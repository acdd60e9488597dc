#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scale.py - times and peak memory of reports, as a table; see bench/scale."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from costing import machine  # noqa: E402

Case = namedtuple("Case", "name shape functions calls text")
Run = namedtuple("Run", "seconds cpu megabytes failed")

CASES = [
    Case("cycles", "cycles", 40000, 200000, "one giant cycle"),
    Case("fan", "fan", 40000, 0, "fan-out and fan-in"),
    Case("chain", "chain", 1000000, 0, "a chain of calls"),
    Case("library", None, 100000, 500000, "with all of libLLVM and libclang"),
    Case("large", "layers", 1000000, 5000000, "many small cycles"),
]


def measure(command, limit, directory):
    """One run, its text thrown away."""
    begin = time.monotonic()
    with open(os.devnull, "w") as null:
        child = subprocess.Popen(command, stdout=null, stderr=null, cwd=directory)
    stopped = []

    def stop(*_):
        stopped.append(True)
        child.kill()

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    _, status, usage = os.wait4(child.pid, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    child.returncode = status
    failed = "over %d s" % limit if stopped else "crashes" if os.WIFSIGNALED(status) else \
        "fails" if status else None
    return Run(time.monotonic() - begin, usage.ru_utime + usage.ru_stime,
               usage.ru_maxrss / 1024, failed)


def best(command, limit, directory, runs):
    """The fastest of some runs; what fails is not repeated."""
    found = measure(command, limit, directory)
    for _ in range(runs - 1):
        if not found.failed and found.seconds < limit / 4:
            found = min(found, measure(command, limit, directory))
    return found


def text(run):
    if run is None:
        return "-"
    return run.failed or "%.2f s (CPU %.2f), %d MB" % (run.seconds, run.cpu, run.megabytes)


def libraries(folder):
    names = [n for n in os.listdir(folder) if ".so" in n and
             n.startswith(("libLLVM.so", "libLLVM-", "libclang-cpp.so"))]
    found = {os.path.realpath(os.path.join(folder, n)) for n in names}
    return ":".join(sorted(path for path in found if os.path.isfile(path)))


def run_case(args, case, directory):
    binary = os.path.join(directory, "program")
    shape = case.shape or libraries(args.llvm)
    if not shape:
        return [case.name, "no libLLVM here", "", "", "", ""]
    made = subprocess.run([args.make, shape, str(case.functions), str(case.calls), binary],
                          check=True, capture_output=True, text=True).stdout.strip()
    own = best([args.tool, "report", "--classic", binary, binary + ".gprof"],
               600, directory, args.runs)
    dropin = gnu = None
    if case.shape:
        dropin = best([args.tool, "gprof", binary, binary + ".gmon"], 600, directory, args.runs)
    if case.shape and shutil.which("gprof"):
        gnu = best(["gprof", binary, binary + ".gmon"], args.gnu_limit, directory, args.runs)
    return [case.name, case.text, made, text(own), text(dropin), text(gnu)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", required=True)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--gnu-limit", type=float, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("cases", nargs="*", choices=[[]] + [case.name for case in CASES])
    args = parser.parse_args()
    here = machine.describe()
    print("%s, %d CPUs%s, %s" % (here["cpu"], here["cores"],
                                 ", virtual" if here["virtual"] else "",
                                 machine.first_line("gprof", "--version")))
    print("| case | shape | size | report | gprof-llvm gprof | GNU gprof |")
    print("|---|---|---|---|---|---|")
    for case in CASES:
        if args.cases and case.name not in args.cases:
            continue
        directory = tempfile.mkdtemp(prefix="scale.", dir=args.work)
        try:
            print("| %s |" % " | ".join(run_case(args, case, directory)), flush=True)
        finally:
            shutil.rmtree(directory)
    return 0


sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same.py [options] PLAIN PROFILED CASE=END...

Runs the plain and the profiled build of a program, each in a directory of its own,
with the words of each CASE as arguments, and compares what can be seen of them:
standard output, standard error, exit status or the signal that ended them.  END is
what both must end with: an exit status, or the name of a signal.  Prints each
difference; exit status 1 if there is any.

    --limit NAME=N   resource limit for both: FSIZE, NOFILE, AS, STACK (soft)
    --said WORDS     the profiled one must say one line 'gprof-llvm: ... WORDS ...'
                     more on standard error; without it, none
"""

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys


def limits(settings):
    def apply():
        for name, value in settings:
            which = getattr(resource, "RLIMIT_" + name)
            hard = resource.getrlimit(which)[1]
            resource.setrlimit(which, (value, hard))
    return apply


def run(kind, program, arguments, settings):
    shutil.rmtree(kind, ignore_errors=True)
    os.mkdir(kind)
    done = subprocess.run([os.path.abspath(program), *arguments], cwd=kind, timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          preexec_fn=limits(settings))
    end = done.returncode
    return done.stdout, done.stderr, signal.Signals(-end).name if end < 0 else str(end)


def without_ours(stderr, words):
    """Takes the profiler's line away; it must be one, and say that."""
    lines = stderr.splitlines(keepends=True)
    ours = [line for line in lines if line.startswith(b"gprof-llvm: ") and words.encode() in line]
    if len(ours) != 1:
        print("expected one line of the profiler with '%s', found %d" % (words, len(ours)))
        return None
    lines.remove(ours[0])
    return b"".join(lines)


def compare(args, words, end, settings):
    """Yields what is wrong."""
    plain = run("plain", args.plain, words, settings)
    ours = run("profiled", args.profiled, words, settings)
    stderr = without_ours(ours[1], args.said) if args.said else ours[1]
    if plain[2] != end:
        yield "the plain build ended with %s, not %s" % (plain[2], end)
    for what, a, b in (("standard output", plain[0], ours[0]),
                       ("standard error", plain[1], stderr), ("end", plain[2], ours[2])):
        if a != b:
            yield "%s differs:\n  plain    %r\n  profiled %r" % (what, a, b)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", action="append", default=[])
    parser.add_argument("--said")
    parser.add_argument("plain")
    parser.add_argument("profiled")
    parser.add_argument("case", nargs="+")
    args = parser.parse_args()
    settings = [(n, int(v)) for n, v in (s.split("=") for s in args.limit)]

    wrong = 0
    for case in args.case:
        words, _, end = case.rpartition("=")
        for what in compare(args, words.split(), end, settings):
            print("%s: %s" % (words, what))
            wrong = 1
    sys.exit(wrong)


main()

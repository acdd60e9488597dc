# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs both programs on a case, and tells how their answers differ.

An answer is the exit status, standard output, standard error and the files written; all byte
by byte, but for the program's name, the last newline of messages, and the 12 bytes of gmon.sum
that GNU gprof never sets.
"""

import os
import re
import resource
import tempfile

from . import case as cases

MEMORY = 2 << 30  # of each program, bytes
NAME = re.compile(rb"[^\s'`]*gprof-llvm(?: gprof)?(?=: |$)", re.M)
PREFIX = re.compile(rb"^(?:\S*/)?gprof: ", re.M)
HELP = re.compile(rb"Usage: |GNU gprof |gprof-llvm [0-9]")
BEYOND_UNITS = re.compile(rb"  [^TGMK munpfa]s/call")  # read behind its table of units
NOT_A_NUMBER = re.compile(rb"\bnan\b")


class Answer:
    def __init__(self, status, out, err, files):
        self.status, self.out, self.err, self.files = status, out, err, files

    def parts(self):
        return {"exit status": self.status, "stdout": self.out, "stderr": self.err,
                **{"file " + name: data for name, data in sorted(self.files.items())}}


def without_name(err):
    """GNU gprof puts its name before some messages, ends some without a newline, and says
    Success of files that are too short."""
    err = err.replace(b": Success", b": unexpected end of file")
    return PREFIX.sub(b"", NAME.sub(b"gprof", err)).rstrip(b"\n")


def run(starter, words, directory, stdin, environment=None):
    """Runs in the directory; takes away the files it wrote there."""
    before = set(os.listdir(directory))
    stdin = os.path.join(directory, stdin) if stdin else os.devnull
    status, out, err = starter.run(words, directory, stdin, environment)
    files = {}
    for name in set(os.listdir(directory)) - before:
        path = os.path.join(directory, name)
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] == b"gmon":
            data = data[:8] + bytes(12) + data[20:]
        files[name] = data
        os.unlink(path)
    if b"gprof-llvm" in out:
        out = NAME.sub(b"gprof", out)
    return Answer(status, out, without_name(err), files)


class Programs:
    """The two programs, and what is run of a case."""

    def __init__(self, gnu, own, starter):
        self.gnu, self.own, self.starter = gnu, own, starter
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))

    def commands(self, words, plain):
        own = [self.own, "gprof"]
        yield own + ["--gnu-exact"] + words
        if plain:
            yield own + words

    def compare(self, case, directory):
        """None: alike.  Otherwise (COMMAND, COMMAND, PART, GNU's, ours).  A case that
        kills GNU gprof counts as alike, and as skipped."""
        images, stdin = cases.case_write(case, directory)
        words = cases.case_arguments(case) + images
        environment = case.get("environment")
        runs = [(words, stdin)]
        if "again" in case:
            runs.append(([w for o in case["again"] for w in o] +
                         (["-S", "nm"] if case.get("nm") is not None else []) +
                         images[:1] + ["gmon.sum"], None))
        kept = {}
        for words, stdin in runs:
            for name, data in kept.items():
                with open(os.path.join(directory, name), "wb") as file:
                    file.write(data)
            gnu = run(self.starter, [self.gnu] + words, directory, stdin, environment)
            if gnu.status < 0 or b"out of memory" in gnu.err or BEYOND_UNITS.search(gnu.out):
                raise Skipped
            plain = case.get("plain") and not NOT_A_NUMBER.search(gnu.out)
            for command in self.commands(words, plain):
                own = run(self.starter, command, directory, stdin, environment)
                difference = first_difference(*without_help(gnu, own))
                if difference:
                    return ([self.gnu] + words, command, *difference)
            kept = {n: d for n, d in gnu.files.items() if n == "gmon.sum"}
            if "again" in case and not kept:
                break
        return None


class Skipped(Exception):
    """GNU gprof died by a signal, never ended, wants too much memory, or prints what lies
    behind a table."""


def without_help(gnu, own):
    """What each says of itself is its own: the rest, up to there."""
    texts = [(HELP.split(a.out)[0], HELP.split(a.err)[0]) for a in (gnu, own)]
    if all(HELP.search(a.out + a.err) for a in (gnu, own)):
        return [Answer(a.status, *t, a.files) for a, t in zip((gnu, own), texts)]
    return gnu, own


def first_difference(gnu, own):
    theirs, ours = gnu.parts(), own.parts()
    for part in sorted(set(theirs) | set(ours), key=lambda p: ("stdout", "stderr").index(p)
                       if p in ("stdout", "stderr") else 2):
        if theirs.get(part) != ours.get(part):
            return part, theirs.get(part), ours.get(part)
    return None


def compare_in_new_directory(programs, case):
    with tempfile.TemporaryDirectory(prefix="gnu-differential-") as directory:
        return programs.compare(case, directory)

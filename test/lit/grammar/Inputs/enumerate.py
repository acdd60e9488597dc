#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""enumerate.py [--alone] TOOL VIEW... - shows that no option of a view is silently ignored.

In the current directory is what prepare.sh makes: `program' with profiles of stacks (grammar.json), `lines' with lines and
inlined functions (lines.c), `stopped' with a time that is not recorded.  Options are those of --help; each has values here, or a reason why it has none.

Alone, an option must change what some form of the view prints, of either program.  Of options that select, each pair must
print what neither prints alone, or be refused by an error that names both.  Where two mean the same for these programs,
EQUAL says why.  --alone leaves the pairs out.
"""

import itertools
import os
import re
import subprocess
import sys

# The search for leaks is half the time of a sanitized run.  Other tests search the same code.
os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"

GOOD, IGNORED, UNTRIED = range(3)
PROGRAMS = ("program", "lines", "stopped")

# The forms in which a view is asked: an option has to change one of them.
FORMS = {
    "report": ["-b --no-head", "--classic -b --no-head", "-b --no-head --tree", "-b --no-head --group-by=file", "--no-head", "-b",
               "-b --no-head --tree --by-thread"],
    "annotate": ["-b", "-b --limit=0", "-b --asm", "--format=json", ""],
    "graph": ["-b", "-b --format=dot", "-b --group-by=file", ""],
    "histogram": ["--no-head --by=" + by for by in ("function", "address", "thread", "line", "time")] + ["--by=thread"],
    "export": ["--format=json", "--format=csv", "--format=folded", "--format=callgrind"],
    "view": ["-o /dev/stdout"],
    "browse": ["--size=150x60 --keys=" + keys for keys in ("", "tE", "/main<Enter><Enter>", "/bare<Enter><Enter>", "/main<Enter>a")],
    "predict": ["-b --no-head --faster=item=2x", "-b --no-head --faster=main=2x", "--faster=main=2x",
                "-b --no-head --faster=/shape|item/=2x"],
    "diff": ["--binary=program", "--all --binary=program"],
}

# Those that select, in every view that has them.
SELECTING = {
    "--focus": ["sort", "main", "outer"], "--ignore": ["item", "sort", "other"], "--show-from": ["compare", "item", "main", "outer"],
    "--hide": ["qsort", "item", "first"],
    "--module": ["program"], "--thread": ["#1", "#0"], "--pid": ["101"], "--phase": ["load"], "--measure": ["wall"],
    "--kernel": ["caller"], "--inlines": [None], "--sort": ["name"], "--limit": ["1", "2", "3", "5", "6", "8", "10", "12"], "--min-percent": ["2", "5", "10", "15", "40"],
    "--names": ["linkage"], "--source-dir": ["moved"],
}

OTHERS = {
    "--all": [None], "--all-time": [None], "--no-phase": [None], "--snapshot": ["half"],
    "--brief": [None], "--no-head": [None], "--color": ["always"],
    "--static": ["off"], "--static-from": ["disasm", "dwarf"], "--no-inferred": [None],
    "--attribution": ["gprof"], "--wide": [None], "--percent": [None], "--reverse": [None], "--unused": [None],
    "--flat": [None], "--graph": [None], "--tree": [None], "--code-classes": [None], "--threads": [None],
    "--processes": [None], "--modules": [None], "--uncalled": [None], "--no-uncalled": [None], "--targets": [None], "--times": [None],
    "--locks": [None], "--files": [None],
    "--insights": [None], "--verbose": [None], "--no-insights": [None], "--group-table": [None], "--members": [None], "--phases": [None], "--by-thread": [None, "name"],
    "--groups": ["groups"], "--group-by": ["module", "file"], "--cut": ["main/sort"], "--break-cycles": [None],
    "--asm": [None], "--context": ["0", "all"], "--threshold": ["50"], "--syntax": ["intel"],
    "--source-map": ["%s/src=%s/moved" % (os.getcwd(), os.getcwd())], "--format": ["json", "dot", "csv", "markdown"], "--recursion": ["outermost"],
    "--width": ["60", "256", "1"], "--by": ["thread", "function"], "--range": ["item", "main", "0-1"],
    "--intervals": ["2"], "--table": ["arcs"], "--addresses": [None], "--faster": ["main=2x"], "--remove ": [None], "--reduce-calls": ["item=1/2"],
    "--inline": ["item"], "--output": ["out.txt"], "--quiet": [None], "--fail-if": ["calls(item) < 100"],
    "--source": ["all", "none"], "--before": ["old.gprof"], "--after": ["old.gprof"],
    "--keys": ["h"], "--size": ["40x5"],
}

NO_VALUE = {
    "--help": "all commands", "--usage": "all commands", "--version": "all commands",
    "--no-pager": "there is no terminal", "--unexecuted": "blocks/", "--io": "io/", "--faults": "faults/", "--classic": "report/figure-4.test", "--symfs": "report/symfs.test", "--debug-dir": "report/debug-dir.test",
    "--binary": "exchange/", "--ranks": "report/ranks.test", "--no-children": "runs/only.test",
    "annotate --module": "annotate/module.test",
}


def helped(tool, view):
    text = subprocess.run([tool, view, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    columns = re.findall(r"^ {2,6}(-\S+(?:[ ,]+-\S+)*)", text, re.M)
    return sorted(set(re.findall(r"--[a-z][a-z-]*", " ".join(columns))))


# What only repeats the command line: the head's lines on a selection, commands that zoom, JSON's member.
ECHO = re.compile(r'^(  (left out|hidden|unsure):.*|zoom (in|out).*|"selection":.*)\n', re.M)


class Runs:
    """What the view prints with options, each command run once."""

    def __init__(self, tool, view):
        self.tool, self.view, self.seen = tool, view, {}

    def run(self, form, program, options):
        key = (form, program, options)
        if key not in self.seen:
            files = [program] if self.view != "diff" else ["program.gprof", "child.gprof"]
            done = subprocess.run([self.tool, self.view, *form.split(), *options, *files], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, errors="replace", check=False)
            self.seen[key] = (done.returncode, ECHO.sub("", done.stdout), done.stderr)
        return self.seen[key]

    def base(self):
        """The forms that can be printed without options."""
        for form in FORMS[self.view]:
            for program in PROGRAMS:
                if self.run(form, program, ())[0] == 0:
                    yield form, program


def spelled(option, value):
    return option if value is None else "%s=%s" % (option, value)


def effects(runs, option, values):
    """The forms that an option changes: (form, program, words)."""
    for value in values:
        for form, program in runs.base():
            words = (spelled(option, value),)
            status, out, _ = runs.run(form, program, words)
            if status in (0, 3) and out != runs.run(form, program, ())[1]:
                yield form, program, words


# Pairs of which the stricter decides, or that no view can show together here.
EQUAL = {("--limit", "--min-percent"): "both keep the first rows: the stricter decides"}


def names_both(text, a, b):
    return "'%s'" % a in text or a in text and b in text


def check_pair(runs, a, b):
    """Whether the pair is refused, or printed as neither is alone."""
    verdict = UNTRIED
    for form, program, word in effects(runs, a, SELECTING[a]):
        for other in SELECTING[b]:
            words = (spelled(b, other),)
            status, out, _ = runs.run(form, program, words)
            if status or out == runs.run(form, program, ())[1]:
                continue
            both = runs.run(form, program, word + words)
            verdict = IGNORED
            if both[0] and names_both(both[2], a, b):
                return GOOD
            if not both[0] and both[1] not in (out, runs.run(form, program, word)[1]):
                return GOOD
    return verdict


def main(*args):
    pairs = args[0] != "--alone"
    tool, *views = args[not pairs:]
    faults = 0
    for view in views:
        runs = Runs(tool, view)
        selecting, untried = [], []
        for option in helped(tool, view):
            values = SELECTING.get(option) or OTHERS.get(option)
            if option in NO_VALUE or "%s %s" % (view, option) in NO_VALUE:
                continue
            if view == "predict" and option == "--remove":
                values = ["item"]
            if not values:
                print("%s %s: enumerate.py has no value for it" % (view, option))
            elif not any(True for _ in effects(runs, option, values)):
                print("%s %s: it changes nothing" % (view, option))
            else:
                if option in SELECTING:
                    selecting.append(option)
                continue
            faults += 1
        for a, b in itertools.combinations(selecting if pairs else (), 2):
            verdict = check_pair(runs, a, b)
            if verdict == IGNORED and (a, b) not in EQUAL:
                print("%s %s %s: together they print what one of them does" % (view, a, b))
                faults += 1
            if verdict == UNTRIED:
                untried.append(a + " " + b)
        print("%s: %d options that select, %d commands; no program here for %d pairs: %s" % (
            view, len(selecting), len(runs.seen), len(untried), ", ".join(untried)))
    sys.exit(1 if faults else 0)


main(*sys.argv[1:])

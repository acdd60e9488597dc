#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cases.py TABLE TOOL - runs the cases of a table of malformed files.

A table is a module with CASES: a name, a function that returns the files by name (a
Profile, an Elf or bytes), the arguments of the tool, and the message it must give.  The
message is one line, the only one, the status 1 and stdout empty.

cases.py --covers SOURCE... checks that every message that the sources can fail with has
a case in a table, but for those listed in NOT_MADE of a table with the reason."""

import ast
import importlib
import re
import subprocess
import sys

TABLES = ("profile_cases", "static_cases", "elf_cases", "gmon_cases")

# How the parsers fail: the function, and which of its arguments is text.
FAILURE = re.compile(r"\b(?:gp_fail(?:_in)?|area_fail|damaged|fail)\(((?:[^()\"]|"
                     r"\([^()]*\)|\"(?:[^\"\\]|\\.)*\")*)\)")
STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|PRI[a-zA-Z]\d+|GPROF_SEC_[A-Z]+")
SECTIONS = {"GPROF_SEC_CNT": "gprof_cnt", "GPROF_SEC_CG": "gprof_cg"}
CONVERSION = re.compile(r"%[-#0-9.]*(?:ll|z|t)?[a-z]")


def text_of(piece):
    if piece.startswith('"'):
        return ast.literal_eval(piece)
    return SECTIONS.get(piece, "u")


def messages(path):
    """The texts, with %-conversions, that a source fails with, and their lines."""
    with open(path) as file:
        source = file.read()
    for match in FAILURE.finditer(source):
        text = "".join(map(text_of, STRING.findall(match[1])))
        # What a helper only puts around another text is no message of its own.
        if CONVERSION.sub("", text).strip(" :'"):
            yield text, source.count("\n", 0, match.start()) + 1


def pattern_of(text):
    parts = CONVERSION.split(text)
    return re.compile(".*".join(map(re.escape, parts)), re.S)


def run(case, tool):
    name, make, arguments, message = case
    for path, content in make().items():
        with open(path, "wb") as file:
            file.write(getattr(content, "data", content))
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=60)
    want = message + "\n"
    if (done.returncode, done.stdout, done.stderr) == (1, "", want):
        return True
    print("%s: status %d\n  wanted: %s\n  stderr: %s\n  stdout: %.200s" %
          (name, done.returncode, message, done.stderr.rstrip(), done.stdout))
    return False


def run_table(table, tool):
    cases = importlib.import_module(table).CASES
    good = sum(run(case, tool) for case in cases)
    print("%d of %d cases" % (good, len(cases)))
    return good == len(cases) > 0


def covers(sources):
    tables = [importlib.import_module(table) for table in TABLES]
    told = [case[3] for table in tables for case in table.CASES]
    excused = {text for table in tables for text in getattr(table, "NOT_MADE", {})}
    seen, missing = 0, 0
    for path in sources:
        for text, line in messages(path):
            seen += 1
            if text not in excused and not any(pattern_of(text).search(one) for one in told):
                missing += 1
                print("%s:%d: no case makes it fail with: %s" % (path, line, text))
    print("%d messages, %d without a case" % (seen, missing))
    return seen > 0 and not missing


def main():
    if sys.argv[1] == "--covers":
        sys.exit(not covers(sys.argv[2:]))
    sys.exit(not run_table(sys.argv[1], sys.argv[2]))


main()

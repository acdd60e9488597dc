# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions_inlined.py - a page with --inlines has the rows of 'gprof-llvm diff --inlines'.  In the
current directory are 'old' and 'new' of mixes.c, with their profiles."""
import re
from page import Browser, expect, run, show, silent, written, TOOL

THIN = "\u202f"
ROWS = ("[...document.querySelectorAll('.executed tr')].slice(1).map((row) =>"
        " [...row.children].slice(0, 3).map((cell) => cell.textContent))")
NOTES = "[...document.querySelectorAll('p.dim')].map((p) => p.textContent)"
NOTE = "Inlined code is of the function that it was written in."


def differing(*options):
    """What 'diff' has of functions that differ: [name, before, after]."""
    text = run(TOOL, "diff", "--measure=instructions", *options, "--binary=old", "--binary=new",
               "old.gprof", "new.gprof")
    table = text.split("Instructions of functions")[1].split("are the same")[0]
    return [[name, before, after] for before, after, name in
            re.findall(r"^ *(\d+) +(\d+) +[+-]\d+ .* {2}(\S.*)$", table, re.MULTILINE)]


def told(page):
    """The same of the page."""
    return [[cell.replace(THIN, "") for cell in row] for row in page(ROWS)]


def main():
    wanted, code = differing("--inlines"), differing()
    with Browser() as browser:
        page = browser.open(written("--inlines", "--measure=instructions", "--before=old.gprof",
                                    "--binary=old", "new", "new.gprof"))
        show(page, "view=answers")
        rows = told(page)
        marks = {name: name.partition(" (")[2] for name, _, _ in rows}
        expect("marks", sorted(mark for mark in marks.values() if mark), ["gone)", "inlined)"])
        expect("rows", sorted([name.partition(" (")[0], *numbers] for name, *numbers in rows),
               sorted(wanted))
        expect("note", NOTE in page(NOTES), True)
        silent(page)
    before, after = next(row[1:] for row in wanted if row[0] == "mix")
    alone = next(row[1:] for row in code if row[0] == "mix")
    expect("mix of the code", [alone[0], alone[1]], [before, "0"])
    if not 0.7 < int(after) / int(before) < 1.1:
        raise SystemExit(f"mix: {before} before, {after} after")


main()

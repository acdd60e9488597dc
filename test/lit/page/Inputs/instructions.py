# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions.py - the functions and lines of a page have the executions that the exports have; lines without
--measure=instructions, too.  In
the current directory are a.out, of blocks/Inputs/lines.c, and its profile without samples."""
from page import Browser, expect, exported, run, show, silent, written, TOOL

THIN = "\u202f"


def lines():
    info = run(TOOL, "export", "--format=lcov", "a.out").splitlines()
    return dict(tuple(map(int, line[3:].split(","))) for line in info if line.startswith("DA:"))


def executed(page):
    rows = page("[...document.querySelectorAll('.source tr')].filter((row) =>"
                " row.querySelector('.line')).map((row) => [row.querySelector('.line')"
                ".textContent, row.querySelector('.times').textContent])")
    return {int(line): int(n.replace(THIN, "")) for line, n in rows if n}


def main():
    functions = {f["name"]: f["instructions"]["self"]
                 for f in exported("--measure=instructions", "a.out")["functions"]
                 if f["instructions"]}
    with Browser() as browser:
        page = browser.open(written("--measure=instructions", "a.out"))
        show(page, "view=functions")
        rows = page("[...document.querySelectorAll('.rows .row')].map((row) =>"
                    " [...row.children].map((cell) => cell.textContent))")
        got = [(row[0], int(row[5].replace(THIN, ""))) for row in rows]
        expect("functions", got, sorted(functions.items(), key=lambda f: -f[1]))
        show(page, "view=source&f=work")
        wanted = {line: n for line, n in lines().items() if 10 <= line <= 23}
        expect("lines", executed(page), wanted)
        expect("never", page("[...document.querySelectorAll('.never')].map((cell) =>"
                             " cell.textContent)"), ["0"])
        silent(page)
        page = browser.open(written("a.out", output="plain.html"))
        show(page, "view=functions")
        expect("columns", page("[...document.querySelectorAll('.head > *')].some((cell) =>"
                               " cell.textContent === 'instructions')"), False)
        show(page, "view=source&f=work")
        expect("lines of a plain page", executed(page), wanted)
        silent(page)
        page = browser.open(written("--source=none", "a.out", output="none.html"))
        show(page, "view=source&f=work")
        expect("no executions", page("document.querySelectorAll('.times').length"), 0)


main()

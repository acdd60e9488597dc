# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cases.py - the cases of switches in the page are those of annotate.  In the current directory are
a.out, of blocks/switches.c, and its profile without samples."""
import json
import re

from page import Browser, expect, run, show, silent, written, TOOL

THIN = "\u202f"
WAY = re.compile(r" *goes on at line (\d+): (\d+) of (\d+), ")


def cases(function):
    """[(line, times)] of all lines, in their order."""
    rows = json.loads(run(TOOL, "annotate", "--format=json", "--limit=0", "a.out"))["functions"]
    return [(case["line"], case["executions"]["value"]) for f in rows if f["name"] == function
            for row in f["rows"] for case in row.get("cases", [])]


def main():
    with Browser() as browser:
        page = browser.open(written("--measure=instructions", "a.out"))
        for function in ("pick", "is_one_of", "run"):
            show(page, "view=source&f=" + function)
            texts = [text.replace(THIN, "") for text in
                     page("[...document.querySelectorAll('.cases .code')].map((cell) => cell.textContent)")]
            found = [tuple(map(int, WAY.match(text).groups()[:2])) for text in texts if WAY.match(text)]
            expect(function, sorted(found), sorted(case for case in cases(function) if case[1]))
            never = [case[0] for case in cases(function) if not case[1]]
            if function == "run":
                expect("never", [text.strip() for text in texts if "never" in text],
                       ["never goes on at lines " + ", ".join(map(str, never))])
        silent(page)
        page = browser.open(written("--source=none", "a.out", output="none.html"))
        show(page, "view=source&f=pick")
        expect("no cases", page("document.querySelectorAll('.cases').length"), 0)


main()

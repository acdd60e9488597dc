# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions_bounds.py - the head of a page has the bounds of all instructions.  In the current
directory is a.out, with its profile without samples."""
import re
from page import Browser, expect, run, show, silent, written, TOOL

THIN = "\u202f"


def main():
    report = run(TOOL, "report", "-b", "--measure=instructions", "a.out")
    low, high = re.match(r"a\.out: (\d+)\.\.(\d+) instructions", report).groups()
    with Browser() as browser:
        page = browser.open(written("--measure=instructions", "a.out"))
        show(page, "view=functions")
        text = page("document.body.textContent").replace(THIN, "")
        expect("head", re.findall(r"(\d+) to (\d+) instructions", text)[:1], [(low, high)])
        silent(page)


main()

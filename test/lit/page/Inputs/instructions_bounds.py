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
        show(page, "view=functions&f=run")
        figures = page("[...document.querySelectorAll('dl dt')].map((dt) => [dt.textContent,"
                       " dt.nextElementSibling.textContent])")
        figures = {name: text.replace(THIN, "") for name, text in figures}
        own = re.search(r"(\d+)\.\.(\d+) .* run$", report, re.MULTILINE).groups()
        expect("own", figures["instructions"], "%s to %s" % own)
        expect("with callees", "\u2265" in figures["with callees"], True)
        silent(page)


main()

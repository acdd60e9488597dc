# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions_threads.py - instructions by thread are those of the report.  In the current directory
are 'a.out' with three threads, and 'many', with their profiles."""
import re
from page import Browser, expect, run, show, silent, written, TOOL

THIN = "\u202f"


def executed(thread):
    report = run(TOOL, "report", "-b", "--measure=instructions", "--thread=%d" % thread, "a.out",
                 "a.gprof")
    return int(re.search(r": (\d+) instructions", report).group(1))


with Browser() as browser:
    page = browser.open(written("--measure=instructions", "a.out", "a.gprof"))
    show(page, "view=answers")
    rows = page("[...document.querySelectorAll('.threads tr')].map((row) =>"
                " [...row.children].map((cell) => cell.textContent))")
    got = {int(re.search(r"\[(\d+)\]", name).group(1)): int(n.replace(THIN, "")) for name, n in rows}
    expect("threads", len(got), 3)
    expect("instructions", got, {tid: executed(tid) for tid in got})
    expect("order", list(got.values()), sorted(got.values(), reverse=True))
    silent(page)
    page = browser.open(written("--measure=instructions", "many", "many.gprof"))
    show(page, "view=answers")
    expect("many", "Instructions by thread are not here"
           in page("document.querySelector('#view').textContent"), True)
    silent(page)
    page = browser.open(written("a.out", "a.gprof"))
    show(page, "view=answers")
    expect("time", "nstructions by thread" in page("document.querySelector('#view').textContent"),
           False)

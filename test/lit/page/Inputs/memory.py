# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory.py - the view of memory has the figures of the exported JSON.  In the current directory are
a.out, of heap/truth.c, and its profile."""
import re

from page import Browser, absent, expect, exported, run, show, silent, written, TOOL

NAMES = "[...document.querySelectorAll('.memory tr td:first-child')].map((cell) => cell.textContent)"
ORDERS = {"bytes": "bytes", "peak": "peak_bytes", "left": "left_bytes", "blocks": "blocks",
          "temporary": "temporary_blocks"}


def cells(page, name):
    return page("[...[...document.querySelectorAll('.memory tr')].find((row) => row.cells[0]."
                "textContent === '%s').cells].map((cell) => cell.textContent)" % name)


def main():
    known = {f["name"]: f["memory"] for f in exported("a.out")["functions"] if "memory" in f}
    report = run(TOOL, "report", "--measure=alloc", "--brief", "a.out")
    with Browser() as browser:
        page = browser.open(written("a.out"))
        show(page, "view=memory")
        for key, member in ORDERS.items():
            show(page, "view=memory&memory.sort=" + key)
            wanted = sorted(known, key=lambda f: (-known[f][member], -known[f]["bytes"]))
            expect(key, page(NAMES), wanted)
            expect("pressed", page("document.querySelectorAll('.chips [aria-pressed=true]').length"),
                   1)
        # As the report has them.
        show(page, "view=memory&memory.sort=peak")
        sizes = re.findall(r"[\d.]+ [KM]?i?B", report.splitlines()[0])
        for size in sizes:
            expect("head has " + size, size in page("document.querySelector('#view p').textContent"),
                   True)
        expect("big", cells(page, "big"),
               ["big", "80.0 %", "", "1.91 MiB", "1", "1.0", "1.91 MiB", "0 B", "0", "100.0 %",
                "100.0 %"])
        expect("cache", cells(page, "cache")[3:],
               ["488 KiB", "500", "1.0", "488 KiB", "244 KiB", "250", "0.0 %", "0.0 %"])
        # A search, and a function that is selected from the table.
        show(page, "view=memory&q=cach")
        expect("found", page(NAMES), ["cache"])
        page("document.querySelector('.memory .link').click()")
        page.until("page.model.name(page.state.f) === 'cache'")
        expect("selected", page("document.querySelectorAll('.memory [aria-selected=true]').length"),
               1)
        page.key("8")
        page.until("page.state.view === 'memory'")
        silent(page)
        page = absent(browser, "memory")
        show(page, "view=answers")
        silent(page)


main()

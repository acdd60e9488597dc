# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""io.py - the view of reads and writes has the figures of the exported JSON.  In the current
directory are a.out, of io/truth.c, and its profile."""
import os

from page import Browser, absent, expect, exported, show, silent, written

NAMES = ("[...document.querySelectorAll('.io')[%d].querySelectorAll('tr td:first-child')]"
         ".map((cell) => cell.textContent.split('/').pop())")
ORDERS = {"read": lambda s: s["read"], "written": lambda s: s["written"],
          "calls": lambda s: s["calls"]}


def sums(profile, key):
    """Bytes and calls by function, or by file."""
    found = {}
    for call in profile["io"]["calls"]:
        row = found.setdefault(key(call), {"read": 0, "written": 0, "calls": 0})
        row["read" if call["kind"] in ("read", "receive", "stream_read") else
            "written"] += call["bytes"]
        row["calls"] += call["calls"]
    return found


def cells(page, table, name):
    return page("[...[...document.querySelectorAll('.io')[%d].querySelectorAll('tr')].find((row) =>"
                " row.cells[0].textContent.endsWith('%s')).cells].map((cell) => cell.textContent)"
                % (table, name))


def main():
    profile = exported("a.out")
    functions = {f["id"]: f["name"] for f in profile["functions"]}
    by_function = sums(profile, lambda call: functions[call["function"]])
    by_file = sums(profile, lambda call: os.path.basename(
        profile["io"]["files"][call["file"]]["name"]))
    with Browser() as browser:
        page = browser.open(written("a.out"))
        for key, figure in ORDERS.items():
            show(page, "view=io&io.sort=" + key)
            for table, rows in enumerate((by_function, by_file)):
                shown = page(NAMES % table)
                expect("rows by " + key, sorted(shown), sorted(rows))
                figures = [figure(rows[name]) for name in shown]
                expect("order by " + key, figures, sorted(figures, reverse=True))
            expect("pressed", page("document.querySelectorAll('.chips [aria-pressed=true]').length"),
                   1)
        show(page, "view=io&io.sort=written")
        said = page("document.querySelector('#view p').textContent")
        expect("sums", said.startswith("200 KiB read in 103 calls, 124 KiB written in 1\u202f015 "
                                       "calls; 1 failed."), True)
        save = cells(page, 0, "save")
        expect("save", save[1:2] + save[3:9],
               ["96.8 %", "0 B", "0", "120 KiB", "15", "0", "0.0 %"])
        expect("file of save", save[9].endswith("/data.bin"), True)
        data = cells(page, 1, "data.bin")
        expect("data.bin", data[3:], ["200 KiB", "102", "120 KiB", "15", "0", "0.0 %",
                                      "load and 1 more"])
        # A search keeps functions and their files; a function is selected from the table.
        show(page, "view=io&q=dribb")
        expect("found", [page(NAMES % 0), page(NAMES % 1)], [["dribble"], ["log.txt"]])
        page("document.querySelector('.io .link').click()")
        page.until("page.model.name(page.state.f) === 'dribble'")
        expect("selected", page("document.querySelectorAll('.io [aria-selected=true]').length"), 1)
        silent(page)
        page = absent(browser, "io")
        silent(page)


main()

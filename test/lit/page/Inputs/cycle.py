# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cycle.py - an opened cycle lists members and inner arcs as the tool's JSON has them."""
import json
from page import Browser, expect, exported, recorded, show, silent, written

with open("cycle.json", "w") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {"even": 2}},
                             "even": {"calls": {"odd": 30, "leaf": 5}}, "odd": {"calls": {"even": 29}},
                             "leaf": {}},
               "stacks": [{"calls": ["libc", "main>even", "even>odd", "odd>even"], "at": "even", "ms": 30},
                          {"calls": ["libc", "main>even", "even>odd"], "at": "odd", "ms": 20}]}, file)
files = recorded("cycle.json")
wanted = exported(*files)
names = [f["name"] for f in wanted["functions"]]
members = {"even", "odd"}
inner = {(names[a["caller"]], names[a["callee"]]): a["calls"] for a in wanted["arcs"]
         if {names[a["caller"]], names[a["callee"]]} <= members}
ROWS = "[...document.querySelectorAll('table.cycle')][%d].querySelectorAll('tr')"
with Browser() as browser:
    page = browser.open(written(*files))
    show(page, "view=callers&f=even")
    expect("closed", page("document.querySelectorAll('table.cycle').length"), 0)
    page("[...document.querySelectorAll('#view button')].find((b) => "
         "b.textContent === 'Open the cycle').click()")
    page.until("document.querySelectorAll('table.cycle').length === 2")
    listed = page("[...%s].slice(1).map((row) => row.cells[0].textContent)" % ROWS % 0)
    expect("members", set(listed), members)
    arcs = page("[...%s].slice(1).map((row) => [row.cells[0].textContent, row.cells[2].textContent])"
                % ROWS % 1)
    expect("inner arcs", {tuple(arc.split(" \u2192 ")): int(calls) for arc, calls in arcs}, inner)
    # It stays open as long as the address says so.
    show(page, "view=callers&f=odd&callers.cycle=1")
    expect("open", page("document.querySelectorAll('table.cycle').length"), 2)
    show(page, "view=callers&f=leaf&callers.cycle=1")
    expect("no cycle", page("document.querySelectorAll('table.cycle').length"), 0)
    silent(page)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""uncertain.py - marks of times of a call, and the colour of what is several functions."""
import json
from page import Browser, expect, recorded, show, silent, written

MANY = ["f%d" % i for i in range(20)]
with open("uncertain.json", "w") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {**{f: 2 for f in MANY}, "sure": 3}},
                             "sure": {}, **{f: {} for f in MANY}},
               "stacks": [{"calls": ["libc", "main>sure"], "at": "sure", "ms": 500}] +
                         [{"calls": ["libc", "main>" + f], "at": f, "ms": 4} for f in MANY]}, file)
files = recorded("uncertain.json")
SIDE = "[...document.querySelectorAll('#side .figures dt')].filter((dt) => / a call$/.test(dt.textContent)).map((dt) => dt.nextSibling.textContent.includes('?'))"
EACH = "Object.fromEntries([...[...document.querySelectorAll('.two table')][1].rows].slice(1).map((row) => [row.cells[0].textContent, row.cells[4].textContent.includes('?')]))"
FILL = "[...document.querySelectorAll('.picture g')].filter((g) => /others/.test(g.textContent)).map((g) => g.querySelector('rect').getAttribute('fill'))"
with Browser() as browser:
    page = browser.open(written(*files))
    show(page, "view=callers&f=f3")
    expect("few", page(SIDE), [True, True])
    show(page, "view=callers&f=sure")
    expect("many", page(SIDE), [False, False])
    show(page, "view=callers&f=main")
    marks = page(EACH)
    expect("sure", marks["sure"], False)
    expect("f0", marks["f0"], True)
    expect("others", page(FILL), ["var(--joined)"])
    silent(page)

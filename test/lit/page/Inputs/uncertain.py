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
with open("price.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {"__gprof_indirect": 5}}},
               "plain": {"__gprof_indirect": []}, "threads": [{"tid": 100, "handler": 20000000}],
               "stacks": [{"calls": ["libc"], "at": "main", "ms": 200},
                          {"calls": ["libc", "main>__gprof_indirect"], "at": "__gprof_indirect", "ms": 4}]}, file)
price = recorded("price.json", "price")
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
    # What samples cost is known, and no time of the few in the profiler's code.
    page = browser.open(written(*price))
    show(page, "view=functions")
    few = page("page.model.functions.self_few[page.model.functions.name.indexOf('<profiler>')]")
    expect("price", few, 0)
    silent(page)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sites_once.py - a function that is called twice on one line, and on others."""
import json
from page import Browser, expect, recorded, show, silent, written

with open("sites.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {"work": 7}}, "work": {}},
               "stacks": [{"calls": ["libc", "main>work"], "at": "work", "ms": 300}]}, file)
with Browser() as browser:
    page = browser.open(written(*recorded("sites.json")))
    # As from debug information: the calls of one arc, by line.
    for lines, wanted in (([82, 82], "a.cc:82"), ([82, 82, 9], "a.cc:82, 9"), ([1, 2, 3, 3], "a.cc:1, 2 +1"), ([], "")):
        page("""(({ model }) => { model.sites = { n: %d, arc: %s, file: %s, line: %s, calls: %s };
            model.sitesOf = { of: () => [...model.sites.line.keys()] }; model.run.files = ['/src/a.cc'] })(page)"""
             % (len(lines), [0] * len(lines), [0] * len(lines), lines, [9 - i for i in range(len(lines))]))
        show(page, "view=callers&f=work")
        page("page.show()")
        expect("%s" % lines, page("document.querySelector('#view .two tr:nth-child(2) td:last-child').textContent"), wanted)
    silent(page)

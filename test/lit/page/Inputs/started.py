# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""started.py - the panel at the start, at three widths."""
import json
from page import Browser, expect, recorded, show, silent, written

STACKS = [{"calls": ["libc", "main>work"], "at": "work", "ms": 800}, {"calls": ["libc", "main>rest"], "at": "rest", "ms": 90}]
FUNCTIONS = {"main": {"entries": 1, "calls": {"work": 2, "rest": 1}}, "work": {}, "rest": {}}
PANEL = "(({ side, main }) => [!side.hidden && side.clientWidth > 0, main.children[0].clientWidth > 0.9 * innerWidth])({ side: document.getElementById('side'), main: document.getElementById('main') })"
for name, what in (("timed", {"functions": FUNCTIONS, "stacks": STACKS}), ("counted", {"functions": FUNCTIONS})):
    with open(name + ".json", "w", encoding="utf-8") as file:
        json.dump(what, file)
with Browser() as browser:
    timed = written(*recorded("timed.json", "timed"), output="timed.html")
    counted = written(*recorded("counted.json", "counted"), output="counted.html")
    for width in 1024, 1280, 1920:
        page = browser.open(timed, width=width)
        for view in "answers", "flame", "functions", "graph", "source", "time":
            show(page, "view=" + view)
            expect("panel in " + view, page(PANEL), [True, False])
            expect("whose in " + view, page("document.querySelector('#side h2').textContent"), "work")
            expect("nothing is selected", page("page.state.f"), -1)
        # A selection takes its place, and without one it is back.
        page("page.go({ f: page.model.named('rest') })")
        expect("selected", page("document.querySelector('#side h2').textContent"), "rest")
        page("page.go({ f: -1 })")
        expect("back", page("document.querySelector('#side h2').textContent"), "work")
        silent(page)
        page = browser.open(counted, width=width)
        expect("no panel", page(PANEL), [False, True])
        page("page.go({ f: page.model.named('rest') })")
        expect("a panel", page(PANEL), [True, False])
        silent(page)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compared.py - with --before each function has its time in both runs, and a change beyond its error is
marked.  In the current directory is what grammar/Inputs/prepare.sh makes."""
from page import Browser, expect, exported, near, show, silent, written

OURS, OLD = ("--no-children", "program", "program.gprof"), ("program", "old.gprof")


def self_of(json, name):
    return next(f["self_ns"] for f in json["functions"] if f["name"] == name)


def total_of(json, caller, callee):
    names = [f["name"] for f in json["functions"]]
    return next(arc["measured"]["total_ns"] for arc in json["arcs"]
                if (names[arc["caller"]], names[arc["callee"]]) == (caller, callee))


now, before = exported(*OURS), exported(*OLD)
with Browser() as browser:
    page = browser.open(written("--before=old.gprof", *OURS))
    for name in ("item", "compare", "main"):
        change = page("page.model.comparison.change(page.model.named('%s'), 'self')" % name)
        near(name, change["before"], self_of(before, name), 1000)
        near(name, change["after"], self_of(now, name), 1000)
        near(name, change["change"], self_of(now, name) - self_of(before, name), 1000)
    expect("sure", page("page.model.comparison.change(page.model.named('item'), 'self').sure"), True)
    expect("main", page("page.model.comparison.change(page.model.named('main'), 'self').sure"), False)
    show(page, "view=functions")
    first = page("[...document.querySelectorAll('.rows .row')].slice(0, 2).map((row) => "
                 "row.querySelector('.name').textContent + row.querySelector('.compare').textContent[0])")
    expect("surest first", sorted(first), ["compare▼", "item▲"])
    show(page, "view=flame")
    expect("legend", "before" in page("document.querySelector('.legend').textContent"), True)
    # Calls are compared, too: time along an arc, and how many there were.
    arcs = page("[...page.model.comparison.arcs.arc].filter((arc) => arc >= 0).map((arc) => ["
                "page.model.functions.name[page.model.arcs.caller[arc]], "
                "page.model.functions.name[page.model.arcs.callee[arc]], page.model.comparison.arcChange(arc)])")
    told = {(caller, callee): change for caller, callee, change in arcs}
    change = told["compare", "item"]
    for json, when in ((before, "before"), (now, "after")):
        near("compare > item " + when, change[when], total_of(json, "compare", "item"), 1000)
    expect("calls before", change["calls"], 1)
    show(page, "view=callers&f=compare")
    expect("column", "change" in page("document.querySelector('#view .two').textContent"), True)
    show(page, "view=answers")
    expect("scope", "time line are this run" in page("document.querySelector('#view').textContent"),
           True)
    # Both figures of a change have a sign, of one kind.
    signs = page("[...document.querySelectorAll('.changes .more, .changes .less')].map((cell) => "
                 "cell.className + cell.textContent.replace(/[^−+%-]/g, ''))")
    expect("signs", sorted(set(signs)), ["less−−%", "more++%"])
    # A run with itself: nothing changed.
    page = browser.open(written("--before=program.gprof", *OURS, output="same.html"))
    expect("nothing", page("[...page.model.comparison.functions.function.keys()].filter((row) => "
                           "page.model.comparison.changeOf(row, 'total').sure).length"), 0)
    expect("totals", page("[...page.model.comparison.functions.function.entries()].filter(([row, f]) => f >= 0 && "
                          "Math.abs(page.model.comparison.changeOf(row, 'total').after - "
                          "page.model.functions.total_ns[f]) > 1000).map(([row, f]) => "
                          "page.model.name(f)).filter((name) => name[0] !== '<' && name[0] !== '[')"), [])
    # With its child it is one run all the same.
    page = browser.open(written("--before=old.gprof", *OURS[1:], output="both.html"))
    near("both", page("page.model.comparison.change(page.model.named('item'), 'self').after"),
         self_of(exported(*OURS[1:]), "item"), 1000)
    silent(page)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""events.py - the view of events has the figures of the exported JSON.  In the current directory
are a.out, of events/truth.c, and its profiles."""
import os

from page import TOP, Browser, expect, exported, near, recorded, show, silent, written

CHOICES = "[...document.querySelectorAll('[aria-label=Event] button')].map((b) => b.textContent)"
CELLS = ("[...document.querySelectorAll('.events tr')].slice(1).map((row) => "
         "[...row.cells].map((cell) => cell.textContent.replaceAll('\u00a0', ' ')))")
# What the page has of an event, by name: own, with callees.
FIGURES = ("(() => { const m = page.model, { functions: of } = m.events.find((e) => e.word === '%s');"
           " return Object.fromEntries(Array.from(of.function, (f, i) => [m.name(f),"
           " [of.own[i], of.total[i]]])); })()")


def check(page, event):
    data = exported("--measure=" + event, "a.out")
    known = {f["demangled"]: (f["self_ns"], f["total_ns"]) for f in data["functions"]
             if f["self_ns"] or f["total_ns"]}
    figures = page(FIGURES % event)
    expect(event + " functions", sorted(figures), sorted(known))
    for name, (own, total) in known.items():
        near((event, name, "own"), figures[name][0], own)
        near((event, name, "total"), figures[name][1], total)
    for sort, column in ("own", 0), ("total", 1):
        show(page, "view=events&events.of=%s&events.sort=%s" % (event, sort))
        rows = page(CELLS)
        expect(event + " rows", sorted(row[0] for row in rows), sorted(known))
        expect((event, sort), [figures[row[0]][column] for row in rows],
               sorted((figure[column] for figure in figures.values()), reverse=True))
    return {row[0]: row[1:] for row in rows}, figures


def main():
    with Browser() as browser:
        page = browser.open(written("a.out"))
        show(page, "view=events")
        names = page(CHOICES)
        expect("events", names[:1] + names[-2:], ["page faults", "task-clock", "page-faults"])
        for event in "faults", "minor-faults", "page-faults", "task-clock":
            rows, figures = check(page, event)
            whole = sum(own for own, _ in figures.values())
            share = "%.1f %%" % (100 * figures["in_thread"][0] / whole)
            expect((event, "share"), rows["in_thread"][0].split(" ?")[0].strip("\u2007 "), share)
        # A function that only events met has no row elsewhere, and cannot be selected.
        others = page("page.model.eventNames")
        expect("others", [name for name in others if page("page.model.named('%s')" % name) >= 0], [])
        show(page, "view=events&events.of=page-faults&q=in_thr")
        expect("found", [row[0] for row in page(CELLS)], ["in_thread"])
        silent(page)
        files = recorded(os.path.join(TOP, "test/lit/measured/Inputs/paths.json"))
        page = browser.open(written(*files, output="plain.html"))
        expect("no view", page("document.querySelector('#views [data-view=events]')"), None)
        silent(page)


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions_tree.py SOURCE - flame graph, callers and graph of a page by instructions have the figures that the report has, and say what is an
average.  In the current directory is a.out, of blocks/Inputs/paths.c, and its profile
without samples."""
import os
import sys
from page import Browser, expect, run, show, silent, written

sys.path.append(os.path.join(os.environ["TOP"], "test", "lit", "blocks", "Inputs"))
from trees import number, tree  # noqa: E402

THIN = "\u202f"
PLACES = """((which) => {
    const found = {}, walk = (node, path) => {
        const name = path === null ? "" : (path ? path + "/" : "") + page.model.name(node.f);
        found[name] = [node.ns, node.average, node.own + node.children().reduce((sum, x) => sum + x.ns, 0) + node.othersNs];
        node.children().forEach((x) => walk(x, name));
    };
    walk(page.model.treeOfPlaces(which), null);
    return found;
})"""


def check_tree(page, which, form):
    got, wanted = page("%s('%s')" % (PLACES, which)), tree("--min-percent=0", "--tree=" + form, "a.out")
    expect("places " + which, sorted(got), sorted(wanted))
    for name, (total, average, added) in got.items():
        expect("sum of " + name, added, total)
        expect("total of " + name, total, number(wanted[name].total))
        expect("mark of " + name, average, wanted[name].total.startswith("~"))


def cells(page, rows):
    return page("[...document.querySelectorAll('%s')].map((row) => [...row.children].map((cell) => cell.textContent.trim()))" % rows)


def check_callers(page):
    show(page, "view=callers&f=first")
    rows = {row[0]: row for table in (1, 2) for row in cells(page, ".two > div:nth-child(%d) tr" % table)}
    places = tree("--min-percent=0", "a.out")
    for name, path in (("main", "main/first"), ("shared", "main/first/shared"), ("below_first", "main/first/below_first")):
        expect("instructions along " + name, rows[name][2].replace(THIN, ""), places[path].total)
    expect("calls", rows["shared"][3], "30")


def main():
    with Browser() as browser:
        page = browser.open(written("--measure=instructions", "a.out"))
        show(page, "view=flame")
        check_tree(page, "down", "top-down")
        check_tree(page, "up", "bottom-up")
        expect("what it says", "each counts as an average one" in page("document.querySelector('.crumbs').textContent"), True)
        expect("nothing to choose", page("document.querySelectorAll('[aria-label=Measure] button').length"), 0)
        check_callers(page)
        show(page, "view=graph")
        expect("graph", page("page.model.run.graph.by"), "instructions")
        silent(page)
        run(sys.executable, os.path.join(os.environ["TOP"], "test", "tools", "addsamples.py"), "a.out", "a.gprof", sys.argv[1])
        page = browser.open(written("--measure=instructions", "a.out", output="sampled.html"))
        show(page, "view=flame")
        page("[...document.querySelectorAll('[aria-label=Measure] button')].find((x) => x.textContent === 'instructions').click()")
        page.until("document.documentElement.dataset.shown.includes('by=instructions')")
        expect("pressed", page("document.querySelector('[aria-label=Measure] [aria-pressed=true]').textContent"), "instructions")
        show(page, "view=callers&f=first&by=instructions")
        expect("kept", cells(page, ".two > div:nth-child(1) tr")[1][2], tree("--min-percent=0", "a.out")["main/first"].total)
        show(page, "view=callers&f=first&by=time")
        expect("time", page("document.querySelector('.two th:nth-child(3)').textContent.replaceAll('\u00a0', ' ')"), "time with callees, 95 %")
        silent(page)


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""instructions_before.py - a page compares instructions as 'gprof-llvm diff' does.  In the current
directory are 'old', 'new' and 'alike' of steps.c, with their profiles."""
import json
import re
from page import Browser, expect, exported, run, show, silent, written, TOOL

THIN = "\u202f"
OURS = ("--measure=instructions", "--binary=old", "new", "new.gprof")
TABLE = ("[...document.querySelectorAll('.executed tr')].slice(1).map((row) =>"
         " [...row.children].map((cell) => cell.textContent))")
CELLS = ("Object.fromEntries([...document.querySelectorAll('.rows .row')].map((row) =>"
         " [row.children[0].textContent, row.children[6].textContent]))")


def plain(text):
    return text.replace(THIN, "").replace("\u2212", "-")


def differing(*arguments):
    """What 'diff' has of functions that differ: name: [before, after, change]."""
    text = run(TOOL, "diff", "--measure=instructions", *arguments)
    table = text.split("Instructions of functions")[1].split("are the same")[0]
    rows = re.findall(r"^ *(\S+) +(\S+) +([+-]\d+|more|less)(?: +(?:new|gone|[+-]\S+%))? +(\S.*)$",
                      table, re.MULTILINE)
    return {name: [before, after, change] for before, after, change, name in rows}


def told(page):
    """The same of the page."""
    rows = {}
    for name, before, after, change in page(TABLE):
        change = re.search(r"[+-]\d+|more|fewer", plain(change)).group().replace("fewer", "less")
        rows[name.replace(" (gone)", "")] = [plain(before).replace(" to ", ".."), plain(after)
                                             .replace(" to ", ".."), change]
    return rows


def changed(json_of):
    """An export of the run before with other figures of 'first', 'second' and 'went'."""
    old = exported("--measure=instructions", "old", "old.gprof")
    for f in old["functions"]:
        if f["instructions"] and f["name"] in json_of:
            f["instructions"] = dict(f["instructions"], **json_of[f["name"]])
    with open("old.json", "w", encoding="utf-8") as file:
        json.dump(old, file)


def main():
    with Browser() as browser:
        page = browser.open(written("--before=old.gprof", *OURS))
        show(page, "view=answers")
        wanted = differing("--binary=old", "--binary=new", "old.gprof", "new.gprof")
        expect("rows", sorted(wanted), ["all functions", "came", "step (two/steps.c)", "went"])
        expect("table", told(page), wanted)
        show(page, "view=functions")
        cells = page(CELLS)
        expect("first", cells["first"], "(same)")
        expect("came", plain(cells["came"]), "\u25b2 " + wanted["came"][2])
        expect("order", page("document.querySelector('.rows .row').children[0].textContent")[:4],
               "step")
        steps = page("[...document.querySelectorAll('.rows .row')].filter((row) =>"
                     " row.children[0].textContent.startsWith('step')).map((row) =>"
                     " row.children[6].textContent[0])")
        expect("steps", sorted(steps), ["(", "\u25b2"])
        # Nobody counts instructions along an arc: its calls are compared alone.
        show(page, "view=callers&f=second")
        expect("arcs", page("[...document.querySelectorAll('#view th')].some((head) =>"
                            " head.textContent === 'change')"), False)
        expect("calls", page("[...document.querySelectorAll('#view th')].some((head) =>"
                             " head.textContent === 'before')"), True)
        expect("columns", page("Object.keys(page.model.comparison.arcs).some((name) =>"
                               " name.includes('instructions'))"), False)
        show(page, "view=flame")
        expect("legend", "own instructions than before"
               in page("document.querySelector('.legend').textContent"), True)
        silent(page)
        # Bounds that overlap say nothing; a number that is assumed keeps its mark.
        changed({"second": {"how": "bounds", "low": 0, "high": 1000},
                 "first": {"how": "bounds", "low": 100, "high": None},
                 "main": {"how": "assumed", "self": 100000}})
        page = browser.open(written("--before=old.json", *OURS, output="bounds.html"))
        show(page, "view=functions")
        cells = page(CELLS)
        expect("overlap", cells["second"], "(may be the same)")
        expect("no bound", cells["first"], "\u25bc fewer")
        expect("assumed", plain(cells["main"])[:3], "\u25bc ~")
        show(page, "view=answers")
        rows = told(page)
        expect("open", rows["first"][0], "\u2265100")
        expect("mark", rows["main"][0], "~100000")
        expect("all", rows.get("all functions", ["~"])[0][:1], "~")
        wanted = differing("--binary=new", "old.json", "new.gprof")
        expect("as diff", {name: row[2] for name, row in rows.items()},
               {name: row[2] for name, row in wanted.items()})
        silent(page)
        # What nothing tells apart is compared together, and says so.
        page = browser.open(written("--measure=instructions", "--before=alike.gprof", "alike",
                                    "alike.gprof", output="alike.html"))
        show(page, "view=functions")
        expect("together", page("[...document.querySelectorAll('.rows .row [title*=together]')]"
                                ".map((cell) => cell.textContent)"), ["(same)"])
        silent(page)


main()

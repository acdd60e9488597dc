# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""long_names.py - names that do not fit, at two widths."""
import json
from page import Browser, expect, recorded, show, silent, written

LONG = "a_function_with_a_name_that_is_longer_than_any_column_of_a_page_for_it_has_room"
with open("long.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {LONG: 1}}, LONG: {"calls": {"write": 1}}},
               "stacks": [{"calls": ["libc", "main>" + LONG], "at": LONG, "ms": 300},
                          {"calls": ["libc", "main>" + LONG, LONG + ">write"], "at": "libc",
                           "ms": 600, "flags": 1}]}, file)
# Whether it goes beyond its place, is shorter than it is, and has both ends and the whole as title.
CUT = ("(([name]) => [name.scrollWidth > name.clientWidth, name.textContent !== name.title, name.title === '" + LONG + "' && "
       "/^a_.*…?.*oom$/.test(name.textContent)])([...document.querySelectorAll('%s')].filter((name) => name.title.startsWith('a_function')))")
with Browser() as browser:
    html = written(*recorded("long.json"))
    for width in 1280, 390:
        page = browser.open(html, width=width)
        for view, name in ("answers", ".heaviest .name"), ("functions", ".rows .name"):
            show(page, "view=" + view)
            expect("%s at %d" % (view, width), page(CUT % name), [False, True, True])
        # The panel beside has room for lines.
        page("page.go({ f: page.model.functions.name.indexOf('main') })")
        page.until("document.querySelector('#side h2').textContent === 'main'")
        expect("panel at %d" % width, page(CUT % "#side td .name"), [False, False, True])
        show(page, "view=functions")
        expect("name at %d" % width, page("document.querySelector('.rows .name').clientWidth") > 80,
               True)
        # What nobody selected is a function, though most time is the kernel's.
        show(page, "view=callers")
        expect("opened", page("page.model.name(page.model.hottest())"), LONG)
        # A call that is not counted has no number.
        page("page.go({ f: page.model.functions.name.indexOf('write') })")
        page.until("document.querySelector('#side h2').textContent === 'write'")
        calls = page("[...document.querySelectorAll('#side tr')].map((row) => row.textContent)")
        expect("calls", [text.split()[-1] for text in calls if "kernel" in text], ["%"])
        silent(page)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile.py - names that are code elsewhere are shown as they are, in every view."""
import json
import sys
from page import VIEWS, Browser, expect, recorded, show, silent, written

NAMES = ["<script>document.title='run'</script>", "</script><script>document.title='run'</script>",
         "\"&amp;'><img src=x onerror=\"document.title='run'\">", "line\u2028and\u2029paragraph",
         "<!--DATA-->", "<!--<script>", "javascript:document.title='run'", "${1}`", "\\u003c"]


def readable(name):
    """As the tool has it for people: what breaks lines is escaped."""
    return name.replace("\u2028", "\\xe2\\x80\\xa8").replace("\u2029", "\\xe2\\x80\\xa9")


def main(many):
    # With many functions the block of data is compressed: the other way to write it.
    names = NAMES + ["f%d" % i for i in range(many)]
    calls = {name: i + 1 for i, name in enumerate(names)}
    with open("hostile.json", "w") as file:
        json.dump({"functions": {"main": {"entries": 1, "calls": calls}, **{n: {} for n in names}},
                   "threads": [{"name": "</script>", "tid": 100}],
                   "process": {"command": "a.out '</script><script>'"},
                   "stacks": [{"calls": ["libc", "main>" + n], "at": n, "ms": 40}
                              for n in NAMES]}, file)
    files = recorded("hostile.json", "hostile%d" % many)
    path = written(*files)
    with open(path, encoding="utf-8") as file:
        expect("compressed", "octet-stream" in file.read(), many > 0)
    with Browser() as browser:
        page = browser.open(path)
        known = page("[...Array(page.model.functions.n).keys()].map((f) => page.model.name(f))")
        for name in NAMES:
            name = readable(name)
            expect(name, name in known, True)
            for view in VIEWS:
                page("page.go({ view: '%s', f: page.model.named(%s) })" % (view, json.dumps(name)))
                shown = page("document.querySelector('#side h2').textContent")
                expect("%s in %s" % (name, view), shown, name)
            page("page.go({ view: 'functions', q: %s })" % json.dumps(name.lower()))
            expect("found", name in page("[...document.querySelectorAll('.rows .name')].map("
                                         "(row) => row.title)"), True)
        page("page.go({ q: '', f: -1 })")
        show(page, "view=callers&f=" + page("encodeURIComponent(%s)" % json.dumps(NAMES[0])))
        expect("address", page("page.model.name(page.state.f)"), NAMES[0])
        expect("scripts", page("document.scripts.length"), 1)
        expect("images", page("document.images.length"), 0)
        expect("title", page("document.title"), "hostile%d: profile" % many)
        silent(page)


main(int(sys.argv[1]))

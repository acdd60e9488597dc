# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""linked.py - sentences about overloads, templates, names with quotes in them, and a name that is too long."""
import json
from page import Browser, expect, recorded, silent, written

# Table::find of int and of double, push of two kinds of a list, a closure of Rust, a name of more than 60 letters.
MANGLED = {"_ZN5store5Table4findERKi": 600, "_ZN5store5Table4findERKd": 500,
           "_ZN4list4pushIiEEvT_": 300, "_ZN4list4pushIdEEvT_": 250, "it<'a>::runs": 200,
           "_ZN7company9subsystem26TheOneThatDoesAlmostAllOfIt4callIiSaIiESt6vectorIiSaIiEEEEvT_T0_T1_": 700}
with open("linked.json", "w", encoding="utf-8") as file:
    json.dump({"functions": {"main": {"entries": 1, "calls": {n: 3 for n in MANGLED}}, **{n: {} for n in MANGLED}},
               "stacks": [{"calls": ["libc", "main>" + n], "at": n, "ms": ms} for n, ms in MANGLED.items()]}, file)
with Browser() as browser:
    page = browser.open(written(*recorded("linked.json")))
    sentences = page("[...document.querySelectorAll('.answer p')].map((p) => [p.textContent, [...p.querySelectorAll('.link')].map((l) => l.title)])")
    expect("sentences", len(sentences) >= 2, True)
    for text, links in sentences:
        expect("quotes left in: " + text, "'" in text.replace("it<'a>::runs", ""), False)
        expect("links in: " + text, len(links) > 0, True)
    named = [link for _, links in sentences for link in links]
    known = page("[...Array(page.model.functions.n).keys()].map((f) => page.model.name(f))")
    expect("functions", [name for name in named if name not in known], [])
    # Each leads to its own.
    for number, name in enumerate(named):
        page("document.querySelectorAll('.answer p .link')[%d].click()" % number)
        expect("where link %d leads" % number, page("page.model.name(page.state.f)"), name)
        page("page.go({ view: 'answers', f: -1 })")
    for part in "find(int", "find(double", "TheOneThatDoes":
        expect("linked: " + part, any(part in name for name in named), True)
    silent(page)

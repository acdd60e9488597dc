# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""no_lines.py - callers and callees of a program without debug information."""
from page import Browser, expect, silent, written

with Browser() as browser:
    page = browser.open(written("program", "program.gprof"))
    page("page.go({ f: page.model.functions.name.indexOf('main'), view: 'callers' })")
    said = page("document.getElementById('view').textContent")
    expect("a callee", "worker" in said, True)
    expect("a line", ":0" in said, False)
    page("page.go({ view: 'source' })")
    expect("what to do", "compile with -g" in page("document.getElementById('view').textContent"), True)
    silent(page)

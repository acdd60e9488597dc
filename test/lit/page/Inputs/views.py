# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""views.py DESCRIPTION - each view opens by its key, says what it is, and asks for nothing."""
import sys
from page import VIEWS, Browser, expect, recorded, silent, written

files = recorded(sys.argv[1])
with Browser() as browser:
    page = browser.open(written(*files))
    expect("title", page("document.title"), "program: profile")
    for number, view in enumerate(VIEWS, 1):
        page.key(str(number))
        page.until("page.state.view === '%s'" % view)
        expect(view, page("document.querySelector('#views [aria-selected=true]').dataset.view"),
               view)
        if view == "callers":  # the function that the view shows without a selection
            expect("side", page("document.querySelector('#side h2').textContent"),
                   page("page.model.name(page.model.hottest())"))
        expect(view + " is there", page("document.querySelector('#view').childElementCount > 0"),
               True)
    page.key("?")
    page.until("document.getElementById('help').open")
    silent(page)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heaviest.py DESCRIPTION - the tables beside the sentences, and where they stand."""
import sys
from page import Browser, expect, recorded, show, silent, written


def rows(page, what):
    return page("[...document.querySelectorAll('.heaviest table.%s tr')].map((row) => "
                "[row.querySelector('.name').textContent, row.children[1].textContent.trim()])"
                % what)


with Browser() as browser:
    page = browser.open(written(*recorded(sys.argv[1])))
    expect("self", rows(page, "self"),
           [["leaf", "55.6 %"], ["right", "33.3 %"], ["left", "11.1 %"]])
    # 'main' passes all to 'run'.
    expect("total", rows(page, "total"), [["run", "100.0 %"], ["left", "66.7 %"],
                                          ["leaf", "55.6 %"], ["right", "33.3 %"]])
    expect("beside", page("""(([text, tables]) => tables.left >= text.right)(
        ['.answers > :first-child', '.heaviest'].map((at) =>
        document.querySelector(at).getBoundingClientRect()))"""), True)
    page("document.querySelectorAll('.heaviest .name')[1].click()")
    page.until("page.state.f >= 0 && page.model.name(page.state.f) === 'right'")
    show(page, "view=answers")
    silent(page)

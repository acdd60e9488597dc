# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""header.py DESCRIPTION - it has two threads, and no snapshots."""
import sys
from page import Browser, expect, recorded, show, silent, written

files = recorded(sys.argv[1], "a_program_with_quite_a_name")
with Browser() as browser:
    html = written(*files)
    for width in 1024, 1280, 1920, 420:
        page = browser.open(html, width=width, phone=width < 600)
        expect("threads", page("document.getElementById('thread-label').hidden"), False)
        seen = page("""(({ left, right }) => [...document.querySelectorAll('#facts span')].filter((fact) => fact.offsetWidth &&
            fact.getBoundingClientRect().right <= Math.min(right, innerWidth) + 1).map((fact) => fact.textContent).join(''))(document.getElementById('run').getBoundingClientRect())""")
        expect("facts at %d: %s" % (width, seen), " samples" in seen and "of CPU time" in seen, True)
        expect("in the window at %d" % width, page("[...document.querySelectorAll('#bar button, #bar select, #bar input')].filter((e) => "
                                                  "e.getBoundingClientRect().right > innerWidth).length"), 0)
        # Of a search field some 20 pixels are the cross that empties it.
        expect("words of the search at %d" % width, page("""((input) => { const g = document.createElement('canvas').getContext('2d');
            const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
            g.font = `${fontSize} ${fontFamily}`;
            return g.measureText(input.placeholder).width + 20 <= input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
            })(document.getElementById('search'))"""), True)
        tab = "document.querySelector('#views [data-view=time]')"
        expect("grey", page("getComputedStyle(%s).color !== getComputedStyle(document.querySelector('#views [data-view=flame]')).color" % tab), True)
        expect("why", "GPROF_OPTIONS=snapshot-every=10" in page(tab + ".title"), True)
        # It still opens, and says how to have it.
        page(tab + ".click()")
        page.until("page.state.view === 'time'")
        expect("said", "GPROF_OPTIONS=snapshot-every=10" in page("document.getElementById('view').textContent"), True)
        silent(page)

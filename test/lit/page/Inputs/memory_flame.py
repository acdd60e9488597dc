# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""memory_flame.py - the flame graph of memory has the shares of the exported folded stacks.  In the
current directory are a.out, of heap/stacks.c, and its profile."""
from page import Browser, expect, run, show, silent, written, TOOL

CRUMBS = "document.querySelector('.crumbs').textContent"
CHOICES = "[...document.querySelectorAll('[aria-label=Measure] button')].map((b) => b.textContent)"


def folded(figure):
    stacks = {}
    for line in run(TOOL, "export", "--format=folded", "--measure=" + figure, "a.out").splitlines():
        path, n = line.rsplit(" ", 1)
        stacks[tuple(path.split(";"))] = int(n)
    return stacks


def check(page, figure, order, path, part, whole):
    numbers = [page("(() => { for (let f = 0; f < page.model.functions.n; f++) "
                    "if (page.model.name(f) === '%s') return f; return -1; })()" % name)
               for name in path]
    show(page, "view=flame&flame.of=%s&flame.order=%s&flame.zoom=%s" % (
        figure, order, ".".join(map(str, numbers))))
    share = 100 * part / whole
    text = "%.1f %%" % share
    page.until("%s.includes('%s')" % (CRUMBS, path[-1]))
    shown = page(CRUMBS).replace("\u00a0", " ")
    expect((figure, order, path), text in shown, True)


def main():
    with Browser() as browser:
        page = browser.open(written("a.out"))
        for figure in "peak", "allocs", "alloc", "leaked", "temporary":
            stacks = folded(figure)
            whole = sum(stacks.values())
            for path in ("main", "cache"), ("main", "parse", "push", "copy"), ("main", "cache", "push"):
                part = sum(n for stack, n in stacks.items() if stack[:len(path)] == path)
                if part:
                    check(page, figure, "in", path, part, whole)
            up = ("xmalloc", "push", "cache")
            part = sum(n for stack, n in stacks.items() if stack[::-1][:3] == up)
            if part:
                check(page, figure, "out", up, part, whole)
        show(page, "view=flame&flame.of=peak")
        page.until("%s.startsWith('55.7')" % CRUMBS)
        expect("choices", page(CHOICES)[-5:],
               ["memory at the peak", "allocated", "blocks", "not freed", "temporary"])
        show(page, "view=memory&memory.sort=left")
        page("[...document.querySelectorAll('#view button')].find((b) => "
             "b.textContent.startsWith('flame graph')).click()")
        page.until("document.documentElement.dataset.shown.includes('flame.of=leaked')")
        silent(page)


main()

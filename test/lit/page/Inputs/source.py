# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""source.py - lines, times and calls of the source are those of `annotate`; what --source leaves out
is not in the file.  In the current directory are `lines` and its profile (grammar/Inputs/prepare.sh)."""
import json
import re
from page import TOOL, Browser, expect, near, run, show, silent, written

HERE = __import__("os").getcwd()


def by_line(rows):
    """Times and calls by function, line and whether it is a call."""
    sums = {}
    for function, line, kind, ns, calls in rows:
        key = (function, line, kind)
        old = sums.get(key, (0, 0))
        sums[key] = old[0] + ns, old[1] + calls
    return sums


def check_code(page):
    """Instructions have the time that `annotate --asm` gives them, and stand below their lines."""
    wanted = json.loads(run(TOOL, "annotate", "--asm", "--format=json", "--limit=0", "lines"))
    code = page("""(({ functions, code }) => [...Array(code.n).keys()].map((i) =>
        [functions.name[code.function[i]], code.address[i], code.ns[i], code.line[i]]))(page.model)""")
    ours = {}
    for name, address, ns, line in code:
        ours[name, address] = ns
        expect("line of %s" % name, line > 0 or not ns, True)
    for f in wanted["functions"]:
        sums = {}
        for row in f["rows"]:
            if row["kind"] == "own":
                sums[row["address"]] = sums.get(row["address"], 0) + row["ns"]
        for address, ns in sums.items():
            near("%s+%x" % (f["name"], address), ours[f["name"], address], ns)
    name = wanted["functions"][0]["name"]
    show(page, "view=source&f=" + name)
    expect("closed", page("document.querySelectorAll('.source .insn').length"), 0)
    page("document.querySelector('.chip').click()")
    page.until("document.querySelectorAll('#view .insn').length > 0")
    expect("all", page("document.querySelectorAll('#view .insn').length"),
           sum(key[0] == name for key in ours))
    page.until("location.hash.includes('source.code=1')")


def theirs_of(annotated):
    """Own time of functions without what their lines called in libraries and the kernel."""
    sums = {}
    for f in annotated["functions"]:
        for row in f["rows"]:
            if row["kind"] == "own" and row["callee"] is None:
                sums[f["name"]] = sums.get(f["name"], 0) + row["ns"]
    return sums


def check_self(page, wanted):
    """The column "its own lines" of the list has no time of libraries."""
    show(page, "view=source")
    heads, *rows = page("""[...document.querySelectorAll('#view table tr')].map((row) =>
        [...row.children].map((cell) => cell.textContent))""")
    expect("heads", heads[2:5], ["its own lines", "libraries and kernel", "inlined in it"])
    linkage = dict(page("""(({ functions }) => [...functions.function.keys()].map((of) =>
        [functions.function[of] < 0 ? functions.name[of] + " (inlined)" : page.link(functions.function[of]).textContent,
         functions.name[of]]))(page.model.source)"""))
    total = page("page.model.total")
    libraries = 0
    for row in rows:
        shown, ns = float((row[2] or "0").split()[0].rstrip("%")), wanted.get(linkage[row[0]], 0)
        expect("self of %s" % row[0], abs(shown - 100 * ns / total) < 0.06, True)
        libraries += row[3] != ""
    expect("libraries", libraries > 0, True)


def check_intervals(page):
    """Each line with time has its interval, and a mark where it rests on few samples."""
    lines = page("""[...document.querySelectorAll('.source .timed')].map((row) => [row.children[0].textContent,
        row.children[0].title, row.querySelectorAll('.bar s').length])""")
    for share, title, whiskers in lines:
        found = re.match(r"[\d.]+ \w+ \[([\d.]+), ([\d.]+)\], (\d+) samples?$", title)
        expect(title, bool(found) and float(found[1]) < float(title.split()[0]) < float(found[2]), True)
        expect("mark of " + title, "?" in share, int(found[3]) < 10)
        expect("whiskers of " + title, whiskers, 1)
    expect("lines with time", len(lines) > 0, True)


def main():
    wanted = json.loads(run(TOOL, "annotate", "--format=json", "--limit=0", "lines"))
    kinds = {"own": 0, "inlined": 1, "called": 2, "through": 3}
    theirs = by_line((f["name"], row["line"] or 0, kinds[row["kind"]], row["ns"], row["calls"])
                     for f in wanted["functions"] if f["own_ns"] for row in f["rows"])
    with Browser() as browser:
        page = browser.open(written("--source-dir=moved", "lines"))
        got = page("""(({ source: { functions, rows } }) => [...Array(rows.n).keys()].map((row) =>
            [functions.name[rows.of[row]], rows.line[row], rows.kind[row], rows.ns[row],
             rows.calls[row]]))(page.model)""")
        ours = by_line(got)
        for key, (ns, calls) in theirs.items():
            near(key, ours[key][0], ns)
            expect(key, ours[key][1], calls)
        # Samples by line, as they are summed for a part of the run: here for all its threads.
        summed = page("""(({ model }) => { const { source: { rows } } = model, threads = model.run.threads.keys();
            const lines = [...threads].map((thread) => model.linesOf(model.part({ thread })));
            return [...Array(rows.n).keys()].filter((row) => rows.kind[row] < 2).map((row) =>
                [rows.ns[row], lines.reduce((sum, { ns }) => sum + ns[row], 0)]) })(page)""")
        for wanted, ns in summed:
            near("line", ns, wanted)
        expect("lines", sum(ns > 0 for _, ns in summed) > 3, True)
        check_code(page)
        show(page, "view=source&f=" + page("page.model.functions.name[page.model.source"
                                           ".functions.function[0]]"))
        expect("text", page("document.querySelectorAll('.source .timed .code').length > 0 && "
                            "[...document.querySelectorAll('.source .timed .code')].every("
                            "(cell) => cell.textContent.trim() !== '')"), True)
        check_intervals(page)
        silent(page)
        page = browser.open(written("program", output="program.html"))
        check_self(page, theirs_of(json.loads(run(TOOL, "annotate", "--format=json", "--limit=0", "program"))))
        silent(page)
        page = browser.open(written("--source=none", "lines", output="none.html"))
        data = page("JSON.stringify(page.model.run)")
        expect("paths", HERE in data or "source_text" in data, False)
        show(page, "view=source")
        expect("said", "--source=none" in page("document.querySelector('#view').textContent"), True)
        silent(page)


main()

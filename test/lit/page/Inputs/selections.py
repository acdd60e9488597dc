# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""selections.py SEED - of ten random selections in random stacks, the page's sums and intervals
are those of the tool for the same request."""
import json
import random
import sys
from page import Browser, expect, exported, near, recorded, show, silent, written

THREADS, FUNCTIONS, STACKS = 3, 8, 60
NO_STACK, TRUNCATED = 8, 4  # GPROF_SAMPLE_*


def stack(chance):
    way = ["f%d" % chance.randrange(FUNCTIONS) for _ in range(chance.randint(1, 6))]
    calls = ["libc"] + ["%s>%s" % pair for pair in zip(["main"] + way, way)]
    made = {"thread": chance.randrange(THREADS), "calls": calls, "at": way[-1],
            "ms": chance.randint(1, 90)}
    if chance.random() < 0.1:
        made["flags"] = TRUNCATED
        made["calls"] = calls[-1:] if len(calls) > 2 else calls
    return made


def description(chance):
    names = ["f%d" % i for i in range(FUNCTIONS)]
    functions = {"main": {"entries": 1, "calls": {name: 2 for name in names}}}
    for name in names:
        functions[name] = {"calls": {other: 3 for other in names}}
    return {"functions": functions,
            "threads": [{"name": "t%d" % i, "tid": 100 + i, "calls": {}} if i else
                        {"name": "t0", "tid": 100} for i in range(THREADS)],
            "stacks": [stack(chance) for _ in range(STACKS)]}


def near_times(where, got, wanted, error):
    """Own and total times of functions, their intervals and samples: the page's and the tool's."""
    calls = {a["caller"] for a in wanted["arcs"] if a["calls"] or a["measured"]["total_ns"]}
    for f in wanted["functions"]:
        for of in ("self", "total"):
            for mine, theirs in (("value", "ns"), ("low", "low_ns"), ("high", "high_ns"),
                                 ("samples", "samples")):
                # The page has no counts of a part: that nothing was called is the tool's to say.
                if mine == "high" and not f["calls"] and not f["measured"]["%s_ns" % of]:
                    continue
                # Nor of those that a function makes there, which could be what is not known.
                if mine == "high" and of == "total" and f["id"] not in calls:
                    continue
                near("%s %s %s of %s" % (f["name"], of, mine, where), got[f["name"]][of][mine],
                     f["measured"]["%s_%s" % (of, theirs)], error)


def check_thread(page, files, thread):
    got = page("""(({ model }) => { const part = model.part({ thread: %d });
        return Object.fromEntries([...Array(model.functions.n).keys()].map((f) =>
            [model.functions.name[f], model.times(f, part)])) })(page)""" % thread)
    near_times("thread %d" % thread, got, exported("--thread=#%d" % thread, *files), 10)


def check_search(page, files, names, thread):
    got = page("""(({ model }) => { const found = new Uint8Array(model.functions.n);
        for (const name of %s) found[model.named(name)] = 1;
        return model.passing(found, model.part({ thread: %d })) })(page)"""
               % (json.dumps(names), thread))
    wanted = exported("--focus=/^(%s)$/" % "|".join(names),
                      *(["--thread=#%d" % thread] if thread >= 0 else []), *files)
    near("%s in thread %d" % (names, thread), got["ns"],
         wanted["time"]["total_ns"] - wanted["selection"]["left_out_ns"], 1000)


def check_focus(page, files, name, thread):
    """Samples through a function, in all views."""
    got = page("""(({ model }) => { const part = model.part({ thread: %d, focus: model.named('%s') });
        return Object.fromEntries([...Array(model.functions.n).keys()].map((f) =>
            [model.functions.name[f], model.times(f, part)])) })(page)""" % (thread, name))
    near_times("%s in thread %d" % (name, thread), got, exported(
        "--focus=" + name, *(["--thread=#%d" % thread] if thread >= 0 else []), *files), 10)


def check_shown(page, name):
    """It is said, and in the address, and goes with a click."""
    show(page, "view=functions&f=%s&focus=%s" % (name, name))
    said = page("document.getElementById('part').textContent")
    expect(said, said.startswith("Only what passes through " + name), True)
    rows = page("[...document.querySelectorAll('.rows .row')].map((row) => row.children[1].textContent.trim())")
    expect("shares", 99 < sum(float(row.split()[0]) for row in rows if row) < 101, True)
    page("document.querySelector('#side .chip').click()")
    page.until("page.part().all && document.getElementById('part').hidden")


def main(seed):
    chance = random.Random(seed)
    with open("random.json", "w") as file:
        json.dump(description(chance), file)
    files = recorded("random.json")
    with Browser() as browser:
        page = browser.open(written(*files))
        for thread in range(THREADS):
            check_thread(page, files, thread)
        for _ in range(7):
            names = chance.sample(["f%d" % i for i in range(FUNCTIONS)], chance.randint(1, 3))
            check_search(page, files, names, chance.randrange(-1, THREADS))
        for thread in range(-1, THREADS):
            check_focus(page, files, chance.choice(["f%d" % i for i in range(FUNCTIONS)]), thread)
        check_shown(page, "f%d" % chance.randrange(FUNCTIONS))
        expect("threads", page("document.getElementById('thread').length"), THREADS + 1)
        silent(page)


if __name__ == "__main__":
    main(int(sys.argv[1]))

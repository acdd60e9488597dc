# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ranges.py SEED - ten random phases in random stacks: the page's sums and intervals of their range of
time are those of the tool for --phase."""
import json
import random
import sys
from page import Browser, expect, exported, near, recorded, silent, written
from selections import FUNCTIONS, THREADS, description, near_times

# Snapshots are so close that nothing can have run in a phase after its last sample.
BEGIN, END, STEP = 5, 6, 1  # GPROF_SNAPSHOT_*, ms from one to the next
PHASES = 10


def phased(chance):
    """Snapshots of which each begins or ends a phase, and the first and last of each phase."""
    made = description(chance)
    order = [i for i in range(PHASES) for _ in range(2)]
    chance.shuffle(order)
    names = ["main"] + ["f%d" % i for i in range(FUNCTIONS)]
    percents = {name: sorted(chance.randint(0, 100) for _ in order) for name in names}
    ends, made["snapshots"] = {}, []
    for k, phase in enumerate(order):
        ends.setdefault(phase, []).append(k + 1)
        kind = BEGIN if len(ends[phase]) == 1 else END
        made["snapshots"].append([kind, "p%d" % phase, (k + 1) * STEP,
                                  {name: percents[name][k] for name in names}])
    return made, ends


def check(page, files, phase, ends, thread):
    got = page("""(({ model }) => { const part = model.part({ thread: %d, from: %d, to: %d });
        return { sum: part.sum, calls: [...Array(model.arcs.n).keys()].map((arc) => [
            model.functions.name[model.arcs.caller[arc]], model.functions.name[model.arcs.callee[arc]],
            model.arcTime(arc, part)]), times: Object.fromEntries([...Array(model.functions.n).keys()]
            .map((f) => [model.functions.name[f], model.times(f, part)])) } })(page)"""
               % (thread, ends[0] * STEP * 1000, ends[1] * STEP * 1000))
    wanted = exported("--phase=p%d" % phase, *(["--thread=#%d" % thread] if thread >= 0 else []),
                      *files)
    known = wanted["time"]
    near("time of p%d" % phase, got["sum"]["ns"], known["sampled_ns"], 100)
    near_times("p%d in thread %d" % (phase, thread), got["times"], wanted, 100)
    arcs = {(caller, callee): time for caller, callee, time in got["calls"]}
    for arc in wanted["arcs"]:
        key = tuple(wanted["functions"][arc[end]]["name"] for end in ("caller", "callee"))
        near("%s of p%d" % (key, phase), arcs[key]["value"], arc["measured"]["total_ns"], 100)


def main(seed):
    chance = random.Random(seed)
    made, ends = phased(chance)
    with open("random.json", "w") as file:
        json.dump(made, file)
    files = recorded("random.json")
    with Browser() as browser:
        page = browser.open(written(*files))
        for phase in range(PHASES):
            check(page, files, phase, ends[phase], chance.randrange(-1, THREADS))
        silent(page)


main(int(sys.argv[1]))

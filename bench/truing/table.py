# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - the tables of bench/truth, from its records alone."""

import json
import statistics

from . import verdict

COLUMNS = ("figure", "truth, ms", "report, ms", "bias, %", "half interval, %", "coverage, %", "")
CLOCKS = {"perf": "By the kernel's clock of the thread (`perf_event_open`)",
          "timer": "By timers, where `perf_event_open` is refused",
          "wall": "Waiting (`clock=wall`)"}


def row(cells):
    return "| " + " | ".join(cells) + " |"


def kinds(key):
    words = key.split(" ")
    if words[0] == "arc":
        return "%s -> %s" % (words[1], words[2])
    return "%s, %s" % (words[1], "self" if words[0] == "self" else "inclusive")


def verdicts(records):
    """{key: Verdict}, by kind and size."""
    keys = list(dict.fromkeys(key for r in records for key in r["figures"]))
    found = {key: verdict.Verdict([r["figures"][key] for r in records if key in r["figures"]])
             for key in keys}
    order = {"self": 0, "total": 1, "arc": 2}
    return dict(sorted(found.items(), key=lambda kv: (order[kv[0].split(" ")[0]], -kv[1].truth)))


def line(key, v):
    return row([kinds(key).replace("<", "&lt;"), "%.2f" % (v.truth / 1e3), "%.2f" % (v.value / 1e3),
                "%+.1f ± %.1f" % (100 * v.bias, 100 * v.error), "%.0f" % (100 * v.wide),
                "%.0f" % v.coverage, v.remark()])


def summary(found, clock):
    """How many figures meet the goal."""
    records = [r for r in found["records"] if r["clock"] == clock]
    groups = {}
    for r in records:
        groups.setdefault(r["program"], []).append(r)
    all_ = [v for group in groups.values() for v in verdicts(group).values()]
    low, high = verdict.GOAL
    return ("%d figures of %d programs; the interval holds the truth in %.1f %% of all cases. "
            "%d figures within %d to %d %%, %d below, %d above; %d biased by more than %.1f "
            "standard errors." %
            (len(all_), len(groups), statistics.fmean(v.coverage for v in all_),
             sum(low <= v.coverage <= high for v in all_), low, high,
             sum(v.coverage < low for v in all_), sum(v.coverage > high for v in all_),
             sum(v.biased() for v in all_), verdict.SURE))


def part(records):
    """The tables of one clock."""
    lines = []
    for program in dict.fromkeys(r["program"] for r in records):
        of = [r for r in records if r["program"] == program]

        def mean(key):
            return statistics.fmean(r[key] for r in of)

        lines += ["", "### " + program, "",
                  "%d runs; by its own clock %.1f ms, by samples %.1f and %.1f for the profiler; "
                  "%.0f samples, stacks whole for %.1f %%." %
                  (len(of), mean("known") / 1e3, mean("sampled") / 1e3, mean("profiler") / 1e3,
                   mean("samples"), mean("whole")),
                  "", row(COLUMNS), row(["---"] * len(COLUMNS))]
        lines += [line(key, v) for key, v in verdicts(of).items()]
    return lines


def counts(found):
    lines = ["", "## Counts of calls, against callgrind of the same run", "",
             row(("program", "arcs", "calls", "differ")), row(["---"] * 4)]
    for c in found["counts"]:
        lines.append(row((c["program"], *(str(c[k]) for k in ("arcs", "calls", "differ")))))
    return lines


def markdown(found):
    m = found["machine"]
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
             "# Times against programs that clock themselves", "",
             "%s, %d processors, Linux %s; %s; %s. `bench/truth --runs %d`." %
             (m["cpu"], m["cores"], m["kernel"], found["clang"], found["date"], found["runs"])]
    for clock, title in CLOCKS.items():
        records = [r for r in found["records"] if r["clock"] == clock]
        if records:
            lines += ["", "## " + title, "", summary(found, clock), *part(records)]
    return "\n".join(lines + counts(found)) + "\n"


def write(found, path):
    """PATH.json with one record a line, and PATH.md."""
    lists = ("records", "counts")
    with open(path + ".json", "w") as file:
        head = {k: v for k, v in found.items() if k not in lists}
        file.write(json.dumps(head)[:-1])
        for name in lists:
            file.write(',\n"%s": [\n' % name)
            file.write(",\n".join(json.dumps(r, separators=(",", ":")) for r in found[name]))
            file.write("\n]")
        file.write("}\n")
    with open(path + ".md", "w") as file:
        file.write(markdown(found))

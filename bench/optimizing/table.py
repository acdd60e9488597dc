# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - the tables of bench/optimize, from its measurements alone."""

from costing import stats

from . import builds, measures


def row(cells):
    return "| " + " | ".join(cells) + " |"


def head(names):
    return [row(["", *names]), row([":---", *["---:"] * len(names)])]


def ratios(found, name, event):
    base = found["counts"]["plain"][event]
    return found["counts"][name][event] / base if base else None


def times(found, name):
    return stats.spread([r[name] / r["plain"] for r in found["rounds"]])


def mean(values):
    values = [v for v in values if v]
    return "%.3f" % stats.geometric_mean(values) if values else "-"


def counted(results, names, event):
    """To the build without a profile, whose number comes first."""
    yield from head(["plain", *names])
    for program, found in results.items():
        cells = [ratios(found, name, event) for name in names]
        yield row([program, "%d" % found["counts"]["plain"][event],
                   *["%.3f" % c if c else "-" for c in cells]])
    yield row(["geometric mean", "", *[mean([ratios(found, name, event)
                                             for found in results.values()]) for name in names]])


def timed(results, names):
    results = {program: found for program, found in results.items() if found["rounds"]}
    yield from head(["rounds", *names])
    for program, found in results.items():
        yield row([program, str(len(found["rounds"])),
                   *[times(found, name).text("%.3f") for name in names]])
    yield row(["geometric mean", "", *[mean([times(found, name).median
                                             for found in results.values()]) for name in names]])


def markdown(found):
    names = [name for name in builds.VARIANTS if name in found["variants"] and name != "plain"]
    results, here = found["results"], found["machine"]
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
             "# Programs that a profile makes faster", "",
             "%s, %d processors, Linux %s; %s; %s." % (here["cpu"], here["cores"], here["kernel"],
                                                      found["clang"], found["date"]), "",
             "Ratios to the build without a profile; the input differs in kind from the one that "
             "the profile is of.", ""]
    lines += ["- %s: %s" % (name, builds.VARIANTS[name]) for name in names]
    if any(result["rounds"] for result in results.values()):
        lines += ["", "## CPU time, median and quartiles of paired rounds", "",
                  *timed(results, names)]
    for event in measures.EVENTS.values():
        lines += ["", "## %s, by cachegrind" % (event[0].upper() + event[1:]), "",
                  *counted(results, names, event)]
    return "\n".join(lines) + "\n"

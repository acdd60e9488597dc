# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - the tables of bench/precision, from its records alone."""

import statistics

from . import runs

COLUMNS = ("program", "CPU time, s", "samples", "effective", "of samples", "a second",
           "half width of rows", "of that build's", "cost over counts", "that build's")


def row(cells):
    return "| " + " | ".join(cells) + " |"


def median(values):
    values = list(values)
    return statistics.median(values) if values else float("nan")


def width(records):
    """Median half width over rows and runs."""
    return median(half for r in records for _, _, half in r["rows"])


def cost(records, name):
    """Median, over rounds, of the CPU time relative to that of counts alone; less 1."""
    counts = {r["round"]: r["cpu"] for r in records if r["build"] == name + runs.COUNTS}
    return median(r["cpu"] / counts[r["round"]] - 1 for r in records if r["build"] == name)


def line(program, records, this, that):
    own = [r for r in records if r["build"] == this]
    other = [r for r in records if r["build"] == that]
    n, effective = median(r["samples"] for r in own), median(r["effective"] for r in own)
    ratio = width(own) / width(other) if other else float("nan")
    return [program, "%.1f" % median(r["cpu"] for r in own), "%.0f" % n, "%.0f" % effective,
            "%.2f" % (effective / n if n else 0),
            "%.0f" % median(r["effective"] / r["cpu"] for r in own), "%.1f %%" % (100 * width(own)),
            "%.2f" % ratio, "%.1f %%" % (100 * cost(records, this)),
            "%.1f %%" % (100 * cost(records, that))], ratio


def part(records, seconds, this, that):
    lines = ["", "## Runs of about %g s" % seconds, "", row(COLUMNS), row(["---"] * len(COLUMNS))]
    ratios = []
    for program in dict.fromkeys(r["program"] for r in records):
        cells, ratio = line(program, [r for r in records if r["program"] == program], this, that)
        lines.append(row(cells))
        ratios.append(ratio)
    lines += ["", "Half width relative to that build's, geometric mean: %.2f." %
              statistics.geometric_mean(ratios)]
    return lines


def markdown(found):
    m = found["machine"]
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
             "# How precise times are, and what that costs", "",
             "%s, %d processors, Linux %s; %s. Medians; %d rounds, builds in turns. "
             "*That build*: %s. Effective: (sum of weights)² / sum of squared weights. Rows: of "
             "5 %% and more." %
             (m["cpu"], m["cores"], m["kernel"], found["date"], found["rounds"], found["against"])]
    for seconds in dict.fromkeys(r["seconds"] for r in found["records"]):
        lines += part([r for r in found["records"] if r["seconds"] == seconds], seconds, "this",
                      "that")
    return "\n".join(lines) + "\n"

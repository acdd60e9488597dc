# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - markdown made from the raw numbers alone.

Every function yields lines.  A cell without measurements is '-'; what could not
be measured is listed with its reason at the end.
"""

from . import stats, variants

OURS, COUNTS, CALL = "gprof-llvm", "gprof-llvm-counts", "gprof-llvm-call"


def row(cells):
    return "| " + " | ".join(cells) + " |"


def grid(head, rows):
    yield row(head)
    yield row(["---"] * len(head))
    for cells in rows:
        yield row(cells)
    yield ""


def cell(spread, form="%.2f"):
    return spread.text(form) if spread else "-"


class Figures:
    """What the tables ask of the results: {round: number} paired with the baseline."""

    def __init__(self, results):
        self.results = results
        self.known = variants.all_variants("")

    def base_of(self, variant):
        return self.known[variant].baseline

    def paired(self, part, subject, variant, value, combine):
        """{round: combined}; with the run beside it, if there was one."""
        values = self.results.rounds(part, subject, variant, value)
        base = self.results.rounds(part, subject, variant, "beside") if value == "cpu" else {}
        base = base or self.results.rounds(part, subject, self.base_of(variant), value)
        return {r: combine(values[r], base[r]) for r in values if r in base}

    def spread(self, part, subject, variant, value, combine=stats.ratio):
        found = self.paired(part, subject, variant, value, combine)
        return stats.spread(list(found.values()))

    def absolute(self, part, subject, variant, value):
        return stats.spread(list(self.results.rounds(part, subject, variant, value).values()))

    def plain(self, part, subject):
        """CPU time of the plain build, of all its runs beside others too."""
        found = list(self.results.rounds(part, subject, "plain", "cpu").values())
        for variant in self.present(part):
            if self.base_of(variant) == "plain":
                found += self.results.rounds(part, subject, variant, "beside").values()
        return stats.spread(found)

    def present(self, part):
        """Variants measured in a part that have another one as baseline, in table order."""
        measured = self.results.variants(part)
        return [v for v in self.known if v in measured and self.base_of(v) != v]

    def suite_mean(self, part, variant):
        """Geometric mean over the programs, one value a round; None if one is missing."""
        rounds_of = {s: self.paired(part, s, variant, "cpu", stats.ratio)
                     for s in self.results.subjects(part)}
        if not rounds_of or not all(rounds_of.values()):
            return None
        return stats.spread(stats.suite_means(rounds_of))

    def worst(self, part, variant):
        """(median ratio, program)"""
        medians = [(spread.median, s) for s in self.results.subjects(part)
                   if (spread := self.spread(part, s, variant, "cpu"))]
        return max(medians) if medians else None


# ------------------------------------------------------------------ sections

def head(results):
    machine, versions = results.head["machine"], results.head["versions"]
    yield "# What profiling costs"
    yield ""
    yield "%s, %d processors%s, %d GiB, Linux %s; %s." % (
        machine["cpu"], machine["cores"], " of a virtual machine" if machine["virtual"] else "",
        machine["memory_gib"], machine["kernel"], results.head["date"])
    yield ""
    yield "; ".join(v for v in versions.values() if v) + "."
    yield ""
    yield ("Ratios and differences are taken within a round, in which the builds run in random "
           "order, whole programs each beside the plain build on the same processor; shown is "
           "the median with the quartiles. CPU time is user + system time of the process and its "
           "children. All builds -O2, all peers' samplers at 1000 Hz.")
    yield ""


def suite(figures, part, title, note):
    subjects = figures.results.subjects(part)
    if not figures.present(part):
        return
    yield "## " + title
    yield ""
    yield note
    yield ""
    rows = []
    for variant in figures.present(part):
        worst = figures.worst(part, variant)
        rows.append([variant, cell(figures.suite_mean(part, variant)),
                     "%.2f %s" % worst if worst else "-",
                     *(cell(figures.spread(part, s, variant, "cpu")) for s in subjects)])
    yield from grid(["", "geometric mean", "worst", *subjects], rows)
    plain = [figures.plain(part, s) for s in subjects]
    yield "Plain build, seconds of CPU time: %s." % ", ".join(
        "%s %s" % (s, cell(p)) for s, p in zip(subjects, plain))
    yield ""


def samples(figures):
    subjects = figures.results.subjects("samples")
    if not subjects:
        return
    yield "## Samples"
    yield ""
    yield ("What the default's samples take in runs of some ten seconds: CPU time beside the same "
           "binary with GPROF_OPTIONS=rate=0, and the report's estimate of it, in seconds.")
    yield ""
    rows = []
    for subject in subjects:
        rows.append([subject, cell(figures.absolute("samples", subject, OURS, "cpu"), "%.1f"),
                     cell(figures.spread("samples", subject, OURS, "cpu"), "%.3f"),
                     cell(figures.spread("samples", subject, OURS, "cpu", stats.difference),
                          "%.3f"),
                     cell(figures.absolute("samples", subject, OURS, "estimate"), "%.3f")])
    yield from grid(["", "CPU time, s", "over counts alone", "samples took, s", "estimate, s"],
                    rows)


def estimate(figures):
    subjects = figures.results.subjects("estimate")
    if not subjects:
        return
    yield "## The report's own estimate"
    yield ""
    yield ("What profiling took without its samples, in percent of the CPU time: as the report "
           "estimates it from the counts, and as measured here without and with samples.")
    yield ""

    def percent(subject, variant):
        found = figures.paired("suite", subject, variant, "cpu", lambda a, b: 100 * (1 - b / a))
        return cell(stats.spread(list(found.values())), "%.1f")

    yield from grid(["", "estimated", "measured", "with samples"],
                    [[s, "%.1f" % (100 * single(figures, "estimate", s, OURS, "share")),
                      percent(s, COUNTS), percent(s, OURS)] for s in subjects])


def calls(figures):
    subjects = [s for s in figures.results.subjects("calls") if s != "build"]
    if not subjects:
        return
    yield "## One call"
    yield ""
    yield ("Nanoseconds of CPU time that a call takes more than in the plain build: of a small "
           "function by 1, 2 and 4 threads, and through one call site with 1 to 1000 targets in "
           "turn. The first row is the plain build's whole call.")
    yield ""
    rows = [["plain", *(cell(figures.absolute("calls", s, "plain", "ns")) for s in subjects)]]
    for variant in figures.present("calls"):
        rows.append([variant, *(cell(figures.spread("calls", s, variant, "ns", stats.difference))
                                for s in subjects)])
    yield from grid(["", *subjects], rows)


def process(figures):
    shown = [v for v in figures.known if v in figures.present("startup")
             or v in figures.present("threads")]
    if not shown:
        return
    yield "## Start-up and threads"
    yield ""
    yield ("More than the plain build: start and end of a program that does nothing, "
           "milliseconds; one thread created and joined, microseconds elapsed.")
    yield ""

    def milliseconds(variant, value):
        spread = figures.spread("startup", "tiny", variant, value,
                                lambda a, b: (a - b) * 1000)
        return cell(spread)

    yield from grid(["", "start-up, CPU ms", "start-up, elapsed ms", "create and join, us"],
                    [[v, milliseconds(v, "cpu"), milliseconds(v, "elapsed"),
                      cell(figures.spread("threads", "create", v, "us", stats.difference), "%.1f")]
                     for v in shown])


def builds(figures):
    sized, compiled = figures.results.subjects("size"), figures.results.subjects("compile")
    if not sized and not compiled:
        return
    yield "## Builds"
    yield ""
    yield "CPU time of compiling, size of `.text`, and of all that is loaded read-only."
    yield ""
    shown = [v for v in figures.known if v in figures.present("size")
             or v in figures.present("compile")]
    yield from grid(
        ["", *("compile " + s for s in compiled), *(".text " + s for s in sized),
         *("read-only " + s for s in sized)],
        [[v, *(cell(figures.spread("compile", s, v, "cpu")) for s in compiled),
          *(cell(figures.spread("size", s, v, "text")) for s in sized),
          *(cell(figures.spread("size", s, v, "loaded")) for s in sized)] for v in shown])


def amount(bytes_):
    if bytes_ is None:
        return "-"
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if bytes_ >= size:
            return "%.3g %s" % (bytes_ / size, unit)
    return "%d bytes" % bytes_


def single(figures, part, subject, variant, value):
    spread = figures.absolute(part, subject, variant, value)
    return spread.median if spread else None


def data(figures):
    subjects = figures.results.subjects("length")
    if not subjects:
        return
    yield "## Data"
    yield ""
    yield ("Files that a run of Lua leaves, by the scale of the workload; at scale 1 the plain "
           "build takes about a second.")
    yield ""
    slow = [v for v in figures.present("slow") if v not in figures.present("length")]
    rows = [[v, *(amount(single(figures, "length", s, v, "data")) for s in subjects)]
            for v in figures.present("length")]
    rows += [[v, amount(single(figures, "slow", "lua", v, "data")), *["-"] * (len(subjects) - 1)]
             for v in slow]
    yield from grid(["", *subjects], rows)


def million(figures):
    subjects = [s for s in figures.results.subjects("million") if s != "build"]
    if not subjects:
        return
    yield "## 1,000,000 counters, 64 threads"
    yield ""
    yield "Each thread runs the functions of one file of 100 (few), or all of them (all)."
    yield ""
    rows = []
    for subject in subjects:
        for variant in ("plain", OURS):
            def value(name):
                return single(figures, "million", subject, variant, name)
            if value("cpu") is None:
                continue
            rows.append([subject, variant, "%.3f" % value("cpu"), amount(value("rss") * 1024),
                         amount(value("data")), amount(value("disk"))])
    yield from grid(["threads run", "", "CPU s", "resident", "file", "on disk"], rows)


def instructions(figures):
    subjects = figures.results.subjects("instructions")
    if not subjects:
        return
    yield "## Instructions"
    yield ""
    yield "Executed in user mode, as valgrind counts them: they do not vary. Without samples."
    yield ""
    yield from grid(["", *subjects],
                    [[v, *(cell(figures.spread("instructions", s, v, "instructions"), "%.3f")
                           for s in subjects)] for v in figures.present("instructions")])


def failures(results):
    if not results.failures:
        return
    yield "## Not measured"
    yield ""
    for failure in results.failures:
        yield "- %(variant)s, %(subject)s (%(part)s): %(reason)s" % failure
    yield ""


# ------------------------------------------------------------------ the goals

def goals(figures):
    """The figures this project sets itself, with what they are."""
    def number(spread, form="%.2f", missing="-"):
        return cell(spread, form) if spread else missing

    def worst():
        found = figures.worst("suite", OURS)
        return "%.2f (%s)" % found if found else "-"

    def startup():
        return figures.spread("startup", "tiny", OURS, "elapsed", lambda a, b: (a - b) * 1000)

    def largest(part, value):
        found = [spread for s in figures.results.subjects(part)
                 if (spread := figures.spread(part, s, OURS, value))]
        return max(found, key=lambda spread: spread.median) if found else None

    def lua_file():
        found = [single(figures, "length", s, OURS, "data")
                 for s in figures.results.subjects("length")]
        return amount(max((f for f in found if f is not None), default=None))

    lines = [
        ["CPU time, geometric mean", "1.03", number(figures.suite_mean("suite", OURS))],
        ["CPU time, worst program", "1.08", worst()],
        ["call of a small function, ns", "1",
         number(figures.spread("calls", "direct 1", OURS, "ns", stats.difference))],
        ["call with 1000 targets, ns", "5",
         number(figures.spread("calls", "indirect 1000", OURS, "ns", stats.difference))],
        ["`mode=call`, CPU time of Lua", "1.15",
         number(figures.spread("suite", "lua", CALL, "cpu"))],
        ["file, Lua, longest run", "2 MB", lua_file()],
        ["start-up, ms elapsed", "1", number(startup())],
        ["compile time, worst program", "1.10", number(largest("compile", "cpu"))],
        ["`.text`, worst program", "1.25", number(largest("size", "text"))],
        ["thread create and join, us", "20",
         number(figures.spread("threads", "create", OURS, "us", stats.difference), "%.1f")],
    ]
    if all(line[2] == "-" for line in lines):
        return
    yield "## Goals"
    yield ""
    yield "%s as it comes: counts, and samples at the default rate." % OURS
    yield ""
    yield from grid(["figure", "goal", "measured"], lines)


def variants_key(figures, results):
    named = set().union(*(results.variants(p) for p in {r["part"] for r in results.records}))
    yield "## What the rows are"
    yield ""
    for variant in figures.known.values():
        if variant.name in named:
            yield "- %s: %s" % (variant.name, variant.text)
    yield ""


def markdown(results):
    figures = Figures(results)
    lines = [*head(results), *goals(figures),
             *suite(figures, "suite", "CPU time", "Of the plain build, as a ratio."),
             *suite(figures, "slow", "CPU time of what is much slower",
                    "The same programs with a tenth of the workload."),
             *samples(figures), *estimate(figures), *calls(figures), *process(figures),
             *builds(figures), *data(figures),
             *million(figures), *instructions(figures), *failures(results),
             *variants_key(figures, results)]
    return "\n".join(lines)

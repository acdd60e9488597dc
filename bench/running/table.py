# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table - the tables of bench/programs, from its runs alone."""

import json

from . import suite

COLUMNS = (
    "program",
    "profile",
    "tests",
    "differences",
    "CPU time plain, s",
    "profiled, s",
    "ratio",
    "has samples, %",
    "files left",
    "of killed processes",
)
SHOWN = 20  # differences of a program


def row(cells):
    return "| " + " | ".join(cells) + " |"


def share(run):
    return "%.1f" % (100 * run["sampled"] / run["kernel"]) if run["kernel"] >= 1 else "-"


def profile(run):
    if run["kind"] == "pool":
        return "pool of 4"
    if run["kind"] == "memory":
        return "own files, memory by callers"
    return "pool of 8" if suite.PROGRAMS[run["program"]].pool else "own files"


def line(result, run):
    plain = [r["cpu"] for r in result["runs"] if r["kind"].startswith("plain")]
    mean = sum(plain) / len(plain)
    return row(
        (
            result["program"],
            profile(run),
            str(result["tests"]),
            str(len(result["differences"].get(run["kind"], []))),
            "%.1f" % mean,
            "%.1f" % run["cpu"],
            "%.2f" % (run["cpu"] / mean) if mean else "-",
            share(run),
            str(run["files"]),
            str(run["unfinished"]),
        )
    )


def details(result):
    yield ""
    yield "%s (Debian's source package %s): not run: %s." % (
        result["program"],
        result["package"],
        result["skipped"],
    )
    if result.get("chosen"):
        yield "Tests run: %s." % result["chosen"]
    plain = {run["status"] for run in result["runs"] if run["kind"].startswith("plain")}
    for run in result["runs"]:
        if run["hang"]:
            yield "- %s: hung" % run["kind"]
        elif run["status"] not in plain:
            yield "- %s: status %d, plain %s" % (run["kind"], run["status"], plain)
    for kind, found in result["differences"].items():
        for test, plain, profiled in found[:SHOWN]:
            yield "- %s, `%s`: %s, plain %s" % (
                kind,
                test,
                profiled or "no verdict",
                " and ".join(p or "no verdict" for p in plain),
            )
        if len(found) > SHOWN:
            yield "- %s: and %d more" % (kind, len(found) - SHOWN)


def markdown(found):
    m = found["machine"]
    lines = [
        "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->",
        "# Real programs and their own tests",
        "",
        "%s, %d processors, Linux %s; %s; %s."
        % (
            m["cpu"],
            m["cores"],
            m["kernel"],
            found["clang"],
            found["date"],
        ),
        "",
        "Each program's tests ran twice plain and once profiled; a difference is a verdict that "
        "neither plain run gave. CPU time of all processes of the tests, the mean of the plain "
        "runs; the column of samples is a share of the CPU time that the kernel counted for the "
        "profiled processes that ended by themselves, and includes what taking samples took. No "
        "sample has what a process uses before the runtime begins, in exec and the loader, which "
        "is most of what short processes lack, nor threads that run no instrumented code.",
        "",
        row(COLUMNS),
        row(["---"] * len(COLUMNS)),
    ]
    for result in found["results"]:
        lines += [
            line(result, run) for run in result["runs"] if not run["kind"].startswith("plain")
        ]
    for result in found["results"]:
        lines += details(result)
    for name, reason in found["failures"].items():
        lines += ["", "%s: %s." % (name, reason)]
    return "\n".join(lines) + "\n"


def write(found, path):
    """PATH.json with one program a line, and PATH.md."""
    with open(path + ".json", "w") as file:
        file.write(json.dumps({k: v for k, v in found.items() if k != "results"})[:-1])
        file.write(',\n"results": [\n')
        file.write(",\n".join(json.dumps(r) for r in found["results"]))
        file.write("\n]}\n")
    with open(path + ".md", "w") as file:
        file.write(markdown(found))

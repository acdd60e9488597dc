# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""results - the raw numbers of a bench run.

A list of records, each a dictionary:

    part      which measurement ("suite", "micro", ...)
    subject   what was measured (a program, a kind of call)
    variant   how it was built and run
    round     which interleaved round; values of one round are compared
    ...       the measured values, in the units that `UNITS` states

and a list of what could not be measured, {part, subject, variant, reason}.  The
file is JSON with one record a line.  Tables are made from it and nothing else.
"""

import json
import os

UNITS = {
    "cpu": "s, user + system, of the process and its children",
    "beside": "cpu of the run on the same processor at the same time: the baseline's, or in the "
              "part samples that without samples",
    "elapsed": "s",
    "rss": "KiB, largest resident set",
    "data": "bytes in the files the profiler left",
    "disk": "bytes of disk that these files take",
    "ns": "ns of CPU time per call",
    "us": "us elapsed per thread created and joined, median",
    "text": "bytes of .text",
    "loaded": "bytes of code and read-only data (text of size(1))",
    "estimate": "s, what the report estimates that samples took",
    "share": "of the CPU time, as the report estimates what profiling took without samples",
    "instructions": "instructions executed in user mode, as valgrind counts",
}


class Results:
    def __init__(self, machine, versions, date, options):
        self.head = {"machine": machine, "versions": versions, "date": date,
                     "options": options, "units": UNITS}
        self.records = []
        self.failures = []

    def add(self, part, subject, variant, round_, **values):
        self.records.append({"part": part, "subject": subject, "variant": variant,
                             "round": round_, **values})

    def fail(self, part, subject, variant, reason):
        self.failures.append({"part": part, "subject": subject, "variant": variant,
                              "reason": reason})

    def take(self, earlier, without):
        """The records of an earlier run, but for these parts."""
        self.records += [r for r in earlier.records if r["part"] not in without]
        self.failures += [f for f in earlier.failures if f["part"] not in without]

    def failed(self, part, subject, variant):
        return any((f["part"], f["subject"], f["variant"]) == (part, subject, variant)
                   for f in self.failures)

    def rounds(self, part, subject, variant, value):
        """{round: value}"""
        return {r["round"]: r[value] for r in self.records
                if (r["part"], r["subject"], r["variant"]) == (part, subject, variant)
                and value in r}

    def subjects(self, part):
        """In the order they were measured."""
        return list(dict.fromkeys(r["subject"] for r in self.records if r["part"] == part))

    def variants(self, part):
        return list(dict.fromkeys(r["variant"] for r in self.records if r["part"] == part))

    def write(self, path):
        def lines(items):
            return ",\n".join("    " + json.dumps(item) for item in items)

        temporary = path + ".new"
        with open(temporary, "w") as file:
            file.write("{\n")
            for key, value in self.head.items():
                file.write("  %s: %s,\n" % (json.dumps(key), json.dumps(value)))
            file.write('  "failures": [\n%s\n  ],\n' % lines(self.failures))
            file.write('  "records": [\n%s\n  ]\n}\n' % lines(self.records))
        os.replace(temporary, path)

    @classmethod
    def read(cls, path):
        with open(path) as file:
            data = json.load(file)
        results = cls(data["machine"], data["versions"], data["date"], data["options"])
        results.records = data["records"]
        results.failures = data["failures"]
        return results

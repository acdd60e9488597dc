#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""count-tests.py RESULTS [UNSTEADY...] - prints "PASSED FAILED" of one run.
count-tests.py --failed RESULTS - prints the names of the tests that failed.
count-tests.py --slowest RESULTS - prints the ten slowest tests of lit, with their seconds.

RESULTS is the XML of ctest or the JSON of lit.  A test that is named as UNSTEADY counts as
passed.  A missing, unreadable or empty result counts as a failure: a test that did not
run is not a test that passed.  Tests that do not apply to the build
(unsupported) count as neither and are listed on stderr.
"""

import json
import sys
import xml.etree.ElementTree as xml


def of_ctest(path):
    """Name and outcome of each test: True, False, or None if it does not apply."""
    return [(case.get("name"), case.get("status") == "run")
            for case in xml.parse(path).getroot().findall("testcase")]


def of_lit(path):
    outcome = {"PASS": True, "XFAIL": True, "FLAKYPASS": True, "UNSUPPORTED": None}
    with open(path) as file:
        return [(test["name"].split(" :: ", 1)[1], outcome.get(test["code"], False))
                for test in json.load(file)["tests"]]


def read(path):
    try:
        tests = of_ctest(path) if path.endswith(".xml") else of_lit(path)
    except (OSError, KeyError, IndexError, ValueError, xml.ParseError) as error:
        print("no test results:", error, file=sys.stderr)
        return [("", False)]
    if not any(passed is not None for _, passed in tests):
        print("no tests in", path, file=sys.stderr)
        return [("", False)]
    return tests


def print_slowest(path):
    try:
        with open(path) as file:
            tests = json.load(file)["tests"]
    except (OSError, KeyError, ValueError):
        return
    for test in sorted(tests, key=lambda test: -(test.get("elapsed") or 0))[:10]:
        print("%6.1f s %s" % (test.get("elapsed") or 0, test["name"].split(" :: ", 1)[1]))


def main():
    if sys.argv[1] == "--slowest":
        print_slowest(sys.argv[2])
        return
    if sys.argv[1] == "--failed":
        for name, passed in read(sys.argv[2]):
            if passed is False and name:
                print(name)
        return
    tests = read(sys.argv[1])
    for name, passed in tests:
        if passed is None:
            print("does not apply:", name, file=sys.stderr)
    passed = sum(passed is True or passed is False and name in sys.argv[2:]
                 for name, passed in tests)
    print(passed, sum(passed is not None for _, passed in tests) - passed)


main()

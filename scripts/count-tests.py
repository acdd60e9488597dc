#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""count-tests.py CTEST.XML LIT.JSON - prints "PASSED FAILED" of one build.

A missing, unreadable or empty result counts as a failure: a test that did not
run is not a test that passed.  Tests that do not apply to the build
(unsupported) count as neither and are listed on stderr.
"""

import json
import sys
import xml.etree.ElementTree as xml


def ctest_counts(path):
    cases = xml.parse(path).getroot().findall("testcase")
    failed = sum(case.get("status") != "run" for case in cases)
    return len(cases) - failed, failed


def lit_counts(path):
    with open(path) as file:
        tests = json.load(file)["tests"]
    codes = [test["code"] for test in tests]
    for test in tests:
        if test["code"] == "UNSUPPORTED":
            print("does not apply:", test["name"], file=sys.stderr)
    passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
    return passed, len(codes) - passed - codes.count("UNSUPPORTED")


def main():
    passed = failed = 0
    for count, path in ((ctest_counts, sys.argv[1]), (lit_counts, sys.argv[2])):
        try:
            p, f = count(path)
        except (OSError, KeyError, ValueError, xml.ParseError) as error:
            print("no test results:", error, file=sys.stderr)
            p, f = 0, 1
        if p + f == 0:
            print("no tests in", path, file=sys.stderr)
            f = 1
        passed += p
        failed += f
    print(passed, failed)


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""running - real programs and their own tests, for bench/programs.

    suite       the programs: how each is built and tested
    builds      builds each once plain and once profiled
    runs        runs the tests, with their CPU time and what the profiles say
    verdicts    what the tests' output says of each test
    table       the tables, from the runs alone
    requests.py tests of nginx, whose source package has none
"""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_directory.py - the format of the tests, a module of its own because lit
sends it to worker processes by name."""

import re

import lit.formats
import lit.TestRunner


# The script starts itself again under timeout(1), so that a test that hangs fails, and no
# test fails because the machine is slow or busy:
# lit's own limit needs a Python package that is often missing.
LIMIT = '[ -n "$GPROF_TEST_LIMIT" ] || GPROF_TEST_LIMIT=1 exec timeout -s KILL 900 bash "$0"'


# What a test names when it depends on the version of LLVM: the compiler, what is made by it.
COMPILED = re.compile(rb"%(g?clang|aclang|opt|plugin|rtdir|build|other_clangs)")


def is_compiled(test):
    with open(test.getSourcePath(), "rb") as file:
        return COMPILED.search(file.read()) is not None


class OwnDirectoryTest(lit.formats.ShTest):
    """A shell test whose working directory is empty and its own.

    With the parameter only=compiled, the tests that need no compiler are left out.
    """

    def getTestsInDirectory(self, suite, path, lit_config, local):
        tests = super().getTestsInDirectory(suite, path, lit_config, local)
        if lit_config.params.get("only") != "compiled":
            return tests
        return (test for test in tests if is_compiled(test))

    def execute(self, test, lit_config):
        return lit.TestRunner.executeShTest(
            test, lit_config, self.execute_external, [],
            [LIMIT, "rm -rf %t.d", "mkdir -p %t.d", "cd %t.d"])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_directory.py - the format of the tests, a module of its own because lit
sends it to worker processes by name."""

import lit.formats
import lit.TestRunner


# The script starts itself again under timeout(1), so that a test that hangs fails, and no
# test fails because the machine is slow or busy:
# lit's own limit needs a Python package that is often missing.
LIMIT = '[ -n "$GPROF_TEST_LIMIT" ] || GPROF_TEST_LIMIT=1 exec timeout -s KILL 900 bash "$0"'


class OwnDirectoryTest(lit.formats.ShTest):
    """A shell test whose working directory is empty and its own."""

    def execute(self, test, lit_config):
        return lit.TestRunner.executeShTest(
            test, lit_config, self.execute_external, [],
            [LIMIT, "rm -rf %t.d", "mkdir -p %t.d", "cd %t.d"])

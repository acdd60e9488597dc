# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_directory.py - the format of the tests, a module of its own because lit
sends it to worker processes by name."""

import lit.formats
import lit.TestRunner


class OwnDirectoryTest(lit.formats.ShTest):
    """A shell test whose working directory is empty and its own."""

    def execute(self, test, lit_config):
        return lit.TestRunner.executeShTest(
            test, lit_config, self.execute_external, [],
            ["rm -rf %t.d", "mkdir -p %t.d", "cd %t.d"])

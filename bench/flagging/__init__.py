# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flagging - what bench/flags is made of.

    sets         the sets of flags
    languages    the commands that build a program
    ledger.*     a program of each language that counts its own calls
"""

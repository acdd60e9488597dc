# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flagging - what bench/flags is made of.

    sets         the sets of flags
    ledger.c     a program of C that counts its own calls
    ledger.cpp   one of C++
"""

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clocking - lengths of calls and what they cost, for bench/quantiles.

    ledger.cpp  a program that measures its calls
    ledger.py   compares the profile with what the program measured
    price.c     a program of tiny calls
    price.py    what they cost beside XRay and uftrace
"""

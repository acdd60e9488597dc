#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""stepped.py BINARY PROFILE FUNCTION

Runs a program and writes a profile with a sample of a millisecond for every instruction that
it executes from the first call of FUNCTION until that returns, each with its stack: a profile
without chance, of a program that was really compiled.

The program is stepped through with ptrace.  It is for x86-64, linked where it is to run
(not PIE), with a build-id; the profile's counters are 0.
"""

import collections
import ctypes
import os
import signal
import sys

import sampled

TRACEME, PEEK, POKE, CONT, STEP, GETREGS, SETREGS = 0, 1, 4, 7, 9, 12, 13
LONGEST_INSTRUCTION = 15
BREAKPOINT = 0xcc

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class Registers(ctypes.Structure):
    """struct user_regs_struct."""

    _fields_ = [(name, ctypes.c_ulonglong) for name in (
        "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss "
        "fs_base gs_base ds es fs gs").split()]


class Child:
    def __init__(self, binary):
        self.pid = os.fork()
        if not self.pid:
            libc.ptrace(TRACEME, 0, None, None)
            os.execv(binary, [binary])
        self.wait()

    def ask(self, request, address=None, data=None):
        ctypes.set_errno(0)
        value = libc.ptrace(request, self.pid, address, data)
        if value == -1 and ctypes.get_errno():
            sys.exit("ptrace: " + os.strerror(ctypes.get_errno()))
        return value & (1 << 64) - 1

    def wait(self):
        _, status = os.waitpid(self.pid, 0)
        if not os.WIFSTOPPED(status) or os.WSTOPSIG(status) != signal.SIGTRAP:
            sys.exit("the program ended: status %#x" % status)

    def go(self, request):
        self.ask(request)
        self.wait()

    def registers(self):
        registers = Registers()
        self.ask(GETREGS, None, ctypes.addressof(registers))
        return registers

    def run_to(self, address):
        word = self.ask(PEEK, address)
        self.ask(POKE, address, word & ~0xff | BREAKPOINT)
        self.go(CONT)
        self.ask(POKE, address, word)
        registers = self.registers()
        registers.rip = address
        self.ask(SETREGS, None, ctypes.addressof(registers))
        return registers


def step_through(child, registers):
    """How often each (stack of return addresses, instruction) was executed."""
    executed = collections.Counter()
    top = registers.rsp
    stack = (child.ask(PEEK, top),)
    while registers.rsp <= top:
        executed[stack, registers.rip] += 1
        at, rsp = registers.rip, registers.rsp
        child.go(STEP)
        registers = child.registers()
        if registers.rsp == rsp - 8 and at < child.ask(PEEK, rsp - 8) <= at + LONGEST_INSTRUCTION:
            stack += (child.ask(PEEK, rsp - 8),)
        elif registers.rsp == rsp + 8 and registers.rip == stack[-1]:
            stack = stack[:-1]
    return executed


class Elf(sampled.Elf):
    def return_address(self, caller, _callee):
        return int(caller)


def main():
    binary, profile, function = sys.argv[1:]
    elf = Elf(binary)
    child = Child(binary)
    executed = step_through(child, child.run_to(elf.symbols[function]))
    os.kill(child.pid, signal.SIGKILL)
    for (stack, at), times in executed.items():
        elf.spec["stacks"].append({"at": at, "ms": times, "calls": ["%d>" % a for a in stack]})
    elf.spec["threads"] = [{"name": "main"}]
    sampled.Profile(elf, {"build_id": elf.build_id()}).write(profile)


main()

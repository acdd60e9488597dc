# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""program - a random program in C or C++: loops, switches dense and sparse, computed goto, calls
direct and by pointer, recursion, setjmp, exceptions, signals, threads, forks, and an end
anywhere.  A budget of each thread, 'fuel', ends it; the same seed makes the same program."""

import random

HEAD = """#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int s = 1;
static int array[64], forks = 2;
static __thread int fuel = %d, jump_set;
static __thread unsigned state = %d;
static __thread jmp_buf jump;
static inline int any(int n) { state = state * 1103515245u + 12345; return (state >> 16) %% n; }
static void on_signal(int number) { (void)number; s = s + 1; if (s & 1) s = s ^ 3; }
"""

CLASSES = """struct Guard {
	int k;
	Guard(int x) : k(x) { s = s + 1; }
	~Guard() { if (k & 1) s = s + k; else s = s - 1; }
};
struct Base { virtual int get(int x) { return x + s; } virtual ~Base() {} };
struct Throws : Base { int get(int x) override { if (x > 3) throw x; return s; } };
"""

VALUES = ["a", "b", "s", "any(3)", "any(7)", "a + b", "a * 3 - s", "array[a & 63]", "(a ^ b) & 15",
          "s % 5", "(a > b ? s : b)", "(a < 3 && b > 2)", "(a == 1 || b == 2 || s & 4)"]
SIMPLE = ["s = s + (%s);", "a = %s;", "b += %s;", "array[b & 63] = %s;", "s = s ^ (%s);"]
TESTS = ["(%s) > %d", "(%s) == %d", "(%s) & %d", "!((%s) %% %d)"]
ENDS = 4 * ["return 0;"] + 3 * ["exit(0);"] + 2 * ["pthread_exit(0);"] + [
    "_exit(0);", "abort();", "kill(getpid(), SIGKILL);"]
TYPES = ["int", "signed char", "unsigned char", "short", "long", "unsigned"]


class Program:
    def __init__(self, seed, cxx):
        self.random = random.Random(seed)
        self.seed, self.cxx, self.labels = seed, cxx, 0
        self.functions = self.random.randint(4, 9)
        self.threads = self.random.choice([0, 0, 1, 2, 3])
        self.forks = self.random.random() < .3

    def value(self):
        return self.random.choice(VALUES)

    def test(self):
        return self.random.choice(TESTS) % (self.value(), self.random.randint(1, 7))

    def call(self):
        arguments = "(%s, %s)" % (self.value(), self.value())
        if self.random.random() < .7:
            return "f%d%s" % (self.random.randrange(self.functions), arguments)
        return "table[(unsigned)(%s) %% %d]%s" % (self.value(), self.functions, arguments)

    def block(self, depth, loop=False):
        return " ".join(self.statement(depth, loop) for _ in range(self.random.randint(1, 3)))

    def simple(self):
        return self.random.choice(SIMPLE) % self.value()

    def branch(self, depth, loop):
        test = self.test()
        if self.random.random() < .2:
            test = "__builtin_expect(%s, 0)" % test
        other = " else { %s }" % self.block(depth, loop) if self.random.random() < .6 else ""
        return "if (%s) { %s }%s" % (test, self.block(depth, loop), other)

    def loop(self, depth, _):
        body = "if (--fuel < 0) break; " + self.block(depth, True)
        if self.random.random() < .3:
            return "do { %s } while (--fuel > 0 && %s);" % (body, self.test())
        return "for (int i%d = 0; i%d < ((%s) & %d); i%d++) { %s }" % (
            depth, depth, self.value(), self.random.choice([3, 7, 15]), depth, body)

    def switch(self, depth, _):
        low, high = self.random.choice([(0, 9), (0, 20), (-6, 14), (0, 200), (100, 140)])
        cases = self.random.sample(range(low, high), self.random.randint(2, min(14, high - low)))
        text = "switch ((%s)(%s)) { " % (
            self.random.choice(TYPES),
            self.random.choice(["any(8)", self.value(), "any(200)", "any(40) + 100"]))
        seen = set()
        for case in cases:
            if case & 255 in seen:
                continue
            seen.add(case & 255)
            value = "(signed char)%d" % case if case > 127 else str(case)
            text += "case %s: %s %s " % (value, self.block(depth - 1),
                                         self.random.choice(["break;", "break;", ""]))
        return text + "default: %s }" % self.block(depth - 1)

    def calls(self, *_):
        return self.random.choice(["s = s + %s;", "a = %s;", "if (%s) b++;", "b ^= %s;",
                                   "return %s;"]) % self.call()

    def leave(self, _, loop):
        choice = ["if (jump_set && %s) longjmp(jump, 1 + (s & 1));" % self.test(),
                  "if (any(%d) == 0) exit(0);" % (500 if self.threads else 30),
                  "if (%s) return %s;" % (self.test(), self.value()),
                  "raise(SIGUSR1);"]
        if self.forks:
            choice.append("if (forks > 0) { forks--; if (!fork() && %s) _exit(0); }" % self.test())
        if loop:
            choice += ["if (%s) break;" % self.test(), "if (%s) continue;" % self.test()]
        return self.random.choice(choice)

    def setjmp(self, depth, _):
        if self.cxx:
            return self.simple()
        return ("if (!jump_set) { jump_set = 1; if (!setjmp(jump)) { %s } else { %s } "
                "jump_set = 0; }" % (self.block(depth), self.block(depth - 1)))

    def goto(self, depth, _):
        n, self.labels = self.labels, self.labels + 1
        body = "s = s + 2;" if self.cxx else self.block(depth - 1)
        return ("{ static void *const t%d[] = { &&p%d, &&q%d, &&r%d }; "
                "goto *t%d[(unsigned)(%s) %% 3]; p%d: s = s + 1; "
                "if (%s && --fuel > 0) goto *t%d[any(3)]; q%d: %s r%d: s = s - 1; }" % (
                    n, n, n, n, n, self.value(), n, self.test(), n, n, body, n))

    def exception(self, depth, _):
        if not self.cxx:
            return self.simple()
        return self.random.choice([
            "try { Guard guard(%s); %s } catch (int e) { s = s + e; }" % (
                self.value(), self.block(depth)),
            "if (%s) throw (int)(%s);" % (self.test(), self.value()),
            "{ Guard one(a); %s Guard two(b); %s }" % (self.block(depth - 1),
                                                       self.block(depth - 1)),
            "{ Base *p = %s ? new Throws : new Base; try { a = p->get(a); } catch (...) { b++; "
            "if (any(4) == 0) { delete p; throw; } } delete p; }" % self.test()])

    def statement(self, depth, loop):
        if depth <= 0 or self.random.random() < .2:
            return self.simple()
        make = self.random.choices(
            [self.branch, self.loop, self.switch, self.calls, self.leave, self.setjmp,
             self.goto, self.exception], [24, 16, 12, 16, 10, 3, 5, 14])[0]
        return make(depth - 1, loop)

    def function(self, number):
        return "%sint f%d(int a, int b)\n{\n\tif (--fuel < 0) return s;\n\t%s\n\treturn %s;\n}" % (
            self.random.choice(["__attribute__((noinline)) ", ""]), number,
            self.block(self.random.randint(2, 4)), self.random.choice([self.value(), self.call()]))

    def rounds(self):
        call = "%s(i, i * 3); fuel += 20;" % self.random.choice(self.names)
        if self.cxx:
            call = "try { %s } catch (int e) { s = s + e; }" % call
        return "for (int i = 0; i < %d; i++) { %s }" % (self.random.randint(2, 9), call)

    def thread(self, number):
        return ("static void *thread%d(void *p)\n{\n\tstate += (unsigned)(long)p;\n\t%s\n"
                "\treturn p;\n}" % (number, self.rounds()))

    def main(self):
        """Some threads still run when the program ends."""
        body = ["signal(SIGUSR1, on_signal);"]
        body += ["pthread_t t%d; pthread_create(&t%d, 0, thread%d, (void *)%dL);" % (i, i, i, i)
                 for i in range(self.threads)]
        body.append(self.rounds())
        if self.forks and self.random.random() < .5:
            body.append("while (wait(0) > 0) s = s + 1;")
        joined = self.random.random() < .7
        body += ["pthread_join(t%d, 0);" % i for i in range(self.threads) if joined]
        body.append(self.random.choice(ENDS))
        return "int main()\n{\n\t%s\n}\n" % "\n\t".join(body)

    def text(self):
        self.names = ["f%d" % i for i in range(self.functions)]
        return "\n".join([
            HEAD % (self.random.choice([100, 400, 2000]), self.seed * 7 + 1),
            CLASSES if self.cxx else "",
            *("int %s(int a, int b);" % name for name in self.names),
            "static int (*const table[])(int, int) = { %s };" % ", ".join(self.names),
            *(self.function(i) for i in range(self.functions)),
            *(self.thread(i) for i in range(self.threads)), self.main()])

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts the programs: each run a process of its own, or (Servers) a fork of one that has
been linked already, by serve.c.

Both have the method run(WORDS, DIRECTORY, STDIN, ENVIRONMENT), which returns (STATUS, OUT,
ERR): the status is below 0 if a signal ended the program.
"""

import os
import socket
import struct
import subprocess

SECONDS = 120  # a busy machine is no reason to end a program
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "serve.c")


class Processes:
    """Starts a process for each run."""

    def run(self, words, directory, stdin, environment):
        with open(stdin, "rb") as source:
            try:
                done = subprocess.run(words, cwd=directory, stdin=source, capture_output=True,
                                      timeout=SECONDS, check=False,
                                      env={**os.environ, **(environment or {})})
            except subprocess.TimeoutExpired:
                return -1000, b"", b"timed out"
        return done.returncode, done.stdout, done.stderr

    def close(self):
        """Nothing is left running."""


class Server:
    """One program, started, and the files that its runs write.  It always answers: a run
    has a limit of processor time, and nothing to wait for."""

    def __init__(self, program, library):
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.files = [os.memfd_create(name, 0) for name in ("out", "err")]
        fds = [theirs.fileno(), *self.files]
        environment = dict(os.environ, LD_PRELOAD=library, LD_BIND_NOW="1",
                           DIFFERENTIAL_FDS=",".join(map(str, fds)))
        self.process = subprocess.Popen([program], env=environment, pass_fds=fds)
        theirs.close()

    def run(self, words, directory, stdin, environment):
        for file in self.files:
            os.ftruncate(file, 0)
            os.lseek(file, 0, os.SEEK_SET)
        set_ = "".join("%s=%s" % pair for pair in (environment or {}).items())
        request = "".join(w + "\0" for w in [directory, stdin, set_, *words])
        self.socket.send(os.fsencode(request))
        answer = self.socket.recv(4)
        if len(answer) != 4:
            raise SystemExit("the server of '%s' is gone" % words[0])
        status = os.waitstatus_to_exitcode(struct.unpack("i", answer)[0])
        return (status, *(os.pread(f, os.fstat(f).st_size, 0) for f in self.files))

    def close(self):
        self.socket.close()
        self.process.wait()


class Servers:
    """A server for each program that is asked for."""

    def __init__(self, scratch, compiler="cc"):
        self.library = os.path.join(scratch, "serve.so")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.library, SOURCE, "-ldl"],
                       check=True)
        self.servers = {}

    def run(self, words, directory, stdin, environment):
        if words[0] not in self.servers:
            self.servers[words[0]] = Server(words[0], self.library)
        return self.servers[words[0]].run(words, directory, stdin, environment)

    def close(self):
        for server in self.servers.values():
            server.close()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""requests.py NGINX TIMES - tests of nginx: files, ranges, proxies, compression, errors,
many connections, and the signals that make its processes come and go.

Prints 'NAME: ok' or 'NAME: failed' a line.
"""

import gzip
import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

CONFIGURATION = """
daemon off; master_process on; worker_processes 2; error_log error.log info; pid nginx.pid;
%(user)s
events { worker_connections 256; }
http {
  access_log access.log; default_type text/plain; gzip on; gzip_min_length 1; gzip_types text/plain;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u;
  scgi_temp_path s; proxy_cache_path cache keys_zone=c:1m;
  limit_req_zone $binary_remote_addr zone=slow:1m rate=1r/s;
  server {
    listen 127.0.0.1:%(port)d; root html;
    location /proxy/ {
      proxy_pass http://127.0.0.1:%(back)d/; proxy_cache c; proxy_cache_valid 200 1s;
    }
    location /limited { limit_req zone=slow; try_files /index.html =404; }
    location /moved { return 301 /there; }
    location /vars { return 200 "$request_method $arg_a $http_x_one"; }
    location /status { stub_status; }
    location ~ "^/re/(?<word>[a-z]+)[0-9]{2,}$" { return 200 $word; }
    location /list/ { autoindex on; }
    error_page 404 /missing.html;
  }
  server { listen 127.0.0.1:%(back)d; root html; }
}
stream { server { listen 127.0.0.1:%(stream)d; proxy_pass 127.0.0.1:%(back)d; } }
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def check(name, good):
    """good() may also raise what clients raise."""
    try:
        fine = good()
    except (OSError, http.client.HTTPException):
        fine = False
    print("%s: %s" % (name, "ok" if fine else "failed"), flush=True)


class Server:
    def __init__(self, binary, folder):
        self.folder = folder
        self.port, self.back, self.stream = free_ports(3)
        for name in ("html/list", "logs"):
            os.makedirs(os.path.join(folder, name))
        self.big = random.Random(7).randbytes(3 << 20)
        for name, data in (
            ("index.html", b"hello\n"),
            ("big", self.big),
            ("list/one", b"1"),
            ("text.txt", b"line of text\n" * 5000),
            ("missing.html", b"gone\n"),
        ):
            with open(os.path.join(folder, "html", name), "wb") as file:
                file.write(data)
        os.chmod(folder, 0o755)
        with open(os.path.join(folder, "nginx.conf"), "w") as file:
            file.write(
                CONFIGURATION
                % {
                    "port": self.port,
                    "back": self.back,
                    "stream": self.stream,
                    "user": "user root;" if os.geteuid() == 0 else "",
                }
            )
        self.binary = os.path.abspath(binary)
        self.process = subprocess.Popen([self.binary, *self.options()])

    def options(self):
        return [
            "-p",
            self.folder,
            "-c",
            os.path.join(self.folder, "nginx.conf"),
            "-e",
            os.path.join(self.folder, "error.log"),
        ]

    def ask(self, path, headers=None, port=None, method="GET", body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=60)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data, answer

    def wait(self):
        for _ in range(600):
            try:
                return self.ask("/")[0] == 200
            except OSError:
                time.sleep(0.1)
        return False

    def pid(self):
        with open(os.path.join(self.folder, "nginx.pid")) as file:
            return int(file.read())


def unpacked(server):
    answer = server.ask("/text.txt", {"Accept-Encoding": "gzip"})
    return gzip.decompress(answer[1]) == b"line of text\n" * 5000


def unchanged(server):
    since = server.ask("/")[2].getheader("Last-Modified")
    return server.ask("/", {"If-Modified-Since": since})[0] == 304


def broken(server):
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nbroken\r\n\r\n")
        return b" 400 " in raw.recv(100)


def single(server):
    check("start", server.wait)
    for name, good in (
        ("file", lambda: server.ask("/")[1] == b"hello\n"),
        ("big file", lambda: server.ask("/big")[1] == server.big),
        (
            "range",
            lambda: server.ask("/big", {"Range": "bytes=1000-1999"})[1] == server.big[1000:2000],
        ),
        ("ranges", lambda: server.ask("/big", {"Range": "bytes=0-9,100-109"})[0] == 206),
        ("bad range", lambda: server.ask("/big", {"Range": "bytes=99999999-"})[0] == 416),
        ("gzip", lambda: unpacked(server)),
        ("not modified", lambda: unchanged(server)),
        ("missing", lambda: server.ask("/nothing")[:2] == (404, b"gone\n")),
        ("moved", lambda: server.ask("/moved")[0] == 301),
        ("variables", lambda: server.ask("/vars?a=b", {"X-One": "c"})[1] == b"GET b c"),
        ("expression", lambda: server.ask("/re/word123")[1] == b"word"),
        ("no expression", lambda: server.ask("/re/word1")[0] == 404),
        ("listing", lambda: b"one" in server.ask("/list/")[1]),
        ("head", lambda: server.ask("/", method="HEAD")[:2] == (200, b"")),
        ("not allowed", lambda: server.ask("/", method="POST", body=b"x" * 10000)[0] == 405),
        ("proxy", lambda: server.ask("/proxy/text.txt")[1] == b"line of text\n" * 5000),
        ("proxy, big", lambda: server.ask("/proxy/big")[1] == server.big),
        ("proxy, cached", lambda: server.ask("/proxy/big")[1] == server.big),
        ("stream", lambda: server.ask("/big", port=server.stream)[1] == server.big),
        ("status", lambda: b"Active connections" in server.ask("/status")[1]),
        ("limit", lambda: 503 in [server.ask("/limited")[0] for _ in range(5)]),
        ("bad request", lambda: broken(server)),
    ):
        check(name, good)


def many(server, times, name):
    """From 8 threads, kept-alive connections; every answer must be whole."""
    wrong = []

    def ask(number):
        chance = random.Random(number)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for _ in range(times):
            path, data = chance.choice(
                (
                    ("/", b"hello\n"),
                    ("/proxy/", b"hello\n"),
                    ("/big", server.big),
                    ("/vars?a=1", b"GET 1 "),
                )
            )
            try:
                connection.request("GET", path)
                answer = connection.getresponse().read()
                if answer != data:
                    wrong.append(path)
            except (OSError, http.client.HTTPException):
                connection.close()  # a worker that ends closes kept connections

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(name, lambda: not wrong)


def accepts(server):
    test = subprocess.run([server.binary, *server.options(), "-t"], stderr=subprocess.DEVNULL)
    return test.returncode == 0


def signals(server, times):
    os.kill(server.pid(), signal.SIGUSR1)
    check("logs opened again", server.wait)
    for number in range(3):
        os.kill(server.pid(), signal.SIGHUP)
        many(server, times // 10, "configuration read again %d" % number)
    check("test of the configuration", lambda: accepts(server))
    check("alive", server.wait)
    os.kill(server.pid(), signal.SIGQUIT)
    check("graceful end", lambda: server.process.wait(60) == 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sys.argv[1], folder)
        try:
            single(server)
            many(server, int(sys.argv[2]), "many")
            signals(server, int(sys.argv[2]))
        finally:
            if server.process.poll() is None:
                server.process.kill()


main()

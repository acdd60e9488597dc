# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""firefox.py - a page in headless Firefox, driven by its own protocol (Marionette) on a local port.

    with Firefox(folder) as firefox:
        firefox.open("page.html#view=time")
        firefox("return document.title")
        firefox.picture("shot.png")

Waits for conditions, at most LONGEST seconds each."""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import time

LONGEST = 120
PORT = "marionette.port"


class Firefox:
    def __init__(self, folder, size=(1280, 720)):
        self.folder, self.size = os.path.join(os.path.abspath(folder), "firefox"), size
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with open(os.path.join(self.folder, "user.js"), "w") as file:
            file.write('user_pref("%s", %d);\n' % (PORT, self.port))

    def __enter__(self):
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", self.folder,
             "--window-size", "%d,%d" % self.size, "about:blank"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.folder})
        end = time.monotonic() + LONGEST
        while True:
            try:
                self.link = socket.create_connection(("127.0.0.1", self.port))
                break
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    sys.exit("firefox does not answer")
                time.sleep(0.1)
        self.link.settimeout(LONGEST)
        self.said, self.number = b"", 0
        self.receive()
        self.ask("WebDriver:NewSession", {"capabilities": {}})
        return self

    def __exit__(self, *_):
        self.link.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self):
        """A message is its length, a colon, and JSON."""
        while b":" not in self.said:
            self.said += self.link.recv(1 << 16)
        length, _, self.said = self.said.partition(b":")
        while len(self.said) < int(length):
            self.said += self.link.recv(1 << 16)
        text, self.said = self.said[:int(length)], self.said[int(length):]
        return json.loads(text)

    def ask(self, command, parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.link.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.receive()
        if error:
            sys.exit("firefox: %s: %s" % (command, error["message"]))
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def __call__(self, script):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": [], "sandbox": None})

    def until(self, expression):
        end = time.monotonic() + LONGEST
        while not self("return !!(%s)" % expression):
            if time.monotonic() > end:
                sys.exit("firefox: never true: %s" % expression)
            time.sleep(0.05)

    def open(self, path):
        self.ask("WebDriver:Navigate", {"url": "file://" + os.path.abspath(path)})
        self.until("document.documentElement.dataset.shown !== undefined")

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})))

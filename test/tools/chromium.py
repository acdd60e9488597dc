#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chromium.py - a page in headless Chromium, driven by its DevTools protocol over a pipe.

    with Browser() as browser:
        page = browser.open("file.html", width=1280, height=720)
        page("document.title")           the value of an expression; promises are awaited
        page.until("expression")         waits until it is true
        page.key("/")  page.text("abc")  keys as a user presses them
        page.picture("shot.png")
        page.errors, page.requests       what the console said, what was asked of any network

Every wait is for a condition; a browser that answers nothing for LONGEST seconds is a failure."""

import base64
import json
import os
import shutil
import select
import subprocess
import sys
import tempfile
import time

LONGEST = 120
KEYS = {"Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowLeft": 37,
        "ArrowRight": 39}


class Browser:
    def __init__(self, program=None):
        self.program = program or shutil.which("chromium") or shutil.which("chromium-browser")
        self.folder = tempfile.mkdtemp(prefix="chromium.")
        self.said = b""
        self.number = 0
        self.pages = {}

    def __enter__(self):
        read_theirs, self.write = os.pipe()
        self.read, write_theirs = os.pipe()
        command = [self.program, "--headless=new", "--no-sandbox", "--disable-gpu",
                   "--no-first-run", "--disable-dev-shm-usage", "--disable-extensions",
                   "--disable-background-networking", "--disable-component-update",
                   "--user-data-dir=" + self.folder, "--remote-debugging-pipe", "about:blank"]

        def ends():
            # The protocol's descriptors are 3 and 4, whatever numbers the pipes have.
            ours = os.dup(read_theirs), os.dup(write_theirs)
            os.dup2(os.dup(ours[0]), 3)
            os.dup2(ours[1], 4)

        # Above 4, so that neither end is overwritten by the other's copy.
        read_theirs, write_theirs = high(read_theirs), high(write_theirs)
        self.process = subprocess.Popen(
            command, preexec_fn=ends, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.folder, "XDG_CONFIG_HOME": self.folder,
                 "XDG_CACHE_HOME": self.folder})
        os.close(read_theirs)
        os.close(write_theirs)
        return self

    def __exit__(self, *_):
        try:
            self.send("Browser.close", {}, None)
            self.process.wait(timeout=20)
        except (OSError, subprocess.TimeoutExpired, SystemExit):
            self.process.kill()
            self.process.wait()
        os.close(self.read)
        os.close(self.write)
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, params, session):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self):
        """The next message; events are told to their page."""
        while b"\0" not in self.said:
            if not select.select([self.read], [], [], LONGEST)[0]:
                sys.exit("chromium does not answer")
            part = os.read(self.read, 1 << 20)
            if not part:
                sys.exit("chromium has ended")
            self.said += part
        text, _, self.said = self.said.partition(b"\0")
        message = json.loads(text)
        if "method" in message and message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].event(message["method"], message["params"])
        return message

    def ask(self, method, params=None, session=None):
        number = self.send(method, params or {}, session)
        while True:
            message = self.receive()
            if message.get("id") == number:
                if "error" in message:
                    sys.exit("%s: %s" % (method, message["error"]["message"]))
                return message["result"]

    def open(self, path, width=1280, height=720, dark=False, phone=False):
        target = self.ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.ask("Target.attachToTarget", {"targetId": target, "flatten": True})
        return Page(self, session["sessionId"], path, width, height, dark, phone)


def high(descriptor):
    import fcntl
    copy = fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10)
    os.close(descriptor)
    return copy


class Page:
    def __init__(self, browser, session, path, width, height, dark, phone):
        self.browser, self.session = browser, session
        self.errors, self.requests = [], []
        browser.pages[session] = self
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(domain + ".enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=phone)
        self.ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.go("file://" + os.path.abspath(path))

    def ask(self, method, **params):
        return self.browser.ask(method, params, self.session)

    def event(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.errors.append(str([a.get("value") for a in params["args"]]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith(("file:", "data:", "about:", "blob:")):
                self.requests.append(url)

    def go(self, url):
        """Loads it, and waits until the page has drawn."""
        self.ask("Page.navigate", url=url)
        self.until("document.documentElement.dataset.shown !== undefined")

    def __call__(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                          awaitPromise=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            sys.exit("%s: %s" % (expression, details.get("exception", details).get(
                "description", details.get("text"))))
        return answer["result"].get("value")

    def until(self, expression):
        end = time.monotonic() + LONGEST
        while not self("(() => { try { return !!(%s) } catch { return false } })()" % expression):
            if time.monotonic() > end:
                sys.exit("never true: %s; errors: %s" % (expression, self.errors))
            time.sleep(0.02)

    def key(self, key):
        code = KEYS.get(key, 0)
        event = {"key": key, "windowsVirtualKeyCode": code or ord(key.upper())}
        if not code:
            event["text"] = key
        elif key == "Enter":
            event["text"] = "\r"
        self.ask("Input.dispatchKeyEvent", type="keyDown", **event)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key,
                 windowsVirtualKeyCode=event["windowsVirtualKeyCode"])

    def text(self, text):
        self.ask("Input.insertText", text=text)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def move(self, x, y):
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self, path):
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


def main():
    """chromium.py PAGE#ADDRESS PICTURE [WIDTH HEIGHT [dark]]"""
    path, _, address = sys.argv[1].partition("#")
    size = [int(n) for n in sys.argv[3:5]] or [1280, 720]
    with Browser() as browser:
        page = browser.open(path, *size, dark="dark" in sys.argv, phone=size[0] < 600)
        if address:
            page("location.hash = %s" % json.dumps(address))
            page.until("decodeURIComponent(document.documentElement.dataset.shown)"
                       ".includes(%s)" % json.dumps(address.split("&")[0]))
        page.picture(sys.argv[2])
        for fault in page.errors + page.requests:
            print(fault)


if __name__ == "__main__":
    main()

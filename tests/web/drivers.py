"""Firefox and WebKitGTK as chromium.py has Chromium: a page, what scripts answer, keys, mouse, touch. Both speak
WebDriver, Firefox over a socket of its own (marionette)."""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

from chromium import Browser

KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "Enter": "\ue007",
        "Escape": "\ue00c", "Tab": "\ue004", "End": "\ue010", "Home": "\ue011", "F1": "\ue031", "F6": "\ue036"}
CTRL = "\ue009"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def display():
    """A screen that nobody sees, and its name."""
    into, out = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(out), "-screen", "0", "2000x1200x24", "-nolisten", "tcp"],
                              pass_fds=[out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(out)
    with open(into, encoding="utf-8") as lines:
        return screen, ":" + lines.readline().strip()


class Driver(Browser):
    """What both have in common: command(name, params) says how they are told."""

    def __init__(self, width=1280, height=720):
        self.problems, self.processes = [], []
        self.profile = tempfile.mkdtemp(prefix="tilestep-browser-")
        self.screen, self.display = display()
        self.processes.append(self.screen)
        self.begin()
        self.resize(width, height)

    def resize(self, width, height):
        # A window has a frame: it is measured once, and then fits.
        for _ in range(2):
            inside = self.ask("[innerWidth, innerHeight, outerWidth, outerHeight]")
            self.command("SetWindowRect", "window/rect", {
                "x": 0, "y": 0, "width": width + max(0, inside[2] - inside[0]),
                "height": height + max(0, inside[3] - inside[1])})
            time.sleep(0.3)

    def ask(self, script):
        answer = self.command("ExecuteScript", "execute/sync",
                              {"script": "return " + script.strip().rstrip(";"), "args": []})
        return answer

    def open(self, address):
        self.navigate("about:blank")
        self.navigate(address)
        return self.opened()

    def navigate(self, address):
        self.command("Navigate", "url", {"url": address})

    def reload(self):
        self.command("Refresh", "refresh", {})

    def act(self, source):
        self.command("PerformActions", "actions", {"actions": [source]})

    def key(self, key, code="", modifiers=0, text=""):
        value = KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        if modifiers == 2:
            actions = [{"type": "keyDown", "value": CTRL}] + actions + [{"type": "keyUp", "value": CTRL}]
        self.act({"type": "key", "id": "keys", "actions": actions})

    def write(self, text):
        self.ask("(page.editor.mirror.replaceSelection(%s), 0)" % json.dumps(text))

    def point(self, kind, x, y):
        move = {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y), "origin": "viewport"}
        self.act({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": [
            move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})

    def click(self, x, y):
        self.point("mouse", x, y)

    def touch(self, point):
        self.point("touch", *point)

    def picture(self, path):
        answer = self.command("TakeScreenshot", "screenshot", {"full": False})
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer))

    def end_processes(self):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(self.profile, ignore_errors=True)


class Firefox(Driver):
    def begin(self):
        self.port, self.number, self.buffer = free_port(), 0, b""
        with open(self.profile + "/user.js", "w", encoding="utf-8") as file:
            for name, value in {"marionette.port": self.port, "browser.shell.checkDefaultBrowser": False,
                                "datareporting.policy.dataSubmissionEnabled": False, "dom.w3c_touch_events.enabled": 1,
                                "app.update.enabled": False, "network.proxy.type": 0,
                                "toolkit.telemetry.reportingpolicy.firstRun": False}.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.processes.append(subprocess.Popen(
            ["firefox-esr", "--marionette", "--no-remote", "--profile", self.profile, "about:blank"],
            env={**os.environ, "DISPLAY": self.display, "HOME": self.profile, "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        end = time.monotonic() + 60
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", self.port), 120)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        self.receive()
        self.command("NewSession", None, {"capabilities": {"alwaysMatch": {}}})

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(1 << 16)
        length, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(length):
            self.buffer += self.socket.recv(1 << 20)
        message, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(message)

    def command(self, name, path, params):
        self.number += 1
        if name == "ExecuteScript":
            params = {**params, "sandbox": None}
        text = json.dumps([0, self.number, "WebDriver:" + name, params])
        self.socket.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, answer = self.receive()
        if error:
            raise RuntimeError(f"{name}: {error}")
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def close(self):
        self.socket.close()
        self.end_processes()


class WebKit(Driver):
    BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"

    def begin(self):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/session"
        environment = {**os.environ, "DISPLAY": self.display, "HOME": self.profile, "XDG_RUNTIME_DIR": self.profile,
                       "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11",
                       "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_DATA_HOME": self.profile, "XDG_CACHE_HOME": self.profile}
        self.processes.append(subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=environment,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        options = {"binary": self.BROWSER, "args": ["--automation"]}
        end = time.monotonic() + 60
        while True:
            try:
                answer = self.request("POST", "", {"capabilities": {"alwaysMatch": {
                    "webkitgtk:browserOptions": options}}})
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
        self.address += "/" + answer["sessionId"]

    def request(self, method, path, params=None):
        data = json.dumps(params).encode() if params is not None else None
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from error

    def command(self, name, path, params):
        if name == "TakeScreenshot":
            return self.request("GET", "/" + path)
        return self.request("POST", "/" + path, params)

    def close(self):
        try:
            self.request("DELETE", "")
        except (OSError, RuntimeError):
            pass
        self.end_processes()

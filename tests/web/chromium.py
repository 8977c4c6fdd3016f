"""A headless Chromium over a pipe: pages, keys, mouse, touch, and what scripts answer."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import sys
import time


def built_page(root, program="chromium"):
    """The address of the page; ends the test where there is none, or not that program."""
    built = os.path.abspath(root) + "/build-web/src/web/tilestep.html"
    if not os.path.exists(built) or program and not shutil.which(program):
        print("no page was built, or there is no", program)
        sys.exit(77)
    return "file://" + built


class Checks:
    def __init__(self):
        self.count, self.bad = 0, []

    def __call__(self, what, is_good):
        self.count += 1
        if not is_good:
            self.bad.append(what)
            print("wrong:", what)

    def end(self, *browsers):
        for one in browsers:
            self.bad += [f"the browser says: {problem}" for problem in one.problems]
            one.close()
        for line in self.bad:
            print(line)
        print(self.count, "checks,", len(self.bad), "wrong")
        sys.exit(1 if self.bad else 0)


class Browser:
    """What is the same in all: ask(script) says what an expression is in the page."""

    def until(self, script, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.ask(script):
                    return True
            except RuntimeError:
                pass  # between two pages
            time.sleep(0.05)
        return False

    def drop(self, name, text):
        self.ask("""(() => { const data = new DataTransfer();
            data.items.add(new File([%s], %s));
            dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); })()"""
                 % (json.dumps(text), json.dumps(name)))

    def opened(self):
        return self.until("window.page && window.page.firstMs > 0 || "
                          "!!document.getElementById('message') && !document.getElementById('message').hidden")

    def settled(self):
        """Nothing moves, and the address says the moment."""
        return self.until("page.isSettled && !page.editor.pause && location.hash.slice(1) === page.code")

    def said(self):
        return self.ask("document.getElementById('message').hidden ? '' : document.getElementById('said').textContent")

    def words(self, part):
        return self.ask(f"document.getElementById('words-{part}').textContent")


class Chromium(Browser):
    def __init__(self, width=1280, height=720):
        self.profile = tempfile.mkdtemp(prefix="tilestep-chromium-")
        to_browser, self.out = os.pipe()
        self.into, from_browser = os.pipe()

        def put_ends():
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        for end in to_browser, from_browser:
            os.set_inheritable(end, True)
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
             f"--user-data-dir={self.profile}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=put_ends, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session, self.problems = b"", 0, None, []
        target = next(one for one in self.send("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log":
            self.send(domain + ".enable")
        self.resize(width, height)

    def resize(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.into, 1 << 20)
            if not part:
                raise EOFError("chromium has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") == "Runtime.exceptionThrown":
            self.problems.append(message["params"]["exceptionDetails"].get("exception", {}).get("description"))
        if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.problems.append(message["params"]["entry"]["text"])
        return message

    def send(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def ask(self, script):
        answer = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def before(self, script):
        """A script that every page runs before its own."""
        self.send("Page.addScriptToEvaluateOnNewDocument", source=script)

    def open(self, address):
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=address)
        return self.opened()

    def reload(self):
        self.send("Page.reload")

    def write(self, text):
        self.send("Input.insertText", text=text)

    def key(self, key, code="", modifiers=0, text=""):
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=code, modifiers=modifiers, text=text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=code, modifiers=modifiers)

    def click(self, x, y):
        for kind in "mouseMoved", "mousePressed", "mouseReleased":
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=0 if kind == "mouseMoved" else 1)

    def touch(self, *points):
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[dict(x=x, y=y) for x, y in points])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def fingers(self, *frames, rest=0.02):
        """Fingers that go from place to place and are lifted; each frame has all of them."""
        for i, frame in enumerate(frames):
            self.send("Input.dispatchTouchEvent", type="touchMove" if i else "touchStart",
                      touchPoints=[dict(x=x, y=y, id=number) for number, (x, y) in enumerate(frame)])
            time.sleep(rest)
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot")["data"]))

    def close(self):
        try:
            self.send("Browser.close")
        except (EOFError, RuntimeError, BrokenPipeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.profile, ignore_errors=True)

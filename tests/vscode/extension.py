"""The extension for VS Code: the archive and its manifest, the script under node with a stand-in for the editor, and the
webview in a frame in Chromium with a webview's policy: it shows a kernel, follows what is typed and tells mistakes. Not
VS Code itself.

extension.py SOURCE_ROOT [PICTURE.png]
"""
import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, root + "/tests/web")
built = sorted(glob.glob(root + "/build-web/src/vscode/tilestep-*.vsix"), key=os.path.getmtime)
if not built or not shutil.which("node") or not shutil.which("chromium"):
    print("no extension was built (./run extension), or no node or chromium")
    sys.exit(77)
from chromium import Checks, Chromium

check = Checks()
folder = tempfile.TemporaryDirectory(prefix="tilestep-vscode-")
with zipfile.ZipFile(built[-1]) as archive:
    names = archive.namelist()
    dates = {entry.date_time for entry in archive.infolist()}
    archive.extractall(folder.name)
extension = folder.name + "/extension"

# The archive.
check("what an editor looks for is there", {"[Content_Types].xml", "extension.vsixmanifest", "extension/package.json",
                                             "extension/extension.js", "extension/page.html"} <= set(names))
check("of one time", dates == {(1980, 1, 1, 0, 0, 0)})
again = folder.name + "/again.vsix"
package = json.load(open(extension + "/package.json", encoding="utf-8"))
subprocess.run([sys.executable, "-B", root + "/src/vscode/make.py", again, package["version"], root, extension + "/page.html"], check=True)
digest = lambda path: hashlib.sha256(open(path, "rb").read()).hexdigest()
check("the same bytes at every build", digest(again) == digest(built[-1]))
manifest = xml.etree.ElementTree.parse(folder.name + "/extension.vsixmanifest").getroot()
space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
identity = manifest.find("v:Metadata/v:Identity", space)
check("the manifest names it as its package does", identity.get("Id") == package["name"] and
      identity.get("Version") == package["version"] and identity.get("Publisher") == package["publisher"])
check("its files are there", all(os.path.exists(folder.name + "/" + asset.get("Path")) for asset in manifest.iter("{%s}Asset" % space["v"])))
types = {one.get("Extension") for one in xml.etree.ElementTree.parse(folder.name + "/[Content_Types].xml").getroot()}
check("of known types", {os.path.splitext(name)[1] for name in names} - {".xml"} <= types)
check("its main file is there", os.path.exists(os.path.join(extension, package["main"])))

# The script, with a stand-in for the editor.
html = folder.name + "/webview.html"
done = subprocess.run(["node", root + "/tests/vscode/extension.js", extension, html], capture_output=True, text=True)
check("the script under node: " + done.stderr, done.returncode == 0)

# The webview, in a frame, with what a webview has; the policy is in the page itself.
with open(html, encoding="utf-8") as file:
    page = file.read()
nonce = page.split("'nonce-")[1].split("'")[0]
SEEN = """<script nonce="%s">window.refused = []; window.told = [];
addEventListener('securitypolicyviolation', e => refused.push(e.violatedDirective + ' ' + e.blockedURI));
window.acquireVsCodeApi = () => ({ postMessage: one => { told.push(one); parent.postMessage(one, '*'); }, getState() { }, setState() { } });
</script>""" % nonce
with open(html, "w", encoding="utf-8") as file:
    file.write(page.replace("<title>", SEEN + "<title>", 1))
with open(folder.name + "/editor.html", "w", encoding="utf-8") as file:
    file.write("<!DOCTYPE html><body style='margin:0'><iframe id=view src=webview.html style='width:1200px;height:700px;border:0'>"
               "</iframe><script>window.got = []; addEventListener('message', e => got.push(e.data));</script>")
browser = Chromium()
browser.send("Page.navigate", url="file://" + folder.name + "/editor.html")
check("the page is ready", browser.until("window.got && got.some(one => one.kind === 'ready')"))
browser.send("Page.navigate", url="file://" + html)  # the same alone, where its inside can be looked at
check("ready alone", browser.until("window.told && told.some(one => one.kind === 'ready')"))
show = lambda text, others=[]: browser.ask("postMessage(%s, '*')" % json.dumps(
    {"kind": "show", "name": "mine.cu", "text": text, "others": others}))
KERNEL = open(root + "/kernels/01_naive.cu", encoding="utf-8").read()
show('#include "more.h"\n' + KERNEL, [["more.h", "#define MORE 1\n"]])
check("the kernel is shown", browser.until("page.isSettled && page.path === '/own/mine.cu'"))
WORDS = "document.getElementById('words-counters').textContent"
check("alone", browser.until("!document.getElementById('words-counters').textContent.includes('equal')"))
check("and counted", browser.until(WORDS + ".includes('Global loads')"))
browser.key("ArrowRight", "ArrowRight")
browser.until("page.isSettled")
moment = browser.ask("page.code")
show('#include "more.h"\n' + KERNEL.replace("Pvalue +=", "Pvalue -=", 1), [["more.h", "#define MORE 1\n"]])
check("it follows what is typed", browser.until(f"page.isSettled && page.code !== {json.dumps(moment)}"))
check("nothing is wrong", browser.until("told.filter(one => one.kind === 'trouble').slice(-1)[0].text === ''"))
show(KERNEL.replace("__global__ void", "__global__ viod", 1))
check("a mistake is told with its line", browser.until(
    "told.some(one => one.kind === 'trouble' && one.name === 'mine.cu' && /mine\\.cu:\\d+:\\d+: error/.test(one.text))"))
show(KERNEL)
check("and that it is mended", browser.until("told[told.length - 1].text === ''"))
if len(sys.argv) > 2:
    browser.picture(sys.argv[2])
check("the policy refuses nothing that it needs: " + str(browser.ask("refused")), browser.ask("refused.length") == 0)
for way in ("fetch('https://example.org/')", "new Promise((good, bad) => { const s = document.createElement('script'); "
            "s.textContent = 'window.hurt = 1'; document.body.append(s); hurt ? good() : bad(); })"):
    check("no way out: " + way[:40], browser.ask(f"({way}).then(() => false, () => true)"))
browser.problems = [one for one in browser.problems if "Content Security Policy" not in one and "Refused to" not in one]
check.end(browser)

"""A class in the page: a student answers, hands in a file and a link; the lecturer drops many files at once and a
folder, and pastes links.

class.py SOURCE_ROOT [PICTURE_FOLDER]
"""
import json
import os
import sys

from chromium import Checks, Chromium, built_page

root = os.path.abspath(sys.argv[1])
pictures = sys.argv[2] if len(sys.argv) > 2 else None
address = built_page(root)
check = Checks()
SHEET = "document.getElementById('words-sheet').textContent"
HANDED = "tilestep answers 1\\nname %s\\nhanded 1\\nmemory_wall reads_of_all done %d\\n"
FILES = [("ada.txt", HANDED % ("Ada", 64)), ("bo.txt", HANDED % ("李雷", 128)), ("essay.txt", "I like it")]
DROP = """(() => { const data = new DataTransfer();
    for (const [name, text] of %s) data.items.add(new File([text], name));
    dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); })()"""
KEPT = ("[...page.own.files].some(([path, bytes]) => path.endsWith('/lessons') && "
        "new TextDecoder().decode(bytes).includes('%s'))")
# A folder as a browser hands it out; one cannot be dragged by a script.
FOLDER = """page.takeAll([{isDirectory: true, name: 'box', createReader: () => { let all = %s.map(([name, text]) =>
    ({isFile: true, name, file: done => done(new File([text], name))}));
    return {readEntries: done => { done(all); all = []; }}; }}], [])"""


def files(pairs):
    return json.dumps(pairs).replace("\\\\n", "\\n")


student = Chromium()
check("the page opens", student.open(address + "?open=memory_wall&lang=en"))
student.until("page.isSettled")
student.before("void 0")
student.ask("""window.prompt = () => null; page.copied = []; page.download = (path, bytes) => { page.saved = [path, new TextDecoder().decode(bytes)]; };
    page.copy = code => page.copied.push(code); 0""")
for _ in range(3):
    student.ask("page.command('scene-next')")
student.ask("document.getElementById('hand-in').click()")
check("nothing to hand in yet", student.until("document.getElementById('live').textContent.includes('No question')"
                                              " || document.body.textContent.includes('No question')"))
for key in "16":
    student.key(key, "Digit" + key)
student.key("Enter", "Enter")
check("a prediction is kept", student.until(KEPT % "reads_of_all open 16"))
for key in "128":
    student.key(key, "Digit" + key)
student.key("Enter", "Enter")
check("and what became of it", student.until(KEPT % "reads_of_all done 16"))
student.ask("window.prompt = () => 'Zoé'; document.getElementById('hand-in').click()")
check("the sheet asks for a name", student.until(SHEET + ".startsWith('Hand in your answers')"))
student.key("x", "KeyX", text="x")
check("which is typed by keys, too", student.until(SHEET + ".includes('Zoéx')"))
student.key("Backspace", "Backspace")
student.key("Enter", "Enter")
check("a file is written", student.until("page.saved && page.saved[0].endsWith('my_answers.txt')"))
check("with the name and the first answer", student.ask("page.saved[1]") ==
      "tilestep answers 1\nname Zoé\nhanded 1\nmemory_wall reads_of_all done 16\n")
check("and a link copied", student.until("page.copied.length === 1 && page.copied[0].startsWith('ta1.')"))
code = student.ask("page.copied[0]")

lecturer = Chromium()
check("the map opens", lecturer.open(address + "?lang=en"))
lecturer.until("page.isSettled")
lecturer.ask(DROP % files(FILES[:2]))
check("two files at once", lecturer.until(SHEET + ".includes('Class: 2 people')"))
check("the right answer is not said", "✓" not in lecturer.ask(SHEET))
lecturer.ask(f"page.pasted({json.dumps('from a forum: ' + address + '#' + code + ' and ' + address + '#' + code[:60])})")
check("a link among other words", lecturer.until(SHEET + ".includes('Class: 3 people')"))
check("the one that was cut is told", lecturer.until("document.body.textContent.includes('the code is damaged')"))
lecturer.ask(FOLDER % files([("1.txt", HANDED % ("Kim", 8)), FILES[2]]))
check("a folder", lecturer.until(SHEET + ".includes('Class: 4 people')"))
lecturer.key("v", "KeyV")
check("V says what is right", lecturer.until(SHEET + ".includes('✓ 128')"))
check("with the names", "Kim" in lecturer.ask(SHEET))
if pictures:
    lecturer.picture(os.path.join(pictures, "class-page.png"))
check("nothing of it is kept in the browser", lecturer.ask("[...page.own.files.keys()].every(path => !/(ada|bo|1).txt$/.test(path))"))
lecturer.key("Enter", "Enter")
check("Enter opens the lesson", lecturer.until("document.getElementById('words-lesson').textContent.length > 0"))
check("a link opens as it is", lecturer.open(address + "?lang=en#" + code) and lecturer.until(SHEET + ".includes('Class: 1 ')"))
check.end(student, lecturer)

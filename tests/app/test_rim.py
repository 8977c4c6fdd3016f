#!/usr/bin/env python3
"""What the window does with the world: films, files opened lately, saved windows and codes, quitting,
a display that goes away, missing fonts, full screen, sizes, and nothing at all while idle.

usage: test_rim.py TILESTEP SOURCE_ROOT [PART...]"""

import os
import shutil
import sys
import time

sys.dont_write_bytecode = True
import drop
from window import call, check, raw, run_parts


def bare_window(open_window, folder, *options):
    """A window at the start that finds no programs, so that a film is numbered pictures."""
    bare = os.path.join(folder, "bare")
    os.mkdir(bare)
    window = open_window(*options, env={"PATH": bare})
    window.point(3, 3)
    window.expect("the start", "--at", "0")
    return window


def films(open_window, folder):
    """Numbered pictures, since every machine can make them; cancelled, then made."""
    window = bare_window(open_window, folder, "--set", "k=16")

    def made():
        return [name for name in os.listdir(folder) if name.startswith("tiled-")]

    window.key("ctrl+shift+e")
    window.wait("pictures", made)
    window.key("Escape")
    window.wait("none after Escape", lambda: not made())
    window.key("ctrl+shift+e")
    window.wait("pictures", made)
    pictures = os.path.join(folder, made()[0])
    window.key("F11")  # meanwhile the lesson goes on
    last = made()[0].split("-")[-1]
    told = os.path.join(folder, "told.txt")
    call(window.tilestep, "render", *window.kernels, "--to", last, "-o", told)
    with open(told) as lines:
        moments = [line for line in lines if line[0].isdigit()]
    window.wait("all of them", lambda: len(os.listdir(pictures)) == len(moments))
    window.rest()
    window.key("shift+F11", "F11")  # the notice goes
    window.expect("after the film", "--at", "1")
    if shutil.which("ffmpeg"):
        window.end()
        window = open_window()
        window.key("ctrl+shift+e")
        window.wait("a GIF", lambda: any(
            name.endswith(".gif") and ".part" not in name for name in os.listdir(folder)))
        window.rest()  # it knows that the film has ended
        window.key("ctrl+shift+e")
        window.wait("another", lambda: any(".part" in name for name in os.listdir(folder)))
    check(window.end() == 0, "ended")
    check(not any(".part" in name for name in os.listdir(folder)), "nothing half done stays")


def film_shows(open_window, folder):
    """What the window shows, its settings and what is pinned included."""
    window = bare_window(open_window, folder)
    window.key("h", "h", "5", "d", "t", "Right", "Right")
    plain = window.at_rest()
    window.click(73, 349)  # an element of M
    window.point(3, 3)
    window.wait("an answer that stays", lambda: window.pixels() != plain)
    shown = window.at_rest()
    window.key("ctrl+shift+e")
    second = os.path.join(folder, "tiled-00000-00116", "frame-0002.png")
    window.wait("a film to the second access", lambda: os.path.exists(second))
    window.wait("the same in it", lambda: raw(second) == shown)
    window.end()


def listed(folder):
    """Names of the files opened lately."""
    try:
        with open(os.path.join(folder, "state", "tilestep", "recent")) as names:
            return [os.path.basename(name) for name in names.read().split("\n") if name]
    except OSError:
        return []


def recent(open_window, folder):
    window = open_window()
    window.wait("a list", lambda: listed(folder) == ["02_tiled.cu"])
    window.key("ctrl+o", "1", "6", "Return")
    window.wait("two", lambda: listed(folder) == ["16_stencil.cu", "02_tiled.cu"])
    window.key("ctrl+o", "0", "2")
    window.rest()
    window.click(760, 588)  # the first row: the one opened before
    window.point(3, 3)
    window.wait("the other way round", lambda: listed(folder) == ["02_tiled.cu", "16_stencil.cu"])
    window.end()
    path = os.path.join(folder, "state", "tilestep", "recent")
    with open(path, "w") as names:
        names.write("/nowhere/gone.cu\nrelative.cu\n" * 500 + "/etc/passwd\n")
    window = open_window()
    window.wait("what is missing is dropped", lambda: listed(folder) == ["02_tiled.cu", "passwd"])
    window.end()
    os.remove(path)
    window = open_window("--compare", os.path.join(window.root, "kernels", "01_naive.cu"))
    window.wait("both of a comparison", lambda: listed(folder) == ["02_tiled.cu", "01_naive.cu"])
    window.end()


def first_click(open_window, _):
    """The one that brings the window its focus counts too."""
    window = open_window()
    window.send("mousemove", "--window", window.id, "1201", "55", "click", "1")
    window.point(3, 3)
    window.expect("dark by the first click", "--at", "0", "--theme", "dark")
    window.end()


def quitting(open_window, _):
    """By its key, while events are still on their way."""
    for _ in range(6):
        window = open_window()
        window.ask("mousemove", "--window", window.id, "300", "300", "key", "ctrl+q")
        status = window.ended("by Ctrl+Q")
        check(status == 0 and not window.words(), "quit with nothing to say")
        window.close()


def states(open_window, folder):
    window = open_window()
    window.point(3, 3)
    window.key("F11", "F11", "F11", "ctrl+s")
    saved = os.path.join(folder, "state", "tilestep", "02_tiled.tilestep")
    window.wait("a saved window", lambda: os.path.exists(saved))
    window.key("ctrl+c", "F11")
    window.expect("gone on", "--at", "4")
    window.key("ctrl+v")
    window.expect("back by code", "--at", "3")
    second = saved.replace(".tilestep", "-2.tilestep")
    window.key("F11", "ctrl+s")
    window.wait("a second saved window",
                lambda: os.path.exists(second) and "place 0 4\n" in open(second).read())
    check("place 0 3\n" in open(saved).read(),
          "the first one stays")
    window.key("ctrl+s")
    window.rest()
    check(not os.path.exists(saved.replace(".tilestep", "-3.tilestep")), "the same is saved once")
    window.end()
    window = open_window("--state", saved, kernel=None)
    window.point(3, 3)
    window.kernels = [os.path.join(window.root, "kernels", "02_tiled.cu")]
    window.expect("opened from the file", "--at", "3")
    window.end()


def links(open_window, _):
    """Where it is known at what address a page stands, what is copied is a link, which opens here, too."""
    page = "https://example.org/tilestep.html?lang=en"
    for address in page, "":
        window = open_window(env={"TILESTEP_PAGE": address})
        window.point(3, 3)
        window.key("F11", "F11", "F11", "ctrl+c")
        window.rest()
        text = drop.copied(window.env["DISPLAY"])
        check(text is None and not drop.library() or text.startswith(address + "#ts1." if address else "ts1."), "copied: %r" % text)
        window.key("F11", "ctrl+v")
        window.expect("back by what was copied", "--at", "3")
        window.end()
    window = open_window("--state", page + "#" + text, kernel=None)
    window.point(3, 3)
    window.kernels = [os.path.join(window.root, "kernels", "02_tiled.cu")]
    window.expect("opened by a link", "--at", "3")
    window.end()


def lost(open_window, folder):
    for is_playing in (False, True):
        window = open_window()
        window.key("F11", "F11")
        shown = window.at_rest()
        if is_playing:
            window.key("space")
            window.wait("it plays", lambda: window.pixels() != shown)
        window.server.kill()
        status = window.ended("without a display")
        window.close()
        said = window.words()
        check(status == 2 and said.count("\n") == 1 and "display was lost" in said,
              "told that the display is lost")
        saved = said.split("--state ")[1].split(" ")[0]
        picture = os.path.join(folder, "saved.txt")
        call(window.tilestep, "render", "--state", saved, "--to", "0", "-o", picture)
        check(os.path.exists(picture), "saved, and opens again")
        os.remove(picture)


def problems(open_window, folder):
    broken = os.path.join(folder, "broken.cu")
    with open(broken, "w") as kernel:
        kernel.write("__global__ void k(float *a) { a[0] = ; }\n")
    window = open_window(broken, kernel=None)
    check("error" in window.words(), "the mistake is told")
    window.key("ctrl+o", "0", "2", "Return")
    window.wait("another file is open instead", lambda: "02_tiled.cu" in listed(folder))
    check(window.end() == 0, "ended")
    with open(broken, "a") as kernel:
        kernel.write("__global__ void good(float *a) { a[threadIdx.x] = 1; }\nint main() { float *a;"
                     "cudaMalloc(&a, 128); k<<<1, 1>>>(a); good<<<1, 32>>>(a); }\n")
    window = open_window(broken, kernel=None)
    window.key("ctrl+n", "ctrl+s")  # the rest of the file
    saved = os.path.join(folder, "state", "tilestep", "broken.tilestep")
    window.wait("a saved window", lambda: os.path.exists(saved))
    window.wait("the other kernel in it", lambda: "launch 2\n" in open(saved).read())
    check(window.end() == 0, "ended")


def fonts(open_window, folder):
    none = os.path.join(folder, "fonts.conf")
    with open(none, "w") as configuration:
        configuration.write("<fontconfig><cachedir>%s/cache</cachedir></fontconfig>" % folder)
    window = open_window(lang="zh", env={"FONTCONFIG_FILE": none})
    window.wait("a note", lambda: window.words().endswith("\n"))
    said = window.words()
    check(said.count("\n") == 1 and "安装 fonts-dejavu-core" in said, "one line in Chinese")
    os.environ["FONTCONFIG_FILE"] = none
    window.point(3, 3)
    window.key("F11")
    window.expect("English, since Chinese cannot be shown", "--at", "1")
    window.key("F2", "F11")
    window.expect("still", "--at", "2")
    del os.environ["FONTCONFIG_FILE"]
    window.end()


def sizes(open_window, _):
    window = open_window("--size", "1000x640", "--scale", "1.25")
    window.point(3, 3)
    window.expect("as asked", "--at", "0")
    window.kernels = window.kernels[:1]
    window.key("ctrl+0")
    window.expect("normal size", "--at", "0", "--size", "1000x640")
    window.key("ctrl+plus")
    window.expect("larger", "--at", "0", "--size", "1000x640", "--scale", "1.125")
    window.key("ctrl+minus", "ctrl+equal", "ctrl+minus")
    window.expect("and smaller", "--at", "0", "--size", "1000x640")
    window.rest()
    before = window.cpu_ticks()
    time.sleep(5)
    used = window.cpu_ticks() - before
    check(used <= 10, "%d ticks of processor time in five idle seconds" % used)
    window.end()


def full_screen_alone(open_window, _):
    """Without a window manager it fills the display by itself, and shrinks again."""
    window = open_window()
    window.point(3, 3)
    window.key("alt+Return", "F11")
    window.expect("all of the display", "--at", "1", "--size", "2200x1400")
    window.key("alt+Return", "F11")
    window.expect("a window again", "--at", "2")
    window.end()


def full_screen(open_window, _):
    manager = shutil.which("openbox")
    if not manager:
        print("no openbox: full screen is not tried")
        return
    window = open_window(manager=manager)
    window.rest()
    before = window.size()
    for key in ("F9", "alt+Return"):
        window.send("key", key)  # the manager has given it the focus
        window.wait("full screen by " + key, lambda: window.size() == (2200, 1400))
        window.rest()
        window.send("key", key)
        window.wait("a window again", lambda: window.size() == before)
        window.rest()
    window.end()


run_parts((sizes, films, film_shows, recent, first_click, quitting, states, links, lost, problems, fonts, full_screen_alone,
           full_screen))

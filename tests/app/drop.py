"""Drops files on a window as a file manager does: a client of the display that owns the selection of the
drag (XDND) and hands out the list of files when the window asks for it."""

import ctypes
import ctypes.util
import time
from urllib.parse import quote

LONG8 = ctypes.c_long * 5
CLIENT_MESSAGE, SELECTION_REQUEST, SELECTION_NOTIFY = 33, 30, 31


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong),
                ("message_type", ctypes.c_ulong), ("format", ctypes.c_int), ("data", LONG8)]


class SelectionRequest(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("owner", ctypes.c_ulong),
                ("requestor", ctypes.c_ulong), ("selection", ctypes.c_ulong),
                ("target", ctypes.c_ulong), ("property", ctypes.c_ulong), ("time", ctypes.c_ulong)]


class SelectionNotify(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("requestor", ctypes.c_ulong),
                ("selection", ctypes.c_ulong), ("target", ctypes.c_ulong),
                ("property", ctypes.c_ulong), ("time", ctypes.c_ulong)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("client", ClientMessage), ("request", SelectionRequest),
                ("notify", SelectionNotify), ("pad", ctypes.c_long * 24)]


def library():
    """None without Xlib."""
    name = ctypes.util.find_library("X11")
    if not name:
        return None
    x = ctypes.CDLL(name)
    for function in ("XOpenDisplay", "XInternAtom", "XDefaultRootWindow", "XCreateSimpleWindow"):
        getattr(x, function).restype = ctypes.c_void_p
    return x


class Drag:
    def __init__(self, x, display_name, target):
        self.x, self.target = x, ctypes.c_ulong(target)
        self.display = ctypes.c_void_p(x.XOpenDisplay(display_name.encode()))
        root = ctypes.c_ulong(x.XDefaultRootWindow(self.display))
        self.source = x.XCreateSimpleWindow(self.display, root, 0, 0, 1, 1, 0, 0, 0)

    def atom(self, name):
        return self.x.XInternAtom(self.display, name.encode(), 0)

    def send(self, name, *data):
        event = Event()
        event.client = ClientMessage(CLIENT_MESSAGE, 0, 1, self.display, self.target.value,
                                     self.atom(name), 32, LONG8(self.source, *data))
        self.x.XSendEvent(self.display, self.target, 0, ctypes.c_long(0), ctypes.byref(event))
        self.x.XSync(self.display, 0)

    def hand_out(self, request, data):
        self.x.XChangeProperty(self.display, ctypes.c_ulong(request.requestor),
                               ctypes.c_ulong(request.property), ctypes.c_ulong(request.target), 8,
                               0, data, len(data))
        answer = Event()
        answer.notify = SelectionNotify(SELECTION_NOTIFY, 0, 1, self.display, request.requestor,
                                        request.selection, request.target, request.property,
                                        request.time)
        self.x.XSendEvent(self.display, ctypes.c_ulong(request.requestor), 0, ctypes.c_long(0),
                          ctypes.byref(answer))
        self.x.XSync(self.display, 0)

    def answer(self, data, patience_s):
        """True once the window has asked and said that it has finished."""
        until, event, has_asked = time.monotonic() + patience_s, Event(), False
        while time.monotonic() < until:
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, ctypes.byref(event))
                if event.type == SELECTION_REQUEST:
                    self.hand_out(event.request, data)
                    has_asked = True
                elif event.type == CLIENT_MESSAGE and \
                        event.client.message_type == self.atom("XdndFinished"):
                    return has_asked
            time.sleep(0.01)
        return False

    def drop(self, paths, patience_s=5):
        data = "".join("file://%s\r\n" % quote(path) for path in paths).encode()
        kind, selection = self.atom("text/uri-list"), self.atom("XdndSelection")
        self.x.XSetSelectionOwner(self.display, ctypes.c_ulong(selection),
                                  ctypes.c_ulong(self.source), ctypes.c_ulong(0))
        self.send("XdndEnter", 5 << 24, kind, 0, 0)
        self.send("XdndPosition", 0, 300 << 16 | 300, 0, self.atom("XdndActionCopy"))
        self.send("XdndDrop", 0, 0, 0, 0)
        return self.answer(data, patience_s)


def copied(display_name, seconds=10):
    """What is on the clipboard, as text; None without Xlib, or where nobody answers."""
    x = library()
    if not x:
        return None
    display = ctypes.c_void_p(x.XOpenDisplay(display_name.encode()))
    root = ctypes.c_ulong(x.XDefaultRootWindow(display))
    own = ctypes.c_ulong(x.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, 0, 0))
    clipboard, kind, place = (ctypes.c_ulong(x.XInternAtom(display, name, 0)) for name in (b"CLIPBOARD", b"UTF8_STRING", b"COPIED"))
    x.XConvertSelection(display, clipboard, kind, place, own, ctypes.c_ulong(0))
    event, end = Event(), time.monotonic() + seconds
    while time.monotonic() < end:
        if not x.XPending(display):
            time.sleep(0.02)
            continue
        x.XNextEvent(display, ctypes.byref(event))
        if event.type == SELECTION_NOTIFY:
            break
    is_kind, form, count, left = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.c_char_p()
    x.XGetWindowProperty(display, own, place, ctypes.c_long(0), ctypes.c_long(1 << 16), 0, ctypes.c_ulong(0), ctypes.byref(is_kind),
                         ctypes.byref(form), ctypes.byref(count), ctypes.byref(left), ctypes.byref(data))
    text = data.value.decode() if data.value is not None else None
    x.XCloseDisplay(display)
    return text

// Keys, mouse and touch, as the program takes them.
'use strict';

const LONG_PRESS_MS = 500, FINGER_PX = 10, NOTCH_PX = 100, ZOOM = 1.12;

const KEY_NAMES = {
  ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down', Enter: 'Return', ' ': 'Space',
};
const CODE_NAMES = {
  Slash: '/', Period: '.', Comma: ',', Minus: '-', Equal: '=', BracketLeft: '[', BracketRight: ']',
  Semicolon: ';', Quote: "'", Backquote: '`', Backslash: '\\',
};

function keyName(event) {
  let key = KEY_NAMES[event.key] || event.key;
  if (/^[a-z]$/i.test(key)) key = key.toUpperCase();
  else if (event.shiftKey && key.length === 1)
    key = /^Digit\d$/.test(event.code) ? event.code.slice(5) : CODE_NAMES[event.code] || key;
  return (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + (event.altKey ? 'Alt+' : '') +
    (event.shiftKey ? 'Shift+' : '') + key;
}

class Input {
  // act(event): to the engine.
  constructor(stage, act) {
    this.stage = stage;
    this.act = act;
    this.keys = new Set();
    this.touches = new Map();
    this.turned = 0;
  }

  listen() {
    const stage = this.stage;
    stage.addEventListener('pointerdown', event => this.down(event));
    stage.addEventListener('pointermove', event => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) stage.addEventListener(name, event => this.up(event));
    stage.addEventListener('pointerleave', event => {
      if (event.pointerType === 'mouse') this.act(['leave']);
    });
    stage.addEventListener('wheel', event => {
      event.preventDefault();
      this.wheel(this.point(event), event.deltaY, event.deltaMode, event.ctrlKey);
    }, { passive: false });
    stage.addEventListener('contextmenu', event => event.preventDefault());
    addEventListener('keydown', event => this.key(event));
  }

  // What the program has no use for is the browser's.
  key(event) {
    if (event.defaultPrevented || event.isComposing || event.target !== this.stage && event.target !== document.body) return;
    const name = keyName(event), isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
    if (name === 'Ctrl+V' || /^(Control|Shift|Alt|Meta|AltGraph)$/.test(event.key)) return;
    const isEdit = /^(Shift\+)?(Left|Right|Up|Down|Home|End|PageUp|PageDown|Return|Escape|Tab|Backspace|Delete)$/.test(name);
    if (!this.keys.has(name) && !isText && !isEdit) return;
    event.preventDefault();
    this.act(['key', name, event.repeat, isText ? event.key : '']);
  }

  point(event) {
    const box = this.stage.getBoundingClientRect(), ratio = this.stage.width / box.width;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  }

  wheel(at, delta, mode, ctrl) {
    this.turned -= delta * (mode === 1 ? 33 : mode === 2 ? 400 : 1);
    const notches = Math.trunc(this.turned / NOTCH_PX) || (Math.abs(delta) >= NOTCH_PX / 2 ? -Math.sign(delta) : 0);
    if (!notches) return;
    this.turned = 0;
    this.act(['wheel', ...at, notches, ctrl]);
  }

  down(event) {
    const at = this.point(event);
    this.stage.focus();
    try { this.stage.setPointerCapture(event.pointerId); } catch { /* it has gone */ }
    if (event.pointerType !== 'touch') {
      if (event.button === 0) this.act(['press', ...at, event.shiftKey]);
      if (event.button === 1) this.act(['hold', ...at]);
      return;
    }
    this.touches.set(event.pointerId, at);
    clearTimeout(this.pressing);
    if (this.touches.size === 2) {
      this.act(['release']);
      this.spread = this.distance();
      this.finger = null;
      return;
    }
    this.finger = { from: at, moves: false, isLong: false };
    this.act(['point', ...at]);
    this.pressing = setTimeout(() => { if (this.finger) this.finger.isLong = true; }, LONG_PRESS_MS); // only looks
  }

  distance() {
    const [a, b] = [...this.touches.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  move(event) {
    const at = this.point(event);
    if (event.pointerType !== 'touch') {
      this.act(['point', ...at]);
      return;
    }
    if (!this.touches.has(event.pointerId)) return;
    this.touches.set(event.pointerId, at);
    if (this.touches.size === 2) this.pinch();
    else if (this.finger) this.drag(at);
  }

  pinch() {
    const spread = this.distance(), way = Math.log(spread / this.spread) / Math.log(ZOOM);
    if (Math.abs(way) < 1) return;
    const [a, b] = [...this.touches.values()];
    this.spread = spread;
    this.act(['wheel', (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.trunc(way), true]);
  }

  drag(at) {
    const finger = this.finger, far = FINGER_PX * (window.devicePixelRatio || 1);
    if (!finger.moves && Math.hypot(at[0] - finger.from[0], at[1] - finger.from[1]) > far) {
      finger.moves = true;
      this.act(['press', ...finger.from, false]);
    }
    if (finger.moves || finger.isLong) this.act(['point', ...at]);
  }

  up(event) {
    const finger = this.finger;
    this.touches.delete(event.pointerId);
    clearTimeout(this.pressing);
    if (event.pointerType === 'touch' && finger && !finger.moves && !finger.isLong && event.type === 'pointerup')
      this.act(['press', ...finger.from, false]);
    this.finger = null;
    this.act(['release']);
  }
}

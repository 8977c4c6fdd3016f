// The page: what happens in the browser goes to the module, and the pixels that it leaves to the canvas.
'use strict';

const HOME = '/own/', SHIPPED = '/tilestep/', KEPT = 'tilestep:';
const MOVES = 1, REDUCED_MOTION = 1, BUILT_IN_FONT = 2, LANGUAGE_GIVEN = 4;
const CODE_PATTERN = /^ts\d+\./;
const TEXTS = {
  stopped: ['tilestep has stopped: ', 'tilestep 已停止：'],
  again: ['Reload the page to go on from this moment.', '重新加载页面即可从此刻继续。'],
  noStart: ['tilestep cannot start here: ', 'tilestep 无法在此启动：'],
  noCopy: ['The browser lets nothing be copied; the address of the page is the link.', '浏览器不允许复制；页面地址就是链接。'],
  tooLarge: ['This file is too large.', '文件过大。'],
};
// The share code in an address, or ''.
function codeOf(hash) {
  try {
    const code = decodeURIComponent(hash.replace(/^#/, ''));
    return CODE_PATTERN.test(code) ? code : '';
  } catch { return ''; }
}

const element = id => document.getElementById(id);
const query = new URLSearchParams(location.search);

function say(text) {
  element('message').textContent = text;
  element('message').hidden = !text;
}

// ---- what is kept in the browser ----

const store = {
  get(name) {
    try { return localStorage.getItem(KEPT + name); } catch { return null; }
  },
  set(name, text) {
    try { localStorage.setItem(KEPT + name, text); } catch { /* no storage, or it is full */ }
  },
  names() {
    try {
      return Object.keys(localStorage).filter(name => name.startsWith(KEPT)).map(name => name.slice(KEPT.length));
    } catch { return []; }
  },
};

// ---- the parts that the file carries ----

async function unpack(base64) {
  const answer = await fetch('data:application/octet-stream;base64,' + base64);
  const stream = answer.body.pipeThrough(new DecompressionStream('gzip'));
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(whole.buffer).getUint32(0, true);
  const parts = new Map();
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(whole.subarray(4, at)))) {
    parts.set(name, whole.subarray(at, at + size));
    at += size;
  }
  return parts;
}

// ---- letters ----

const FAMILIES = [
  '"DejaVu Sans", "Segoe UI", "Helvetica Neue", "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", sans-serif',
  '"JetBrains Mono", "DejaVu Sans Mono", Consolas, Menlo, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", monospace',
];

class Letters {
  constructor() {
    this.canvas = typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(64, 64);
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.known = new Map();
    this.boxes = [0, 1].map(font => ['\u{E123}', '\u{10FFFD}'].map(text => this.ink(font, text)));
  }

  use(font, px) {
    this.context.font = px + 'px ' + FAMILIES[font];
    this.context.textBaseline = 'alphabetic';
    this.context.fillStyle = '#fff';
  }

  // What tells one picture from another, cheaply.
  ink(font, text) {
    this.use(font, 40);
    const m = this.context.measureText(text);
    this.room(64, 64);
    this.context.fillText(text, 4, 48);
    const pixels = this.context.getImageData(0, 0, 64, 64).data;
    let hash = 0;
    for (let i = 3; i < pixels.length; i += 4) hash = (hash * 31 + pixels[i]) | 0;
    return [m.width, m.actualBoundingBoxAscent, m.actualBoundingBoxDescent, hash].join(' ');
  }

  room(width, height) {
    if (this.canvas.width < width || this.canvas.height < height) {
      const font = this.context.font;
      this.canvas.width = Math.max(width, this.canvas.width);
      this.canvas.height = Math.max(height, this.canvas.height);
      this.context.font = font;
      this.context.fillStyle = '#fff';
    }
    this.context.clearRect(0, 0, width, height);
  }

  has(font, code) {
    const key = font * 0x200000 + code;
    if (!this.known.has(key)) {
      const ink = this.ink(font, String.fromCodePoint(code));
      // A box with digits in it differs from letter to letter: then its size has to do.
      const sizes = ink.split(' ').slice(0, 3).join(' ');
      const drawsDigits = this.boxes[font][0] !== this.boxes[font][1];
      this.known.set(key, !this.boxes[font].some(box => box === ink || (drawsDigits && box.startsWith(sizes + ' '))));
    }
    return this.known.get(key);
  }

  // Fills bytes with the coverage; null if there is nothing to draw with.
  draw(font, px, code, bytes, side) {
    const text = String.fromCodePoint(code);
    this.use(font, px);
    const m = this.context.measureText(text);
    const left = Math.floor(-m.actualBoundingBoxLeft) - 1, top = Math.ceil(m.actualBoundingBoxAscent) + 1;
    const width = Math.min(side, Math.ceil(m.actualBoundingBoxRight) + 1 - left);
    const height = Math.min(side, Math.ceil(m.actualBoundingBoxDescent) + 1 + top);
    const advance = Math.round(m.width);
    if (width <= 0 || height <= 0) return { width: 0, height: 0, left: 0, top: 0, advance };
    this.room(width, height);
    this.use(font, px);
    this.context.fillText(text, -left, top);
    const pixels = this.context.getImageData(0, 0, width, height).data;
    for (let i = 0; i < width * height; ++i) bytes[i] = pixels[4 * i + 3];
    return { width, height, left, top, advance };
  }
}

// ---- keys, as the program names them ----

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

// ---- the module ----

class Program {
  constructor(parts) {
    this.files = new Files();
    for (const [name, bytes] of parts)
      if (name !== 'page.wasm') this.files.put(SHIPPED + name, bytes);
    for (const name of store.names())
      if (name.startsWith(HOME)) this.files.put(name, store.get(name));
    this.files.folders.add('/own');
    this.files.onwrite = path => this.written(path);
    this.letters = null;
    this.printed = '';
    this.downloads = [];
  }

  written(path) {
    if (path.startsWith(HOME + '.local/')) {
      if (!path.endsWith('.part') && !path.endsWith('.lock')) store.set(path, this.files.text(path) || '');
    } else if (/\.(png|svg|csv)$/.test(path)) {
      this.downloads.push(path);
    }
  }

  async start(module) {
    const wasi = new Wasi({
      files: this.files, words: ['tilestep'],
      environment: { HOME: '/own', TILESTEP_DATA: '/tilestep', PWD: '/own' },
      said: (number, text) => { this.printed = (this.printed + text).slice(-2000); },
    });
    this.instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: wasi.imports(), page: this.imports(),
    });
    wasi.attach(this.instance);
    this.call = this.instance.exports;
    this.call._initialize();
  }

  get memory() { return this.call.memory.buffer; }

  string(at, length) {
    const bytes = new Uint8Array(this.memory, at >>> 0);
    return new TextDecoder().decode(bytes.slice(0, length === undefined ? bytes.indexOf(0) : length));
  }

  // Calls use(address, ...) with copies of the texts in the module's memory.
  lend(texts, use) {
    const places = texts.map(text => {
      const bytes = new TextEncoder().encode(text + '\0'), at = this.call.page_memory(bytes.length);
      new Uint8Array(this.memory, at >>> 0, bytes.length).set(bytes);
      return at;
    });
    const answer = use(...places);
    places.forEach(at => this.call.page_forget(at));
    return answer;
  }

  imports() {
    return {
      glyph: (font, px, code, coverage, side, out) => {
        if (!this.letters.has(font, code)) return 0;
        const glyph = this.letters.draw(font, px, code, new Uint8Array(this.memory, coverage >>> 0, side * side), side);
        const view = new DataView(this.memory, out >>> 0, 20);
        [glyph.width, glyph.height, glyph.left, glyph.top].forEach((value, i) => view.setInt32(4 * i, value, true));
        view.setFloat32(16, glyph.advance, true);
        return 1;
      },
      has_glyph: (font, code) => this.letters.has(font, code) ? 1 : 0,
      copy: (at, length) => this.oncopy(this.string(at, length)),
      paste: () => this.onpaste(),
      download: () => { },
      full_screen: full => this.onfull(full !== 0),
    };
  }
}

// ---- the page ----

class Page {
  constructor(program) {
    this.program = program;
    this.stage = element('stage');
    this.context = this.stage.getContext('2d', { alpha: false });
    this.last = 0;
    this.asked = false;
    this.touches = new Map();
    this.code = '';
    program.oncopy = code => this.copy(code);
    program.onpaste = () => this.paste();
    program.onfull = full => this.full(full);
  }

  text(name) {
    return TEXTS[name][this.started && this.program.call.page_language() === 1 ? 1 : 0];
  }

  size() {
    const ratio = window.devicePixelRatio || 1, box = this.stage.getBoundingClientRect();
    return [Math.max(320, Math.round(box.width * ratio)), Math.max(200, Math.round(box.height * ratio)), ratio];
  }

  start() {
    const [width, height, ratio] = this.size(), code = codeOf(location.hash);
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const contrast = matchMedia('(prefers-contrast: more)').matches;
    const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches || query.has('still');
    const language = query.get('lang') || store.get('language') || navigator.language || 'en';
    const theme = query.get('theme') || store.get('theme') || (contrast ? 'contrast' : dark ? 'dark' : 'light');
    const flags = (reduced ? REDUCED_MOTION : 0) | (query.get('font') === 'built-in' ? BUILT_IN_FONT : 0) | LANGUAGE_GIVEN;
    const names = [query.get('open') || '', code, language.startsWith('zh') ? 'zh' : 'en', theme];
    const open = (path, code) => this.program.lend([path, code, names[2], names[3]], (at, state, lang, look) =>
      this.program.call.page_start(width, height, ratio, at, state, lang, look, flags));
    this.stage.width = width;
    this.stage.height = height;
    this.program.letters = new Letters();
    if (!open(names[0], names[1])) {
      say(this.program.printed.trim());
      if (!open('', '')) throw new Error(this.program.printed);
    }
    this.started = true;
    this.listen();
    this.show();
    this.settle();
    this.wake();
  }

  // Everything that goes into the module: what it ends on is told, and the moment kept.
  guard(use) {
    if (this.dead) return undefined;
    try {
      return use();
    } catch (error) {
      this.dead = true;
      const why = error instanceof WasiExit ? this.program.printed.trim().split('\n').pop() : String(error.message || error);
      say(this.text('stopped') + why + '\n' + this.text('again'));
      return undefined;
    }
  }

  act(use) {
    this.guard(use);
    this.wake();
  }

  wake() {
    if (this.asked || this.dead) return;
    this.asked = true;
    requestAnimationFrame(now => this.frame(now));
  }

  frame(now) {
    this.asked = false;
    const ms = this.last ? now - this.last : 0;
    const flags = this.guard(() => {
      const flags = this.program.call.page_tick(ms);
      this.show();
      return flags;
    });
    this.last = flags & MOVES ? now : 0;
    if (flags) this.wake();
    else this.settle();
    while (this.program.downloads.length) this.download(this.program.downloads.shift());
  }

  show() {
    const call = this.program.call, count = call.page_area_count();
    for (let i = 0; i < count; ++i) {
      const at = call.page_area(i) >>> 0, [x, y, width, height] = new Int32Array(this.program.memory, at, 4);
      const pixels = call.page_pixels(i) >>> 0;
      const image = new ImageData(new Uint8ClampedArray(this.program.memory, pixels, 4 * width * height).slice(), width, height);
      this.context.putImageData(image, x, y);
    }
  }

  // Nothing moves any more: the address says where.
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.guard(() => {
      const code = this.program.string(this.program.call.page_code());
      if (code !== this.code) {
        const first = !this.code;
        this.code = code;
        const url = location.pathname + location.search + '#' + code;
        try { history[first ? 'replaceState' : 'pushState'](null, '', url); } catch { /* sandboxed */ }
      }
      const language = this.program.call.page_language() === 1 ? 'zh' : 'en';
      document.documentElement.lang = language;
      const link = element('link'), isOwn = code.startsWith('ts2.'); // the source is in it
      link.dataset.en = isOwn ? 'Copy link with source' : 'Copy link';
      link.dataset.zh = isOwn ? '复制含源代码的链接' : '复制链接';
      for (const button of document.querySelectorAll('[data-en]')) button.textContent = button.dataset[language];
      store.set('language', language);
      const theme = ['light', 'dark', 'contrast'][this.program.call.page_theme()] || 'light';
      store.set('theme', theme);
      document.body.className = theme === 'light' ? '' : 'dark';
      element('live').textContent = this.program.string(this.program.call.page_notice());
    }), 250);
  }

  point(event) {
    const box = this.stage.getBoundingClientRect(), ratio = this.stage.width / box.width;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  }

  listen() {
    const stage = this.stage, call = this.program.call;
    addEventListener('keydown', event => this.key(event));
    addEventListener('resize', () => this.resize());
    new ResizeObserver(() => this.resize()).observe(stage);
    stage.addEventListener('pointerdown', event => this.down(event));
    stage.addEventListener('pointermove', event => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) stage.addEventListener(name, event => this.up(event));
    stage.addEventListener('pointerleave', event => {
      if (event.pointerType === 'mouse') this.act(() => call.page_leave());
    });
    stage.addEventListener('wheel', event => {
      event.preventDefault();
      this.wheel(this.point(event), event.deltaY, event.deltaMode, event.ctrlKey);
    }, { passive: false });
    stage.addEventListener('contextmenu', event => event.preventDefault());
    addEventListener('paste', event => {
      const text = event.clipboardData.getData('text/plain');
      if (text) this.pasted(text);
    });
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', event => {
      event.preventDefault();
      this.take([...event.dataTransfer.files]);
    });
    addEventListener('hashchange', () => this.follow());
    addEventListener('popstate', () => this.follow());
    element('pick').onclick = () => element('file').click();
    element('file').onchange = event => this.take([...event.target.files]);
    element('link').onclick = () => this.command('copy-code');
    element('language').onclick = () => this.command('language');
    element('full').onclick = () => this.full(!document.fullscreenElement);
    setInterval(() => { if (!document.hidden) this.act(() => call.page_look()); }, 1000);
    stage.focus();
  }

  command(name) {
    this.act(() => this.program.lend([name], at => this.program.call.page_command(at)));
    this.stage.focus();
  }

  key(event) {
    if (event.isComposing || event.target !== this.stage && event.target !== document.body) return;
    const name = keyName(event);
    if (name === 'Ctrl+V' || /^(Control|Shift|Alt|Meta)$/.test(event.key)) return;
    let known = false;
    this.act(() => {
      known = this.program.lend([name], at => this.program.call.page_key(at, event.repeat ? 1 : 0)) !== 0;
      if (!known && event.key.length === 1 && !event.ctrlKey && !event.metaKey)
        this.program.lend([event.key], at => this.program.call.page_type(at));
    });
    if (known) event.preventDefault();
  }

  wheel(at, delta, mode, ctrl) {
    this.turned = (this.turned || 0) - delta * (mode === 1 ? 33 : mode === 2 ? 400 : 1);
    const notches = Math.trunc(this.turned / 100) || (Math.abs(delta) >= 50 ? -Math.sign(delta) : 0);
    if (!notches) return;
    this.turned = 0;
    this.act(() => this.program.call.page_wheel(...at, notches, ctrl ? 1 : 0));
  }

  down(event) {
    const call = this.program.call, at = this.point(event);
    this.stage.focus();
    try { this.stage.setPointerCapture(event.pointerId); } catch { /* it has gone */ }
    if (event.pointerType !== 'touch') {
      if (event.button === 0) this.act(() => call.page_press(...at, event.shiftKey ? 1 : 0));
      if (event.button === 1) this.act(() => call.page_hold(...at));
      return;
    }
    this.touches.set(event.pointerId, at);
    clearTimeout(this.pressing);
    if (this.touches.size === 2) {
      this.act(() => call.page_release());
      this.spread = this.distance();
      this.finger = null;
      return;
    }
    this.finger = { from: at, moves: false, isLong: false };
    this.act(() => call.page_point(...at));
    this.pressing = setTimeout(() => { if (this.finger) this.finger.isLong = true; }, 500); // only looks
  }

  distance() {
    const [a, b] = [...this.touches.values()];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  move(event) {
    const call = this.program.call, at = this.point(event);
    if (event.pointerType !== 'touch') {
      this.act(() => call.page_point(...at));
      return;
    }
    if (!this.touches.has(event.pointerId)) return;
    this.touches.set(event.pointerId, at);
    if (this.touches.size === 2) {
      const spread = this.distance(), way = Math.log(spread / this.spread) / Math.log(1.12);
      if (Math.abs(way) < 1) return;
      const [a, b] = [...this.touches.values()];
      this.spread = spread;
      this.act(() => call.page_wheel((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.trunc(way), 1));
    } else if (this.finger) {
      const far = Math.hypot(at[0] - this.finger.from[0], at[1] - this.finger.from[1]) > 10 * (window.devicePixelRatio || 1);
      if (!this.finger.moves && far) {
        this.finger.moves = true;
        this.act(() => call.page_press(...this.finger.from, 0));
      }
      if (this.finger.moves || this.finger.isLong) this.act(() => call.page_point(...at));
    }
  }

  up(event) {
    const call = this.program.call, finger = this.finger;
    this.touches.delete(event.pointerId);
    clearTimeout(this.pressing);
    if (event.pointerType === 'touch' && finger && !finger.moves && !finger.isLong && event.type === 'pointerup')
      this.act(() => call.page_press(...finger.from, 0));
    this.finger = null;
    this.act(() => call.page_release());
  }

  resize() {
    const [width, height] = this.size();
    if (width === this.stage.width && height === this.stage.height) return;
    this.stage.width = width;
    this.stage.height = height;
    this.act(() => this.program.call.page_resize(width, height));
  }

  async take(files) {
    for (const file of files) {
      if (file.size > 1 << 25) {
        say(this.text('tooLarge'));
        continue;
      }
      const path = HOME + file.name.replace(/[/\\\0]/g, '_');
      this.program.files.put(path, new Uint8Array(await file.arrayBuffer()));
      this.open(path);
    }
  }

  open(path) {
    this.act(() => this.program.lend([path], at => this.program.call.page_open(at)));
  }

  pasted(text) {
    const link = text.trim().match(/#(ts\d+\.[\w%~.-]+)$/);
    this.act(() => this.program.lend([link && codeOf(link[1]) || text], at => this.program.call.page_paste(at)));
  }

  follow() {
    const code = codeOf(location.hash);
    if (!code || code === this.code) return;
    this.code = code;
    this.open(code);
  }

  async copy(code) {
    const link = location.href.split('#')[0] + '#' + code;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      const area = document.createElement('textarea');
      area.value = link;
      document.body.append(area);
      area.select();
      if (!document.execCommand('copy')) say(this.text('noCopy'));
      area.remove();
      this.stage.focus();
    }
  }

  async paste() {
    try {
      this.pasted(await navigator.clipboard.readText());
    } catch { /* the paste event comes by itself, or not at all */ }
  }

  full(full) {
    if (full && !document.fullscreenElement) document.documentElement.requestFullscreen().catch(() => { });
    if (!full && document.fullscreenElement) document.exitFullscreen().catch(() => { });
  }

  download(path) {
    const address = URL.createObjectURL(new Blob([this.program.files.bytes(path)]));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = path.split('/').pop();
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}

(async () => {
  const began = performance.now();
  try {
    const parts = await unpack(element('parts').textContent);
    const program = new Program(parts);
    await program.start(await WebAssembly.compile(parts.get('page.wasm')));
    window.page = new Page(program);
    window.page.start();
    window.page.firstMs = performance.now() - began;
  } catch (error) {
    say(TEXTS.noStart.join(' / ') + (error.message || error));
  }
})();

// The page: what happens in the browser goes to the engine, and the pixels that it sends to the canvas.
'use strict';

const ALONG = '.tilestep.json', CODE_PATTERN = /^ts\d+\./, FOLDERS_DEEP = 4;
const WIDE_PX = 900, BUSY_SHOWN_MS = 500, SETTLED_MS = 250, COUNTERS_MS = 2000, FILE_MOST = 1 << 25;
const PREFERENCES = { contrast: '(prefers-contrast: more)', dark: '(prefers-color-scheme: dark)', still: '(prefers-reduced-motion: reduce)' };
const TEXTS = {
  stopped: ['tilestep had stopped, and goes on from the last moment: ', 'tilestep 曾停止，现从最后的时刻继续：'],
  ended: ['tilestep has stopped: ', 'tilestep 已停止：'],
  again: ['Reload the page to go on from this moment.', '重新加载页面即可从此刻继续。'],
  noStart: ['tilestep cannot start here: ', 'tilestep 无法在此启动：'],
  noCopy: ['The browser lets nothing be copied; the address of the page is the link.', '浏览器不允许复制；页面地址就是链接。'],
  yourName: ['A name that your lecturer knows you by:', '老师认得出的名字：'],
  noStore: ['The browser keeps nothing for this page: what is learned and typed ends with it. Take the files along.', '浏览器不为此页面保存任何内容：学习进度和代码会随页面关闭而消失，请自行保存文件。'],
  noWorker: ['The browser has no Workers for this page: it stands still while it counts.', '浏览器不为此页面提供 Worker：计数期间页面会停住。'],
  noFonts: ['The browser does not let its letters be drawn, so these are built in; there is no Chinese among them.', '浏览器不允许绘制其字体，因此使用内置字体，其中没有中文。'],
  noMemory: ['There is no memory left for what was counted; everything else goes on. ', '内存不足，计数已停止；其余照常。'],
  tooLarge: ['This file is too large.', '文件过大。'],
  line: ['Line #: ', '第 # 行：'],
  runs: ['It runs.', '可以运行。'],
  notTaken: ['This is no file of tilestep.', '这不是 tilestep 的文件。'],
  busy: ['Working …', '正在处理…'],
  stopping: ['It was stopped; this is the last moment before.', '已停止；这是之前的最后时刻。'],
};

// The share code in an address, or ''.
function isHandedIn(bytes) {
  return /^tilestep answers |\bta\d+\.[\w-]{16}/m.test(new TextDecoder().decode(bytes));
}

function codeOf(hash) {
  try {
    const code = decodeURIComponent(hash.replace(/^#/, ''));
    return CODE_PATTERN.test(code) ? code : '';
  } catch { return ''; }
}

const element = id => document.getElementById(id);
const query = new URLSearchParams(typeof document === 'undefined' ? '' : location.search);

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

// Lessons, scenes and kernels of whoever handed the page out.
function takeHanded(parts, { texts = {}, packed = {} }) {
  const bytes = letters => Uint8Array.from(atob(letters.replace(/-/g, '+').replace(/_/g, '/')), one => one.charCodeAt(0));
  for (const [name, text] of Object.entries(texts)) parts.set('handed/' + name, new TextEncoder().encode(text));
  for (const [name, letters] of Object.entries(packed)) parts.set('handed/' + name, bytes(letters));
}

// ---- the page ----

class Page {
  constructor(module, parts) {
    this.parts = parts;
    this.stage = element('stage');
    this.context = this.stage.getContext('2d', { alpha: false });
    this.own = new Own(parts);
    this.editor = new Editor(this);
    this.input = new Input(this.stage, event => this.do(event));
    this.engines = new Engines(this.workerSource(), module, parts, {
      started: message => this.started(message),
      frame: message => this.show(message),
      told: message => this.told(message),
      trouble: ({ text }) => this.editor.trouble(text),
      did: () => this.wake(),
      again: () => this.wake(),
      job: () => this.wake(),
      left: () => this.wake(),
      lost: message => this.say('noMemory', message.why),
      dead: message => this.dead(message.why),
      kept: ({ path, bytes }) => this.keep(path, bytes),
      clip: ({ code }) => this.copy(code),
      paste: () => this.paste(),
      full: ({ full }) => this.full(full),
      download: ({ path, bytes }) => this.download(path, bytes),
    });
    this.code = '';
    this.language = 0;
    this.deaths = this.countersAt = 0;
  }

  // A Worker runs the script that this page runs.
  workerSource() {
    if (query.has('no-worker')) return null;
    try {
      const source = URL.createObjectURL(new Blob([element('script').textContent], { type: 'text/javascript' }));
      return typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined' ? null : source;
    } catch { return null; }
  }

  text(name) { return TEXTS[name][this.language]; }

  // Says something more; '': no more of what was said.
  say(name, more = '') {
    const line = name && this.text(name) + more, said = element('message').hidden ? '' : element('said').textContent;
    element('said').textContent = !name ? '' : !said || said.includes(line) ? said || line : said + '\n' + line;
    element('message').hidden = !name;
  }

  size() {
    const ratio = window.devicePixelRatio || 1, box = this.stage.getBoundingClientRect();
    return [Math.max(320, Math.round(box.width * ratio)), Math.max(200, Math.round(box.height * ratio)), ratio];
  }

  // How the page begins, as its address and the browser say.
  options() {
    const prefers = what => matchMedia(what).matches;
    const [width, height, ratio] = this.size(), handed = JSON.parse(element('start').textContent);
    const look = prefers(PREFERENCES.contrast) ? 'contrast' : prefers(PREFERENCES.dark) ? 'dark' : 'light';
    const language = query.get('lang') || handed.lang || store.get('language') || navigator.language || 'en';
    const reduced = prefers(PREFERENCES.still) || query.has('still');
    return {
      width, height, ratio, path: query.get('open') || handed.open || '', code: codeOf(location.hash) || !query.get('open') && handed.code || '',
      language: language.startsWith('zh') ? 'zh' : 'en', theme: this.chosenTheme() || look,
      flags: (reduced ? REDUCED_MOTION : 0) | (query.get('font') === 'built-in' ? BUILT_IN_FONT : 0) | LANGUAGE_GIVEN,
    };
  }

  // The theme that somebody chose, and not only the reader's system; '': nobody.
  chosenTheme() {
    return query.get('theme') || JSON.parse(element('start').textContent).theme || store.get('theme') || '';
  }

  // The system prefers something else than before.
  prefer() {
    const { theme, flags } = this.options(), isFree = !this.chosenTheme();
    if (isFree) this.theme = theme;
    this.do(['prefer', isFree ? theme : '', (flags & REDUCED_MOTION) !== 0]);
  }

  start(options) {
    this.theme = options.theme;
    [this.stage.width, this.stage.height] = [options.width, options.height];
    this.language = options.language === 'zh' ? 1 : 0;
    this.engines.start([...this.own.files], options);
    this.last = 0;
  }

  started({ said, keys, isBlind }) {
    this.input.keys = new Set(keys);
    if (said) this.say('noStart', said);
    else if (isBlind && query.get('font') !== 'built-in') this.say('noFonts');
    else if (!this.engines.source) this.say('noWorker');
    if (this.isListening) return;
    this.isListening = true;
    this.listen();
    if (/^#ta\d/.test(location.hash)) this.do(['paste', location.hash]); // what somebody has handed in
  }

  // The engine has ended: the page goes on from the last moment, unless that is what it ended on.
  dead(why) {
    if (!this.isListening && this.engines.source) { // the Worker itself may be what is not allowed
      this.engines.source = null;
      this.start(this.options());
      return;
    }
    if (!this.isListening || ++this.deaths > 2) {
      this.say(this.isListening ? 'ended' : 'noStart', why + '\n' + (this.isListening ? this.text('again') : ''));
      return;
    }
    this.say('stopped', why);
    this.goBack();
  }

  stop() {
    this.say('stopping');
    this.goBack();
  }

  goBack() {
    this.start({ ...this.options(), path: '', code: this.deaths > 1 ? '' : this.code });
  }

  do(event) {
    this.isSettled = false;
    clearTimeout(this.settling);
    this.settling = 0;
    this.engines.do(event);
    this.wake();
  }

  wake() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(now => this.frame(now));
  }

  frame(now) {
    this.asked = false;
    if (this.engines.isTicking) return; // its answer wakes
    const ms = this.last ? now - this.last : 0;
    this.last = now;
    this.engines.tick(ms);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.wait(), BUSY_SHOWN_MS);
  }

  // Something takes long: it can be stopped.
  wait() {
    const isLong = this.engines.busyMs >= BUSY_SHOWN_MS - 50;
    element('busy').hidden = !isLong;
    clearTimeout(this.waiting);
    if (this.engines.isBusy) this.waiting = setTimeout(() => this.wait(), 100);
  }

  show({ flags, areas }) {
    for (const { x, y, width, height, pixels } of areas)
      this.context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), x, y);
    if (!element('busy').hidden) this.wait();
    if (!this.firstMs) this.firstMs = performance.now() - began;
    if (!(flags & MOVES)) this.settle(areas.length > 0);
    if (flags) this.wake();
    else this.last = 0;
  }

  // Nothing moves any more: the address says where, and what is new is told.
  settle(isNew) {
    if (this.settling || this.isSettled && !isNew) return;
    this.settling = setTimeout(() => {
      this.settling = 0;
      this.engines.tell();
    }, SETTLED_MS);
  }

  told({ code, path, source, language, theme, notice, trouble, isExercise, words }) {
    if (code !== this.code) {
      const isFirst = !this.code, url = location.pathname + location.search + '#' + code;
      this.code = code;
      try { history[isFirst ? 'replaceState' : 'pushState'](null, '', url); } catch { /* sandboxed */ }
    }
    this.deaths = 0;
    this.isSettled = this.engines.isAnswered;
    this.source = source; // it came with a link, and has no path
    this.path = path && (source ? path : Files.whole(path.startsWith('/') ? path : HOME + path));
    this.language = language;
    const name = language === 1 ? 'zh' : 'en', look = ['light', 'dark', 'contrast'][theme] || 'light';
    document.documentElement.lang = name;
    const link = element('link'), isOwn = code.startsWith('ts2.'); // the source is in it
    link.dataset.en = isOwn ? 'Copy link with source' : 'Copy link';
    link.dataset.zh = isOwn ? '复制含源代码的链接' : '复制链接';
    for (const one of document.querySelectorAll('[data-en]')) one.textContent = one.dataset[name];
    store.set('language', name);
    if (look !== this.theme) store.set('theme', look); // the reader has chosen it here
    this.theme = look;
    document.body.className = look === 'light' ? '' : 'dark';
    this.tellWords(notice, words);
    this.editor.follow(false);
    this.editor.trouble(trouble);
    this.keepTyping(trouble);
    if (isExercise && !this.isExercise && innerWidth >= WIDE_PX) this.editor.show();
    this.isExercise = isExercise;
  }

  listen() {
    this.input.listen();
    for (const what of Object.values(PREFERENCES)) matchMedia(what).addEventListener('change', () => this.prefer());
    new ResizeObserver(() => this.resize()).observe(this.stage);
    addEventListener('paste', event => {
      const text = event.clipboardData.getData('text/plain');
      if (text && !event.defaultPrevented) this.pasted(text);
    });
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', event => {
      event.preventDefault();
      this.takeAll([...event.dataTransfer.items].map(item => item.webkitGetAsEntry()), [...event.dataTransfer.files]);
    });
    addEventListener('hashchange', () => this.follow());
    addEventListener('popstate', () => this.follow());
    element('pick').onclick = () => element('file').click();
    element('file').onchange = event => this.take([...event.target.files]);
    element('link').onclick = () => this.command('copy-code');
    element('hand-in').onclick = () => this.handIn();
    element('language').onclick = () => this.command('language');
    element('full').onclick = () => this.full(!document.fullscreenElement);
    element('along').onclick = () => this.download('own' + ALONG, new TextEncoder().encode(this.own.pack()));
    element('stop').onclick = () => this.stop();
    element('close').onclick = () => this.say('');
    this.stage.focus();
  }

  command(name) {
    this.do(['command', name]);
    this.stage.focus();
  }

  resize() {
    const [width, height] = this.size();
    if (width === this.stage.width && height === this.stage.height) return;
    const old = this.stage.width && this.context.getImageData(0, 0, this.stage.width, this.stage.height);
    [this.stage.width, this.stage.height] = [width, height];
    if (old) this.context.putImageData(old, 0, 0);
    this.do(['resize', width, height]);
  }

  // A name is asked for where letters can be composed, and a tablet has a keyboard.
  handIn() {
    this.command('hand-in');
    const name = prompt(this.text('yourName'));
    if (name) this.do(['paste', name]);
  }

  // What was dropped, with the files of folders.
  async takeAll(entries, files) {
    if (!entries.some(entry => entry && entry.isDirectory)) {
      this.take(files);
      return;
    }
    for (const entry of entries) await this.takeEntry(entry, 0);
  }

  async takeEntry(entry, deep) {
    if (entry && entry.isFile) await this.take([await new Promise((done, not) => entry.file(done, not))]);
    if (!entry || !entry.isDirectory || deep > FOLDERS_DEEP) return;
    const reader = entry.createReader(), all = [];
    for (let some; (some = await new Promise((done, not) => reader.readEntries(done, not))).length;) all.push(...some);
    for (const one of all.sort((a, b) => a.name < b.name ? -1 : 1)) await this.takeEntry(one, deep + 1);
  }

  async take(files) {
    for (const file of files) {
      if (file.name.endsWith(ALONG)) {
        this.takeAlong(await file.text());
        continue;
      }
      if (file.size > FILE_MOST) {
        this.say('tooLarge');
        continue;
      }
      const path = HOME + file.name.replace(/[/\\\0]/g, '_'), bytes = new Uint8Array(await file.arrayBuffer());
      if (!isHandedIn(bytes)) this.keep(path, bytes); // others' answers are not kept here
      this.do(['files', [[path, bytes]]]);
      this.do(['open', path]);
    }
  }

  // Everything of one's own, taken along from another browser.
  takeAlong(text) {
    try {
      this.own.unpack(text);
      this.goBack();
    } catch { this.say('notTaken'); }
  }

  // Typed in the editor.
  type(path, from, text) {
    this.own.type(path, from, text, this.source);
    this.warn();
    this.do(['edit', path, new TextEncoder().encode(text)]);
  }

  // What stands in the picture, for who does not see it: each part is read when it has changed.
  tellWords(notice, words) {
    element('live').textContent = notice;
    const isTooSoon = this.engines.job && performance.now() < this.countersAt + COUNTERS_MS; // while they are counted
    PARTS.forEach((name, part) => {
      const place = element('words-' + name);
      if (place.textContent === words[part] || name === 'counters' && isTooSoon) return;
      place.textContent = words[part];
      if (name === 'counters') this.countersAt = performance.now();
    });
  }

  // What does not run is not in the code of the moment: it is kept with it.
  keepTyping(trouble) {
    const kept = this.wasTold ? null : JSON.parse(store.get('typing') || 'null');
    this.wasTold = true;
    if (kept && kept.code === this.code && this.own.files.has(kept.path)) this.editor.restore(kept.path);
    else store.set('typing', trouble && this.editor.path ? JSON.stringify({ path: this.editor.path, code: this.code }) : 'null');
  }

  warn() {
    if (!this.own.isKept && !this.isWarned) this.say('noStore');
    this.isWarned = !this.own.isKept;
  }

  keep(path, bytes) {
    this.own.put(path, bytes);
    this.warn();
    if (path === this.path) this.editor.follow(true);
  }

  pasted(text) {
    const link = text.trim().match(/#(ts\d+\.[\w%~.-]+)$/);
    this.do(['paste', link && codeOf(link[1]) || text]);
  }

  follow() {
    const code = codeOf(location.hash);
    if (!code || code === this.code) return;
    this.code = code;
    this.do(['open', code]);
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
      if (!document.execCommand('copy')) this.say('noCopy');
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

  download(path, bytes) {
    const address = URL.createObjectURL(new Blob([bytes]));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = path.split('/').pop();
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}

const began = performance.now();

async function openPage() {
  try {
    const parts = await unpack(element('parts').textContent), code = parts.get('page.wasm');
    parts.delete('page.wasm');
    takeHanded(parts, JSON.parse(element('start').textContent));
    window.page = new Page(await WebAssembly.compile(code), parts);
    window.page.start(window.page.options());
  } catch (error) {
    element('said').textContent = TEXTS.noStart.join(' / ') + (error.message || error);
    element('message').hidden = false;
  }
}

if (typeof document !== 'undefined') openPage();

// The engine: an instance of the program, in a Worker. It is sent what happens, and sends back pixels.
//
// A page opened from disk has no memory that two Workers could share. So a job of the program (counting a
// grid, grading an exercise) is done as fork would do it: the instance is copied into a second Worker. The copy
// does the job; the instance goes on, and keeps a journal of what happens. When the copy is done it is sent the
// journal, lives through it without painting, and is the page from then on. What is asked to end, and what never
// ends, ends with its Worker. Without Workers there is one engine in the page itself, which does jobs at once.
'use strict';

const HOME = '/own/', SHIPPED = '/tilestep/', LOCAL = HOME + '.local/';
const REDUCED_MOTION = 1, BUILT_IN_FONT = 2, LANGUAGE_GIVEN = 4;
const PARTS = ['focus', 'question', 'counters', 'caption', 'lesson', 'panel', 'tip', 'sheet', 'problem']; // view/view.h
const MOVES = 1;
const TICK_MS = 250, PROGRESS_MS = 100; // the program lets no more time pass at once
const PAGE_WORDS = 1024; // of a piece of memory that is copied or left out

// The pieces of a memory that hold anything, one behind the other, and from where to where each stretch of them was:
// most of what an instance has was never written. Whole is what lies below first, where a new instance is not zero.
function packMemory(memory, first) {
  const words = new Int32Array(memory), stretches = [];
  let last = null, size = 0;
  for (let from = 0; from < words.length; from += PAGE_WORDS) {
    let at = from, end = from + PAGE_WORDS;
    if (from * 4 >= first)
      while (at < end && words[at] === 0) ++at;
    if (at === end) continue;
    if (last && last[1] === from) last[1] = end;
    else stretches.push(last = [from, end]);
    size += PAGE_WORDS;
  }
  const packed = new Int32Array(size);
  let to = 0;
  for (const [from, end] of stretches) {
    packed.set(words.subarray(from, end), to);
    to += end - from;
  }
  return { bytes: memory.byteLength, stretches, packed: packed.buffer };
}

// The same memory in a new instance.
function unpackMemory(memory, { stretches, packed }) {
  const words = new Int32Array(memory), from = new Int32Array(packed);
  let at = 0;
  for (const [to, end] of stretches) {
    words.set(from.subarray(at, at + end - to), to);
    at += end - to;
  }
}

class Engine {
  // post(message, transfer): to the page. canFork: it has a second Worker for a job.
  constructor(post, canFork) {
    this.post = post;
    this.canFork = canFork;
  }

  // A message of the page; what it ends on is told.
  receive(message) {
    try {
      const done = this['on_' + message.kind](message);
      if (done && done.catch) done.catch(error => this.end(error));
    } catch (error) {
      this.end(error);
    }
  }

  end(error) {
    const line = (this.printed || '').trim().split('\n').pop();
    const why = error instanceof WasiExit ? line : String(error && error.message || error);
    this.post({ kind: 'dead', why });
  }

  // ---- an instance ----

  on_load({ module, parts }) {
    this.module = module;
    this.parts = parts;
  }

  async instantiate() {
    this.files = new Files();
    for (const [name, bytes] of this.parts) this.files.put(SHIPPED + name, bytes);
    this.files.folders.add('/own');
    this.files.onwrite = path => this.written(path);
    this.printed = '';
    this.journal = null; // what happens while a copy does a job
    this.job = 0; // the job that a copy was asked to do
    this.isQuiet = this.isRaw = this.isCopy = false;
    if (!this.letters) this.letters = new Letters();
    const wasi = new Wasi({
      files: this.files, words: ['tilestep'],
      environment: { HOME: '/own', TILESTEP_DATA: '/tilestep' },
      said: (number, text) => { this.printed = (this.printed + text).slice(-2000); },
    });
    const instance = await WebAssembly.instantiate(this.module, {
      wasi_snapshot_preview1: wasi.imports(), page: this.imports(),
    });
    wasi.attach(instance);
    this.call = instance.exports;
    this.first = this.memory.byteLength;
  }

  get memory() { return this.call.memory.buffer; }

  string(at, length) {
    const bytes = new Uint8Array(this.memory, at >>> 0);
    return new TextDecoder().decode(bytes.slice(0, length === undefined ? bytes.indexOf(0) : length));
  }

  // Calls use(address, ...) with copies of the texts in the module's memory.
  lend(texts, use) {
    const places = texts.map(text => {
      const bytes = text instanceof Uint8Array ? text : new TextEncoder().encode(text + '\0');
      const at = this.call.page_memory(bytes.length);
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
      copy: (at, length) => this.tell({ kind: 'clip', code: this.string(at, length) }),
      paste: () => this.tell({ kind: 'paste' }),
      download: () => { },
      full_screen: full => this.tell({ kind: 'full', full: full !== 0 }),
      progress: (done, all) => this.progress(done, all),
      sent: (at, size) => {
        if (this.journal && !this.isRaw) this.journal.push(['send', new Uint8Array(this.memory, at >>> 0, size).slice()]);
      },
    };
  }

  // What is not to be told again by a copy that lives through the same.
  tell(message) {
    if (!this.isQuiet) this.post(message);
  }

  written(path) {
    const bytes = this.files.bytes(path);
    if (/\.(part|lock)$/.test(path)) return;
    if (/\.(png|svg|csv)$|\/my_answers[^/]*\.txt$/.test(path) && bytes) this.tell({ kind: 'download', path, bytes: bytes.slice() });
    else if (path.startsWith(HOME)) this.post({ kind: 'kept', path, bytes: bytes && bytes.slice() }); // twice is no harm
  }

  async on_start({ own, options }) {
    const { path, code, language, theme, width, height, ratio } = options;
    await this.instantiate();
    this.call._initialize();
    for (const [name, bytes] of own) this.files.put(name, bytes);
    const flags = options.flags | (this.letters.isBlind ? BUILT_IN_FONT : 0);
    const open = (path, code) => this.lend([path, code, language, theme], (...texts) =>
      this.call.page_start(width, height, ratio, ...texts, flags));
    let said = '';
    if (!open(path, code)) {
      said = this.printed.trim();
      if (!open('', '')) throw new Error(this.printed);
    }
    const keys = this.string(this.call.page_keys()).split(' ');
    this.post({ kind: 'started', said, keys, isBlind: this.letters.isBlind });
    this.call.page_repaint();
    this.frame(0);
    this.follow();
  }

  // ---- what happens ----

  on_do({ event, number }) {
    this.apply(event);
    this.post({ kind: 'did', number });
    this.follow();
  }

  // Events of the mouse and the keyboard are journaled as the commands that came of them: the same place of the
  // picture may mean something else in a copy that knows more.
  apply([name, ...values]) {
    this.isRaw = !['key', 'press', 'hold', 'release', 'point', 'leave', 'wheel', 'command', 'send'].includes(name);
    if (this.isRaw && this.journal) this.note([name, ...values]);
    this['do_' + name](...values);
    this.isRaw = false;
  }

  note(event) {
    const last = this.journal[this.journal.length - 1];
    if (event[0] === 'pass' && last && last[0] === 'pass') last[1] += event[1];
    else this.journal.push(event);
  }

  do_key(name, isRepeated, text) {
    const known = this.lend([name], at => this.call.page_key(at, isRepeated ? 1 : 0)) !== 0;
    if (!known && text) this.lend([text], at => this.call.page_type(at));
  }

  do_press(x, y, shift) { this.call.page_press(x, y, shift ? 1 : 0); }
  do_hold(x, y) { this.call.page_hold(x, y); }
  do_release() { this.call.page_release(); }
  do_point(x, y) { this.call.page_point(x, y); }
  do_leave() { this.call.page_leave(); }
  do_wheel(x, y, notches, ctrl) { this.call.page_wheel(x, y, notches, ctrl ? 1 : 0); }
  do_command(text) { this.lend([text], at => this.call.page_command(at)); }
  do_send(bytes) { this.lend([bytes], at => this.call.page_send(at)); }
  do_resize(width, height) { this.call.page_resize(width, height); }
  do_open(text) { this.lend([text], at => this.call.page_open(at)); }
  do_paste(text) { this.lend([text], at => this.call.page_paste(at)); }

  do_prefer(theme, isStill) { this.lend([theme], at => this.call.page_prefer(at, isStill ? 1 : 0)); }

  do_files(files) {
    for (const [path, bytes] of files) this.files.put(path, bytes);
    this.call.page_look();
  }

  // A file of one's own has another text; what is in front runs it from now on.
  do_edit(path, bytes) {
    this.files.put(path, bytes);
    this.lend([path], at => this.call.page_edit(at));
    this.tell({ kind: 'trouble', text: this.string(this.call.page_trouble()) });
  }

  do_pass(ms) {
    for (; ms > TICK_MS; ms -= TICK_MS) this.call.page_pass(TICK_MS);
    this.call.page_pass(ms);
  }

  on_tick({ ms }) {
    if (this.journal) this.note(['pass', ms]);
    this.frame(ms);
    this.follow();
  }

  frame(ms) {
    this.isRaw = true;
    const flags = this.call.page_tick(ms), areas = [];
    this.isRaw = false;
    for (let i = 0; i < this.call.page_area_count(); ++i) {
      const [x, y, width, height] = new Int32Array(this.memory, this.call.page_area(i) >>> 0, 4);
      const at = this.call.page_pixels(i) >>> 0;
      if (at) areas.push({ x, y, width, height, pixels: this.memory.slice(at, at + 4 * width * height) });
    }
    this.post({ kind: 'frame', flags, areas }, areas.map(area => area.pixels));
  }

  // What stands in the address, what is kept, what is read aloud; asked when nothing moves.
  on_tell() {
    const call = this.call, text = (name, part) => this.string(call[name](part));
    call.page_look();
    this.post({
      kind: 'told', code: text('page_code'), path: text('page_path'), source: text('page_source'), notice: text('page_notice'),
      words: PARTS.map((name, part) => text('page_words', part)),
      trouble: text('page_trouble'), isExercise: call.page_is_exercise() !== 0, language: call.page_language(), theme: call.page_theme(),
    });
    this.follow();
  }

  // ---- jobs ----

  // Whether a job has begun, or is not wanted any more.
  follow() {
    const job = this.call.page_job();
    if (job === this.job) return;
    if (!this.canFork) {
      this.call.page_work();
      this.post({ kind: 'again' });
      return;
    }
    this.job = job;
    this.journal = job ? [] : null;
    if (!job) {
      this.post({ kind: 'drop' });
      return;
    }
    const files = this.files, own = [...files.files].filter(([path]) => !path.startsWith(SHIPPED));
    let memory;
    try {
      memory = packMemory(this.memory, this.first);
    } catch (error) { // there is not as much again
      this.post({ kind: 'lost', why: error.message });
      this.on_lose();
      return;
    }
    this.post({
      kind: 'job', job, memory,
      files: { own, folders: files.folders, numbers: files.numbers, time: files.time },
    }, [memory.packed]);
  }

  // This engine is the copy from now on.
  async on_copy({ memory, files, job }) {
    await this.instantiate();
    this.isCopy = this.isQuiet = true;
    for (const [path, file] of files.own) this.files.files.set(path, file);
    for (const name of ['folders', 'numbers', 'time']) this.files[name] = files[name];
    this.call.memory.grow((memory.bytes - this.first) / 65536);
    unpackMemory(this.memory, memory);
    this.call.page_work();
    this.post({ kind: 'done', job });
  }

  progress(done, all) {
    const now = performance.now();
    if (!this.isCopy || now - (this.toldAt || 0) < PROGRESS_MS) return;
    this.toldAt = now;
    this.post({ kind: 'progress', done, all });
  }

  on_hang() { for (; ;); } // for tests

  on_progress({ done, all }) { this.call.page_progress(done, all); }

  on_lose() {
    this.job = 0;
    this.journal = null;
    this.call.page_lose();
    this.follow();
  }

  // The copy is done: it gets the journal, and this instance goes.
  on_leave({ job }) {
    if (job !== this.job) { // it is not wanted any more
      this.post({ kind: 'stays' });
      return;
    }
    this.post({ kind: 'left', journal: this.journal });
    this.call = this.files = this.journal = null;
  }

  on_take({ journal }) {
    for (const event of journal) this.apply(event);
    this.isCopy = this.isQuiet = false;
    this.call.page_repaint();
    this.frame(0);
    this.follow();
  }
}

if (typeof document === 'undefined' && typeof postMessage === 'function') {
  const engine = new Engine((message, transfer) => postMessage(message, transfer || []), true);
  onmessage = event => engine.receive(event.data);
}

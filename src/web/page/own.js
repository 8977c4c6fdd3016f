// What belongs to whoever sits there: files of one's own, and what the browser keeps of them.
'use strict';

const KEPT = 'tilestep:', TYPED_MOST = 50;

const store = {
  get(name) {
    try { return localStorage.getItem(KEPT + name); } catch { return null; }
  },
  // Whether it was kept.
  set(name, text) {
    try {
      localStorage.setItem(KEPT + name, text);
      return true;
    } catch { return false; } // no storage, or it is full
  },
  remove(name) { try { localStorage.removeItem(KEPT + name); } catch { /* no storage */ } },
  names() {
    try {
      return Object.keys(localStorage).filter(name => name.startsWith(KEPT)).map(name => name.slice(KEPT.length));
    } catch { return []; }
  },
};

// A number that tells texts apart.
function hashOf(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}

// Files by their whole path. A text that was typed is kept beside the hash of what it was typed over, since pages
// from disk may share what a browser keeps, and two of them may have files of one name.
class Own {
  constructor(parts) {
    this.parts = parts;
    this.files = new Map();
    this.bases = new Map();
    this.isKept = true;
    for (const name of store.names())
      if (name.startsWith(LOCAL)) this.files.set(name, new TextEncoder().encode(store.get(name)));
    for (const { path, base, text } of this.typed()) {
      const packed = this.packed(path);
      if (packed && hashOf(packed) !== base) continue;
      this.files.set(path, new TextEncoder().encode(text));
      this.bases.set(path, base);
    }
  }

  // The texts that were typed last, the latest at the end. Those before them are forgotten.
  typed() {
    const kept = store.names().filter(name => name.startsWith('typed:')).map(name => [name, JSON.parse(store.get(name))]);
    kept.sort((a, b) => a[1].time - b[1].time);
    for (const [name] of kept.splice(0, Math.max(0, kept.length - TYPED_MOST))) store.remove(name);
    const bases = new Set(kept.map(([, one]) => 'base:' + one.base));
    for (const name of store.names()) if (name.startsWith('base:') && !bases.has(name)) store.remove(name);
    return kept.map(([, one]) => one);
  }

  packed(path) {
    const bytes = this.parts.get(path) || (path.startsWith(SHIPPED) && this.parts.get(path.slice(SHIPPED.length)));
    return bytes ? new TextDecoder().decode(bytes) : null;
  }

  text(path) {
    return this.files.has(path) ? new TextDecoder().decode(this.files.get(path)) : this.packed(path);
  }

  // A file that was dropped, or written by the program.
  put(path, bytes) {
    if (bytes) this.files.set(path, bytes);
    else this.files.delete(path);
    this.bases.delete(path);
    if (path.startsWith(LOCAL)) this.isKept = store.set(path, bytes ? new TextDecoder().decode(bytes) : '');
    else if (/\.(cu|cuh|h)$/.test(path) && bytes) this.keep(path, new TextDecoder().decode(bytes));
  }

  // What was typed over the file at from, or over a text that lies nowhere.
  type(path, from, text, source) {
    const base = source || this.text(from) || '';
    if (!this.bases.has(path)) {
      this.bases.set(path, hashOf(base));
      store.set('base:' + hashOf(base), base);
    }
    this.files.set(path, new TextEncoder().encode(text));
    this.keep(path, text);
  }

  isTyped(path) {
    const base = this.bases.get(path);
    return base !== undefined && base !== hashOf(this.text(path));
  }

  // As it was before anything was typed over it.
  original(path) { return this.bases.has(path) ? store.get('base:' + this.bases.get(path)) : null; }

  // All files of one's own, with what was learned, as one text; and such a text.
  pack() {
    const texts = [...this.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
    return JSON.stringify({ tilestep: 1, files: Object.fromEntries(texts) }, null, 1);
  }

  unpack(text) {
    const { tilestep, files } = JSON.parse(text);
    if (tilestep !== 1) throw new Error('tilestep: ' + tilestep);
    for (const [path, content] of Object.entries(files))
      if (typeof content === 'string' && Files.whole(path).startsWith(HOME)) this.put(Files.whole(path), new TextEncoder().encode(content));
  }

  keep(path, text) {
    const base = this.bases.get(path) || hashOf(text);
    this.bases.set(path, base);
    this.isKept = store.set('typed:' + base + ':' + path, JSON.stringify({ path, base, text, time: Date.now() }));
  }
}

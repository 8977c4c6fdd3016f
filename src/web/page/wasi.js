// What a WebAssembly program asks of its system: files, which lie in memory here, a clock, an end.
// The interface is "WASI preview 1".
'use strict';

const WASI_OK = 0, WASI_BADF = 8, WASI_EXIST = 20, WASI_INVAL = 28, WASI_ISDIR = 31, WASI_NOENT = 44,
  WASI_NOSYS = 52, WASI_NOTDIR = 54, WASI_NOTEMPTY = 55;
const WASI_DEVICE = 2, WASI_FOLDER = 3, WASI_FILE = 4;

// Files by their whole path. A file has a number of its own and a new time after each write, since the
// program tells files apart and sees changes by them.
class Files {
  constructor() {
    this.files = new Map();
    this.folders = new Set(['/']);
    this.numbers = new Map();
    this.time = 1;
    this.look = null; // look(path): the bytes of a file that is not here yet; or null
    this.onwrite = null; // onwrite(path): a file was written and closed, renamed or removed
  }

  static whole(path) {
    const parts = [];
    for (const part of path.split('/'))
      if (part === '..') parts.pop();
      else if (part && part !== '.') parts.push(part);
    return '/' + parts.join('/');
  }

  number(path) {
    if (!this.numbers.has(path)) this.numbers.set(path, this.numbers.size + 1);
    return this.numbers.get(path);
  }

  put(path, bytes) {
    path = Files.whole(path);
    if (typeof bytes === 'string') bytes = new TextEncoder().encode(bytes);
    this.files.set(path, { bytes, size: bytes.length, time: ++this.time });
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      this.folders.add(path.slice(0, at));
  }

  get(path) {
    if (!this.files.has(path) && this.look) {
      const bytes = this.look(path);
      if (bytes) this.put(path, bytes);
    }
    return this.files.get(path);
  }

  bytes(path) {
    const file = this.get(Files.whole(path));
    return file ? file.bytes.subarray(0, file.size) : null;
  }

  text(path) {
    const bytes = this.bytes(path);
    return bytes ? new TextDecoder().decode(bytes) : null;
  }

  remove(path) {
    this.numbers.delete(path);
    return this.files.delete(path);
  }

  rename(from, to) {
    const file = this.files.get(from);
    if (!file) return false;
    this.remove(from);
    this.files.set(to, file);
    file.time = ++this.time;
    return true;
  }

  names(folder) {
    const start = folder === '/' ? '/' : folder + '/', names = new Map();
    for (const [all, kind] of [[this.files.keys(), WASI_FILE], [this.folders, WASI_FOLDER]])
      for (const path of all)
        if (path.startsWith(start) && path.length > start.length && !path.includes('/', start.length))
          names.set(path.slice(start.length), kind);
    return [...names].sort();
  }
}

function filesRoom(file, size) {
  if (file.bytes.length >= size && file.bytes.byteOffset === 0) return;
  const grown = new Uint8Array(Math.max(size, 2 * file.bytes.length, 4096));
  grown.set(file.bytes.subarray(0, file.size));
  file.bytes = grown;
}

class WasiExit extends Error {
  constructor(status) {
    super('exit ' + status);
    this.status = status;
  }
}

class Wasi {
  // said(number, text): what is printed on 1 or 2.
  constructor({ files, words = [], environment = {}, said = () => { } }) {
    this.files = files;
    this.words = words;
    this.environment = Object.entries(environment).map(([name, value]) => name + '=' + value);
    this.said = said;
    this.open = [{ device: true }, { device: true }, { device: true }, { folder: '/' }];
    this.decoders = [0, 1, 2].map(() => new TextDecoder());
  }

  imports() {
    const names = Object.getOwnPropertyNames(Wasi.prototype).filter(name => /^[a-z]+(_[a-z]+)+$/.test(name));
    return Object.fromEntries(names.map(name => [name, (...values) => this[name](...values)]));
  }

  attach(instance) {
    this.memory = instance.exports.memory;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  piece(at, length) {
    return new Uint8Array(this.memory.buffer, at >>> 0, length);
  }

  u32(at, value) {
    this.view.setUint32(at, value, true);
    return WASI_OK;
  }

  path(folder, at, length) {
    const entry = this.open[folder], text = new TextDecoder().decode(this.piece(at, length).slice());
    return Files.whole((entry && entry.folder || '/') + '/' + text);
  }

  list_sizes(list, count, bytes) {
    this.u32(count, list.length);
    return this.u32(bytes, list.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0));
  }

  list_get(list, pointers, bytes) {
    list.forEach((text, i) => {
      const encoded = new TextEncoder().encode(text + '\0');
      this.u32(pointers + 4 * i, bytes);
      this.piece(bytes, encoded.length).set(encoded);
      bytes += encoded.length;
    });
    return WASI_OK;
  }

  args_sizes_get(count, bytes) { return this.list_sizes(this.words, count, bytes); }
  args_get(pointers, bytes) { return this.list_get(this.words, pointers, bytes); }
  environ_sizes_get(count, bytes) { return this.list_sizes(this.environment, count, bytes); }
  environ_get(pointers, bytes) { return this.list_get(this.environment, pointers, bytes); }
  sched_yield() { return WASI_OK; }
  poll_oneoff() { return WASI_NOSYS; }
  path_readlink() { return WASI_INVAL; }
  fd_fdstat_set_flags() { return WASI_OK; }
  fd_sync(number) { return this.open[number] ? WASI_OK : WASI_BADF; }

  clock_time_get(kind, precision, out) {
    const ms = kind === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
    return WASI_OK;
  }

  proc_exit(status) {
    throw new WasiExit(status);
  }

  random_get(at, length) {
    crypto.getRandomValues(this.piece(at, length));
    return WASI_OK;
  }

  fd_prestat_get(number, out) {
    if (number !== 3) return WASI_BADF;
    this.u32(out, 0);
    return this.u32(out + 4, 1);
  }

  fd_prestat_dir_name(number, at) {
    this.piece(at, 1)[0] = 0x2f;
    return WASI_OK;
  }

  fd_fdstat_get(number, out) {
    const entry = this.open[number];
    if (!entry) return WASI_BADF;
    this.piece(out, 24).fill(0);
    this.view.setUint8(out, entry.device ? WASI_DEVICE : entry.folder ? WASI_FOLDER : WASI_FILE);
    this.view.setUint16(out + 2, entry.appends ? 1 : 0, true);
    this.view.setBigUint64(out + 8, entry.device ? 0x40n : 0x1fffffffn, true); // a device cannot seek
    this.view.setBigUint64(out + 16, 0x1fffffffn, true);
    return WASI_OK;
  }

  fd_close(number) {
    const entry = this.open[number];
    if (!entry) return WASI_BADF;
    this.open[number] = undefined;
    if (entry.written && this.files.onwrite) this.files.onwrite(entry.path);
    return WASI_OK;
  }

  stat(path, out) {
    const file = this.files.get(path);
    if (!file && !this.files.folders.has(path)) return WASI_NOENT;
    this.put_stat(out, path, file ? WASI_FILE : WASI_FOLDER, file);
    return WASI_OK;
  }

  put_stat(out, path, kind, file) {
    const view = this.view, time = BigInt(file ? file.time : 1) * 1000000000n;
    this.piece(out, 64).fill(0);
    view.setBigUint64(out, 1n, true);
    view.setBigUint64(out + 8, BigInt(this.files.number(path)), true);
    view.setUint8(out + 16, kind);
    view.setBigUint64(out + 24, 1n, true);
    view.setBigUint64(out + 32, BigInt(file ? file.size : 0), true);
    for (const at of [40, 48, 56]) view.setBigUint64(out + at, time, true);
  }

  path_filestat_get(folder, flags, at, length, out) { return this.stat(this.path(folder, at, length), out); }

  fd_filestat_get(number, out) {
    const entry = this.open[number];
    if (!entry) return WASI_BADF;
    if (!entry.device) return this.stat(entry.path || entry.folder, out);
    this.put_stat(out, '', WASI_DEVICE, null);
    return WASI_OK;
  }

  path_open(folder, follow, at, length, how, rights, inheriting, flags, out) {
    const path = this.path(folder, at, length), exists = this.files.get(path);
    const put = entry => {
      let number = this.open.indexOf(undefined);
      if (number < 0) number = this.open.length;
      this.open[number] = entry;
      return this.u32(out, number);
    };
    if (this.files.folders.has(path) && !exists)
      return how & 1 ? WASI_ISDIR : put({ folder: path });
    if (how & 2) return exists ? WASI_NOTDIR : WASI_NOENT;
    if (exists && how & 1 && how & 4) return WASI_EXIST;
    if (!exists && !(how & 1)) return WASI_NOENT;
    if (!exists || how & 8) this.files.put(path, new Uint8Array(0));
    return put({ path, file: this.files.get(path), at: 0, appends: flags & 1, written: !exists });
  }

  each_piece(list, count, take) {
    let all = 0;
    for (let i = 0; i < count; ++i) {
      const length = this.view.getUint32(list + 8 * i + 4, true);
      const done = take(this.piece(this.view.getUint32(list + 8 * i, true), length));
      all += done;
      if (done < length) break;
    }
    return all;
  }

  fd_read(number, list, count, out) {
    const entry = this.open[number];
    if (!entry || entry.folder) return entry ? WASI_ISDIR : WASI_BADF;
    return this.u32(out, entry.device ? 0 : this.each_piece(list, count, piece => {
      const part = entry.file.bytes.subarray(entry.at, Math.min(entry.file.size, entry.at + piece.length));
      piece.set(part);
      entry.at += part.length;
      return part.length;
    }));
  }

  fd_write(number, list, count, out) {
    const entry = this.open[number];
    if (!entry || entry.folder) return WASI_BADF;
    if (entry.device)
      return this.u32(out, this.each_piece(list, count, piece => {
        this.said(number, this.decoders[number].decode(piece.slice(), { stream: true }));
        return piece.length;
      }));
    return this.u32(out, this.each_piece(list, count, piece => {
      const file = entry.file;
      if (entry.appends) entry.at = file.size;
      filesRoom(file, entry.at + piece.length);
      file.bytes.set(piece, entry.at);
      entry.at += piece.length;
      file.size = Math.max(file.size, entry.at);
      file.time = ++this.files.time;
      entry.written = true;
      return piece.length;
    }));
  }

  fd_seek(number, offset, whence, out) {
    const entry = this.open[number];
    if (!entry || !entry.file) return WASI_BADF;
    entry.at = Number(offset) + (whence === 0 ? 0 : whence === 1 ? entry.at : entry.file.size);
    this.view.setBigUint64(out, BigInt(entry.at), true);
    return WASI_OK;
  }

  fd_readdir(number, at, length, cookie, out) {
    const entry = this.open[number], end = at + length;
    if (!entry || !entry.folder) return WASI_BADF;
    let used = at;
    const names = this.files.names(entry.folder);
    for (let i = Number(cookie); i < names.length && used < end; ++i) {
      const name = new TextEncoder().encode(names[i][0]), row = new Uint8Array(24 + name.length);
      const view = new DataView(row.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, BigInt(i + 1), true);
      view.setUint32(16, name.length, true);
      view.setUint8(20, names[i][1]);
      row.set(name, 24);
      const part = row.subarray(0, Math.min(row.length, end - used));
      this.piece(used, part.length).set(part);
      used += part.length;
    }
    return this.u32(out, used - at);
  }

  path_create_directory(folder, at, length) {
    const path = this.path(folder, at, length);
    if (this.files.folders.has(path) || this.files.get(path)) return WASI_EXIST;
    this.files.folders.add(path);
    return WASI_OK;
  }

  path_remove_directory(folder, at, length) {
    const path = this.path(folder, at, length);
    if (this.files.names(path).length) return WASI_NOTEMPTY;
    return this.files.folders.delete(path) ? WASI_OK : WASI_NOENT;
  }

  path_unlink_file(folder, at, length) {
    return this.files.remove(this.path(folder, at, length)) ? WASI_OK : WASI_NOENT;
  }

  path_rename(from, at, length, to, new_at, new_length) {
    const path = this.path(to, new_at, new_length);
    if (!this.files.rename(this.path(from, at, length), path)) return WASI_NOENT;
    if (this.files.onwrite) this.files.onwrite(path);
    return WASI_OK;
  }
}

if (typeof module !== 'undefined') module.exports = { Files, Wasi, WasiExit };

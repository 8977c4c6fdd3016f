// wasi.mjs MODULE WASI_JS DATA_FOLDER: runs the commands of the page's build over the page's own files. A line of JSON
// in, the arguments; one out, {status, out, err, files}: what was written, by its path, in base64.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import readline from 'node:readline';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const { Files, Wasi, WasiExit } = createRequire(import.meta.url)(process.argv[3]);
const module = await WebAssembly.compile(fs.readFileSync(process.argv[2]));

// The nodes of a lesson are packed by the program that packs them for the page.
function read(path) {
  try {
    if (path.endsWith('.nodes')) {
      if (nodes.has(path)) return nodes.get(path);
      const out = fs.mkdtempSync(join(tmpdir(), 'tilestep-nodes-')) + '/nodes';
      execFileSync(join(dirname(process.argv[2]), 'pack'), [path.slice(0, -6), out]);
      const bytes = new Uint8Array(fs.readFileSync(out));
      fs.rmSync(dirname(out), { recursive: true });
      nodes.set(path, bytes);
      return bytes;
    }
    return new Uint8Array(fs.readFileSync(path.startsWith(exercises) ? join(made, path.slice(lessons.length)) : path));
  } catch {
    return null;
  }
}

const lessons = join(process.argv[4], 'lessons'), exercises = join(lessons, 'exercises/');
const made = join(dirname(process.argv[2]), '../../lessons'); // exercises are made by the build
const nodes = new Map();

function call(words) {
  const files = new Files(), said = ['', '', ''], written = new Set();
  files.look = read;
  files.onwrite = path => written.add(path);
  files.folders.add('/tmp');
  for (const name of fs.readdirSync(lessons)) // which are looked for by listing their folder
    if (name.endsWith('.yaml')) files.get(join(lessons, name)), files.get(join(lessons, name + '.nodes'));
  const wasi = new Wasi({
    files, words: ['tilestep', ...words], environment: { HOME: '/own', TILESTEP_DATA: process.argv[4] },
    said: (number, text) => { said[number] += text; },
  });
  let status;
  try {
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports() });
    wasi.attach(instance);
    instance.exports._start();
    status = 0;
  } catch (error) {
    status = error instanceof WasiExit ? error.status : String(error);
  }
  const made = [...written].filter(path => files.bytes(path));
  return {
    status, out: said[1], err: said[2],
    files: Object.fromEntries(made.map(path => [path, Buffer.from(files.bytes(path)).toString('base64')])),
  };
}

for await (const line of readline.createInterface({ input: process.stdin }))
  console.log(JSON.stringify(call(JSON.parse(line))));

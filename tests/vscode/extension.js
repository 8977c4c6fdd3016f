// The extension's script under node, with a stand-in for the module vscode. Prints what went wrong; with a second
// argument it writes the HTML of the webview there.
// node extension.js FOLDER-OF-THE-EXTENSION [OUT.html]
'use strict';
const assert = require('assert'), fs = require('fs'), Module = require('module'), os = require('os'), path = require('path');

const [folder, out] = process.argv.slice(2).map(one => path.resolve(one));
const commands = {}, changes = [], panels = [], posted = [], set = [];
let hears, disposed;
const stand = {
  ViewColumn: { Beside: -2 },
  DiagnosticSeverity: { Error: 0, Warning: 1 },
  Range: class { constructor(...at) { this.at = at; } },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  env: { language: 'zh-cn' },
  languages: { createDiagnosticCollection: () => ({ set: (uri, rows) => set.push([uri, rows]), clear: () => set.push('clear'), dispose() { } }) },
  commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() { } }; } },
  workspace: { onDidChangeTextDocument: hear => { changes.push(hear); return { dispose() { } }; } },
  window: {
    activeTextEditor: undefined,
    createWebviewPanel: (...how) => {
      const panel = { how, webview: { html: '', postMessage: one => posted.push(one), onDidReceiveMessage: hear => { hears = hear; } },
        onDidDispose: done => { disposed = done; } };
      panels.push(panel);
      return panel;
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? stand : load(name, ...rest);

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'tilestep-vscode-'));
fs.writeFileSync(path.join(work, 'a.h'), '#include "b.h"\n#include "a.h"\n#include "../x.h"\n#include "/etc/passwd"\n');
fs.writeFileSync(path.join(work, 'b.h'), '#define B 1\n');
const document = { text: '#include "a.h"\n  #  include "none.h"\n__global__ void k() { }\n', getText() { return this.text; },
  uri: { fsPath: path.join(work, 'my $& kernel.cu') } };
const wait = ms => new Promise(done => setTimeout(done, ms));

(async () => {
  const extension = require(path.join(folder, 'extension.js')), context = { extensionPath: folder, subscriptions: [] };
  const said = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  extension.activate(context);
  assert.deepEqual(Object.keys(commands), said.contributes.commands.map(one => one.command), 'the commands that it promises');
  assert(said.contributes.menus['editor/title'].every(one => commands[one.command]), 'its button');
  assert(context.subscriptions.length >= 3);
  commands['tilestep.show']();
  assert.equal(panels.length, 0, 'nothing without an editor');
  stand.window.activeTextEditor = { document };
  commands['tilestep.show']();
  assert.equal(panels.length, 1);
  assert.deepEqual(panels[0].how[3], { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
  const html = panels[0].webview.html;
  const nonce = html.match(/script-src 'nonce-([0-9a-f]{32})' 'wasm-unsafe-eval'/)[1];
  assert.equal(html.split(`nonce="${nonce}"`).length, 3, 'two scripts run');
  assert(!/unsafe-inline'[^;]*;[^;]*script-src|script-src[^;]*unsafe-inline/.test(html.match(/content="default-src[^"]*/)[0]));
  assert(html.includes('{"lang":"zh"}'));
  assert.equal(posted.length, 0, 'nothing before the page is there');
  hears({ kind: 'ready' });
  assert.equal(posted.length, 1);
  assert.deepEqual({ ...posted[0], others: posted[0].others.map(([name]) => name) },
    { kind: 'show', name: 'my $& kernel.cu', text: document.text, others: ['a.h', 'b.h'] }, 'with what it includes, and no more');
  // Typing: once, after a pause; other documents do not count.
  for (let i = 0; i < 5; ++i) changes[0]({ document });
  changes[0]({ document: { getText: () => '', uri: { fsPath: '/x' } } });
  assert.equal(posted.length, 1);
  await wait(450);
  assert.equal(posted.length, 2, 'debounced');
  hears({ kind: 'trouble', name: 'my $& kernel.cu', text: 'my $& kernel.cu:3:7: error: what is this\n   x\nmy.cu:1:1: warning: hm' });
  const [, rows] = set[set.length - 1];
  assert.deepEqual(rows.map(row => [row.range.at, row.message, row.severity]), [[[2, 6, 2, 7], 'what is this', 0], [[0, 0, 0, 1], 'hm', 1]]);
  hears({ kind: 'trouble', name: 'another.cu', text: 'another.cu:3:7: error: x' });
  assert.equal(set[set.length - 1][1], rows, 'what is about another file is not told');
  commands['tilestep.show']();
  assert.equal(panels.length, 1, 'one panel');
  assert.equal(posted.length, 3);
  disposed();
  changes[0]({ document });
  await wait(450);
  assert.equal(posted.length, 3, 'nothing once it is closed');
  commands['tilestep.show']();
  assert.notEqual(panels[1].webview.html.match(/nonce-(\w+)/)[1], nonce, 'another number each time');
  if (out) fs.writeFileSync(out, html.replace('{"lang":"zh"}', '{"lang":"en"}'));
  fs.rmSync(work, { recursive: true });
  console.log('good');
})().catch(error => {
  console.error(error);
  process.exit(1);
});

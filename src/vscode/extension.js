// tilestep in VS Code: the stage beside a .cu file, as it is edited. What runs is the page (page.html, which ./run web
// builds), in a webview: it has no network, and nothing of the file leaves the editor.
'use strict';

const crypto = require('crypto'), fs = require('fs'), path = require('path'), vscode = require('vscode');

const PAUSE_MS = 300, INCLUDES_MOST = 20;
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;

// The policy of the webview: what stands in it and nothing from elsewhere.
const policy = nonce => `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; ` +
  "worker-src blob:; connect-src data:; img-src data: blob:; font-src 'none'; base-uri 'none'; form-action 'none'";

// Runs in the page: texts come in, mistakes go out.
const GLUE = `(() => {
  const host = acquireVsCodeApi(), bytes = text => new TextEncoder().encode(text);
  let shown = '';
  addEventListener('message', ({ data }) => {
    if (!data || data.kind !== 'show') return;
    const file = '/own/' + data.name;
    page.do(['files', data.others.map(([name, text]) => ['/own/' + name, bytes(text)])]);
    if (shown === file) page.do(['edit', file, bytes(data.text)]);
    else {
      page.do(['files', [[file, bytes(data.text)]]]);
      page.do(['open', file]);
      page.do(['command', 'alone']);
    }
    shown = file;
  });
  document.getElementById('edit').hidden = document.getElementById('pick').hidden = true; // the editor is around it
  const waiting = setInterval(() => {
    if (!window.page || !page.isListening) return;
    clearInterval(waiting);
    const trouble = page.editor.trouble.bind(page.editor);
    page.editor.trouble = text => { trouble(text); host.postMessage({ kind: 'trouble', name: shown.slice(5), text }); };
    host.postMessage({ kind: 'ready' });
  }, 50);
})();`;

// The page as a webview wants it: its scripts by a number that is used once.
function webviewPage(page, nonce, language) {
  const start = JSON.stringify({ lang: language.startsWith('zh') ? 'zh' : 'en' });
  return page.replace(/(<meta http-equiv="Content-Security-Policy" content=")[^"]*/, (_, head) => head + policy(nonce))
    .replace('<script id="script">', `<script id="script" nonce="${nonce}">`)
    .replace('<script id="start" type="application/json">{}', `<script id="start" type="application/json">${start}`)
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `<script nonce="${nonce}">${GLUE}</script>\n</body>`);
}

// The files beside it that it includes, with what they include: [[name, text], ...].
function includesOf(text, folder) {
  const found = new Map(), waiting = [text];
  while (waiting.length && found.size < INCLUDES_MOST)
    for (const [, name] of waiting.pop().matchAll(INCLUDE)) {
      if (found.has(name) || path.isAbsolute(name) || name.split(/[/\\]/).includes('..')) continue;
      try {
        found.set(name, fs.readFileSync(path.join(folder, name), 'utf8'));
        waiting.push(found.get(name));
      } catch { /* it is not there, and the page says so */ }
    }
  return [...found];
}

function activate(context) {
  const problems = vscode.languages.createDiagnosticCollection('tilestep');
  let panel = null, shown = null, pause = 0;

  function send() {
    if (!panel || !shown) return;
    const text = shown.getText(), others = includesOf(text, path.dirname(shown.uri.fsPath));
    panel.webview.postMessage({ kind: 'show', name: path.basename(shown.uri.fsPath), text, others });
  }

  function tell({ name, text }) {
    if (!shown || name !== path.basename(shown.uri.fsPath)) return;
    const rows = [...text.matchAll(/^.*?:(\d+):(\d+): (error|错误|warning|警告)[:：]\s*(.*)$/gm)];
    problems.set(shown.uri, rows.map(([, line, column, kind, words]) => new vscode.Diagnostic(
      new vscode.Range(line - 1, column - 1, line - 1, +column), words,
      /warning|警告/.test(kind) ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error)));
  }

  function open() {
    panel = vscode.window.createWebviewPanel('tilestep', 'tilestep', vscode.ViewColumn.Beside,
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] });
    panel.webview.onDidReceiveMessage(message => message.kind === 'ready' ? send() : tell(message));
    panel.onDidDispose(() => {
      panel = shown = null;
      problems.clear();
    });
    const page = fs.readFileSync(path.join(context.extensionPath, 'page.html'), 'utf8');
    panel.webview.html = webviewPage(page, crypto.randomBytes(16).toString('hex'), vscode.env.language);
  }

  function show() {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    shown = editor.document;
    problems.clear();
    if (panel) send();
    else open();
  }

  context.subscriptions.push(problems, vscode.commands.registerCommand('tilestep.show', show),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document !== shown) return;
      clearTimeout(pause);
      pause = setTimeout(send, PAUSE_MS);
    }));
}

module.exports = { activate, deactivate() { }, webviewPage, includesOf };

// The editor beside the stage: what is typed runs at each pause. It is CodeMirror 5, which the file carries
// packed and which is unpacked when it is opened for the first time.
'use strict';

const PAUSE_MS = 400, TROUBLE = /^(.*?):(\d+):(\d+): (error|错误|warning|警告)[:：]\s*(.*)$/;

class Editor {
  constructor(page) {
    this.page = page;
    this.path = null; // of the text shown
    this.seen = null; // of the run in front, which stays another one while the text does not run
    this.pane = element('editor');
    element('edit').onclick = () => this.toggle();
    element('editor-close').onclick = () => this.toggle();
    element('editor-file').onclick = () => page.download(this.path, new TextEncoder().encode(this.mirror.getValue()));
    element('editor-again').onclick = () => this.again();
    addEventListener('keydown', event => this.key(event), true);
  }

  get isOpen() { return !this.pane.hidden; }

  // Ctrl+K: in. Escape and F6: out. Ctrl+F6: from the stage to the buttons.
  key(event) {
    const isInside = this.pane.contains(event.target), isCtrl = event.ctrlKey || event.metaKey;
    const go = isCtrl && !event.shiftKey && !event.altKey && /^k$/i.test(event.key) ? () => this.enter() :
      isInside && /^(Escape|F6)$/.test(event.key) ? () => this.page.stage.focus() :
        isCtrl && event.key === 'F6' && event.target === this.page.stage ? () => element('pick').focus() :
          event.key === 'F6' && element('bar').contains(event.target) ? () => this.page.stage.focus() : null;
    if (!go || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    go();
  }

  toggle() {
    if (this.isOpen) this.leave();
    else this.enter();
  }

  leave() {
    this.pane.hidden = true;
    element('edit').setAttribute('aria-expanded', 'false');
    this.page.stage.focus();
  }

  enter() {
    this.show();
    this.mirror.focus();
  }

  show() {
    if (!this.mirror) this.make();
    this.pane.hidden = false;
    element('edit').setAttribute('aria-expanded', 'true');
    this.follow(true);
    this.mirror.refresh();
  }

  part(name) { return new TextDecoder().decode(this.page.parts.get(name)); }

  make() {
    const script = document.createElement('script'), style = document.createElement('style');
    script.textContent = this.part('editor.js');
    style.textContent = this.part('editor.css');
    document.head.append(style, script);
    this.mirror = CodeMirror(element('editor-text'), {
      mode: 'text/x-c++src', lineNumbers: true, indentUnit: 4, matchBrackets: true, autoCloseBrackets: true,
      gutters: ['CodeMirror-linenumbers', 'problems'],
    });
    this.mirror.on('change', (mirror, change) => {
      if (change.origin !== 'setValue') this.typed();
    });
  }

  // Shows the file that is open, unless it is what is being typed.
  follow(isNew) {
    const { path, source, own } = this.page;
    if (!this.mirror || !path || this.pause) return;
    const text = source || own.text(path) || '';
    if (path !== this.path && path !== this.seen || isNew && path === this.path) {
      this.put(path, text);
    }
    this.seen = path;
    element('editor-name').textContent = this.path.split('/').pop();
    element('editor-again').disabled = !own.isTyped(this.path);
  }

  put(path, text) {
    if (text !== this.mirror.getValue()) this.mirror.setValue(text);
    if (path !== this.path) this.mirror.clearHistory();
    this.path = path;
    this.mirror.setOption('readOnly', path.endsWith('.ipynb')); // its cells are written elsewhere
  }

  // What was being typed when the page was left, and did not run.
  restore(path) {
    this.show();
    this.put(path, this.page.own.text(path));
    this.run();
  }

  typed() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.run(), PAUSE_MS);
  }

  // A file of the program's own stays as it is: what is typed over it is a file of one's own with its name.
  run() {
    this.pause = 0;
    const from = this.path, text = this.mirror.getValue();
    this.path = from.startsWith(HOME) ? from : HOME + from.split('/').pop();
    this.page.type(this.path, from, text);
  }

  // The text as it was before anything was typed.
  again() {
    const text = this.page.own.original(this.path);
    if (text !== null) this.mirror.replaceRange(text, { line: 0, ch: 0 }, { line: this.mirror.lastLine() + 1, ch: 0 });
  }

  // What is wrong, as a compiler writes it, at its lines.
  trouble(text) {
    const found = text.split('\n').map(line => line.match(TROUBLE)).filter(match => match);
    const count = found.filter(match => /error|错误/.test(match[4])).length;
    element('editor-state').textContent = count ? this.page.text('line').replace('#', found[0][2]) + found[0][5] + (count > 1 ? ' (+' + (count - 1) + ')' : '')
      : text.trim() ? text.trim().split('\n')[0] : this.page.text('runs');
    this.pane.classList.toggle('wrong', text.trim() !== '');
    if (!this.mirror) return;
    this.mirror.clearGutter('problems');
    (this.lines || []).forEach(line => line.clear());
    this.lines = found.filter(match => match[2] <= this.mirror.lineCount()).map(match => {
      const line = match[2] - 1, said = document.createElement('div'), sign = document.createElement('span');
      said.className = 'problem';
      said.textContent = sign.title = match[5];
      sign.className = 'problem-sign';
      sign.textContent = '●';
      this.mirror.setGutterMarker(line, 'problems', sign);
      return this.mirror.addLineWidget(line, said);
    });
  }
}

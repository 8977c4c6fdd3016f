// Letters, drawn with the fonts of the browser, in the page or in a Worker.
'use strict';

const FAMILIES = [
  '"DejaVu Sans", "Segoe UI", "Helvetica Neue", "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", sans-serif',
  '"JetBrains Mono", "DejaVu Sans Mono", Consolas, Menlo, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", monospace',
];

class Letters {
  constructor() {
    this.canvas = typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(64, 64);
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.known = new Map();
    this.isBlind = !this.sees();
    if (this.isBlind) return;
    this.boxes = [0, 1].map(font => ['\u{E123}', '\u{10FFFD}'].map(text => this.ink(font, text)));
  }

  use(font, px) {
    this.context.font = px + 'px ' + FAMILIES[font];
    this.context.textBaseline = 'alphabetic';
    this.context.fillStyle = '#fff';
  }

  // Whether pixels are what was drawn: some browsers do not let pages know.
  sees() {
    if (!this.context) return false;
    this.room(8, 8);
    this.context.fillStyle = '#fff';
    this.context.fillRect(0, 0, 4, 8);
    const pixels = this.context.getImageData(0, 0, 8, 8).data;
    return pixels.every((value, i) => i % 4 !== 3 || value === (i / 4 % 8 < 4 ? 255 : 0));
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

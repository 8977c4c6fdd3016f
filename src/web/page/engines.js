// The engines, seen from the page: the one in front, which is the program, and a spare one that copies it for a
// job. What the page does with their messages it says in on, by the kind of message.
'use strict';

// An engine in the page itself, where there are no Workers.
class EngineHere {
  constructor() {
    const engine = new Engine(message => queueMicrotask(() => this.onmessage({ data: message })), false);
    this.postMessage = message => setTimeout(() => engine.receive(message));
  }

  terminate() { this.onmessage = () => { }; }
}

class Engines {
  // source: the address of the script that a Worker runs; null: there are no Workers.
  constructor(source, module, parts, on) {
    Object.assign(this, { source, module, parts, on });
    this.front = this.spare = null;
    this.job = 0; // what the spare one does
    this.sent = this.answered = 0; // events
    this.held = null; // messages that wait until there is an engine in front again
  }

  away() {
    try {
      return this.source && new Worker(this.source);
    } catch {
      this.source = null; // they are not allowed
      return null;
    }
  }

  make() {
    const port = this.away() || new EngineHere();
    port.onmessage = event => {
      if (port === this.front) this.hear(event.data);
      else if (port === this.spare) this.hearSpare(event.data);
    };
    port.onerror = event => port.onmessage({ data: { kind: 'dead', why: event.message || 'Worker' } });
    port.postMessage({ kind: 'load', module: this.module, parts: this.parts });
    return port;
  }

  // Begins anew, with these files of one's own.
  start(own, options) {
    this.dropSpare();
    if (this.front) this.front.terminate();
    this.sent = this.answered = 0;
    this.isTicking = false;
    this.held = [];
    this.begun = performance.now();
    this.front = this.make();
    this.front.postMessage({ kind: 'start', own, options });
  }

  dropSpare() {
    if (this.spare) this.spare.terminate();
    this.spare = null;
    this.job = 0;
  }

  post(message) {
    if (this.held) this.held.push(message);
    else this.front.postMessage(message);
  }

  release() {
    const held = this.held || [];
    this.held = null;
    held.forEach(message => this.post(message));
  }

  get isAnswered() { return this.sent === this.answered && !this.held; }

  get isBusy() { return this.sent > this.answered || this.isTicking || this.held; }

  // Milliseconds that something has gone unanswered.
  get busyMs() { return this.isBusy ? performance.now() - this.begun : 0; }

  do(event) {
    if (!this.isBusy) this.begun = performance.now();
    this.post({ kind: 'do', event, number: ++this.sent });
  }

  tick(ms) {
    if (!this.isBusy) this.begun = performance.now();
    this.isTicking = true;
    this.post({ kind: 'tick', ms });
  }

  tell() { this.post({ kind: 'tell' }); }

  // A message of the engine in front.
  hear(message) {
    this.begun = performance.now();
    const own = this['hear_' + message.kind], on = this.on[message.kind];
    if (own) own.call(this, message);
    if (on) on(message);
  }

  hear_started() { this.release(); }
  hear_frame() { this.isTicking = false; }
  hear_did({ number }) { this.answered = number; }

  // ---- jobs ----

  hear_job({ job, memory, files }) {
    if (this.job) this.dropSpare();
    this.job = job;
    this.spare = this.spare || this.make();
    this.spare.postMessage({ kind: 'copy', job, memory, files }, [memory.packed]);
  }

  hear_drop() { if (this.job) this.dropSpare(); }

  hearSpare(message) {
    if (message.kind === 'progress') this.post(message);
    if (message.kind === 'dead') {
      this.dropSpare();
      this.post({ kind: 'lose' });
      this.on.lost(message);
    }
    if (message.kind === 'done' && message.job === this.job) {
      this.front.postMessage({ kind: 'leave', job: message.job });
      this.held = this.held || [];
    }
  }

  // The copy is in front from now on, and the one that was may copy it.
  hear_left({ journal }) {
    [this.front, this.spare] = [this.spare, this.front];
    this.job = 0;
    this.front.postMessage({ kind: 'take', journal });
    this.release();
  }

  hear_stays() { this.release(); }
}

/** A clock whose timers run when the test passes time. */
class Clock {
  time = 1_000_000;
  private timers = new Map<number, { at: number; work: () => void }>();
  private last = 0;

  setTimeout = (work: () => void, pause: number) => {
    this.timers.set(++this.last, { at: this.time + pause, work });
    return this.last;
  };
  clearTimeout = (timer: number) => { this.timers.delete(timer); };

  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      this.timers.delete(due[0]);
      this.time = due[1].at;
      due[1].work();
    }
    this.time = end;
  }
}

/** FakeSocket is a WebSocket of which the test is the other end. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_event: { data: unknown }) => {};
  onclose = () => {};
  closed = false;
  constructor() { FakeSocket.all.push(this); }
  send(text: string): void { this.sent.push(text); }
  close(): void { this.closed = true; }
}

export const clock = new Clock();

// The modules of the page look at the window when they are loaded, so this one is imported first.
const location = { href: 'http://127.0.0.1:1/', origin: 'http://127.0.0.1:1', pathname: '/', search: '', hash: '' };
Object.assign(globalThis, {
  window: { location, setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout, matchMedia: () => ({ matches: false }) },
  WebSocket: FakeSocket,
  localStorage: { getItem: () => 'token', setItem: () => {} },
});
Date.now = () => clock.time;

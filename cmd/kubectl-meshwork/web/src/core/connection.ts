import { signal } from '@preact/signals';
import type { Update } from './protocol';
import { get, token } from './session';

/**
 * Phase is the state of the connection to the command: "ended" if nothing answers, "interrupted" if the command answers but
 * the WebSocket is closed, "silent" if the WebSocket is open but the command sends no heartbeats.
 */
export type Phase = 'connecting' | 'open' | 'silent' | 'interrupted' | 'ended' | 'refused';

const firstPause = 500;
const longestPause = 5000;
const noticeTime = 4000;
// The command sends a heartbeat every 2 s.
const longestSilence = 8000;

/** Connection keeps a WebSocket to the command open. */
export class Connection {
  readonly phase = signal<Phase>('connecting');
  /** reconnected is true for a moment after the connection has come back. */
  readonly reconnected = signal(false);
  /** heard is the time of the last message of the command. */
  readonly heard = signal(Date.now());

  private silence: number | undefined;
  private socket: WebSocket | undefined;
  private pause = firstPause;
  private retry: number | undefined;
  private wasOpen = false;

  constructor(
    private readonly onUpdate: (update: Update) => void,
    private readonly topics: () => string[],
  ) {}

  /** open connects at once, with the current token. */
  open(): void {
    window.clearTimeout(this.retry);
    window.clearTimeout(this.silence);
    this.leave();
    if (token() === '') {
      this.phase.value = 'refused';
      return;
    }
    const address = new URL('/api/watch', window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    let socket: WebSocket;
    try {
      socket = new WebSocket(address, ['meshwork.dev', token()]);
    } catch {
      this.phase.value = 'refused'; // the token is malformed
      return;
    }
    this.socket = socket;
    this.awaitMessage();
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.received(event.data);
    socket.onclose = () => { if (this.socket === socket) void this.closed(); };
  }

  send(request: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(request));
  }

  /** awaitMessage connects again after a long silence: the connection may be dead without either end knowing. */
  private awaitMessage(): void {
    window.clearTimeout(this.silence);
    this.silence = window.setTimeout(() => {
      this.phase.value = 'silent';
      this.open();
    }, longestSilence);
  }

  private hear(): void {
    this.heard.value = Date.now();
    this.awaitMessage();
  }

  private opened(socket: WebSocket): void {
    this.hear();
    this.pause = firstPause;
    for (const topic of this.topics()) socket.send(JSON.stringify({ subscribe: topic }));
    if (this.wasOpen) {
      this.reconnected.value = true;
      window.setTimeout(() => { this.reconnected.value = false; }, noticeTime);
    }
    this.wasOpen = true;
    this.phase.value = 'open';
  }

  private received(data: unknown): void {
    this.hear();
    if (typeof data !== 'string') return;
    let update: Partial<Update>;
    try {
      update = JSON.parse(data) as Partial<Update>;
    } catch {
      return;
    }
    // A heartbeat has no topic.
    if (typeof update?.topic === 'string' && update.topic !== '') this.onUpdate(update as Update);
  }

  private leave(): void {
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  /** closed asks the command for the reason, because a WebSocket has none. */
  private async closed(): Promise<void> {
    this.socket = undefined;
    window.clearTimeout(this.silence);
    const phase = await whyClosed();
    if (this.socket !== undefined) return; // open was called again
    this.phase.value = phase;
    if (phase === 'refused') return;
    this.retry = window.setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(longestPause, this.pause * 1.6);
  }
}

async function whyClosed(): Promise<Phase> {
  try {
    const answer = await get('/api/session', AbortSignal.timeout(longestSilence));
    return answer.status === 401 ? 'refused' : 'interrupted';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'silent' : 'ended';
  }
}

import { signal, type ReadonlySignal } from '@preact/signals';
import type { Found } from '../core/protocol';
import { get } from '../core/session';

type Answer = Record<string, Found>;

const shortestWord = 2;
const mostWords = 8;
const typingPause = 150;
// The answer does not follow the cluster, so it is asked for again.
const refreshPeriod = 5000;

/**
 * Search asks the command for words in labels, and in the addresses, Pods and Nodes of endpoints. The page does not have
 * them: a cluster may have more Pods than a browser can hold.
 */
export class Search {
  private readonly found = signal<Answer>({});
  private words: string[] = [];
  private timer: number | undefined;
  private abort: AbortController | undefined;

  constructor(private readonly ask: (words: string[], signal: AbortSignal) => Promise<Answer> = askCommand) {}

  /** The answer for the present words, as far as it is known. */
  get answer(): ReadonlySignal<Answer> { return this.found; }

  /** look begins to look for other words. */
  look(words: string[]): void {
    this.words = words.filter((word) => word.length >= shortestWord).slice(0, mostWords);
    this.schedule(typingPause);
  }

  end(): void {
    window.clearTimeout(this.timer);
    this.abort?.abort();
  }

  private schedule(pause: number): void {
    this.end();
    if (this.words.length === 0) {
      this.found.value = {};
      return;
    }
    this.timer = window.setTimeout(() => void this.read(), pause);
  }

  private async read(): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    try {
      const answer = await this.ask(this.words, abort.signal);
      if (abort.signal.aborted) return;
      if (JSON.stringify(answer) !== JSON.stringify(this.found.peek())) this.found.value = answer;
    } catch {
      // The header shows that the command does not answer.
    }
    if (!abort.signal.aborted) this.schedule(refreshPeriod);
  }
}

async function askCommand(words: string[], signal: AbortSignal): Promise<Answer> {
  const query = new URLSearchParams(words.map((word) => ['word', word]));
  const response = await get(`/api/search?${query.toString()}`, signal);
  return response.ok ? (await response.json()) as Answer : {};
}

/** placesOf returns where the words were found in the Service, such as "Pod web-0". */
export function placesOf(answer: Answer, key: string): string[] {
  return [...new Set(Object.values(answer).flatMap((found) => (Object.hasOwn(found.services, key) ? [found.services[key] ?? ''] : [])))];
}

/** hasFound reports whether the word was found in the Service. */
export function hasFound(answer: Answer, key: string, word: string): boolean {
  return Object.hasOwn(answer, word) && Object.hasOwn(answer[word]?.services ?? {}, key);
}

/** isCut reports whether more Services have a word than were returned. */
export function isCut(answer: Answer): boolean { return Object.values(answer).some((found) => found.cut); }

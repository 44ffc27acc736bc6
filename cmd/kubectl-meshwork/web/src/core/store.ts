import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Update } from './protocol';

/** TopicState is the state of a topic. Every change makes another TopicState around the same entries. */
export interface TopicState {
  readonly loaded: boolean;
  readonly entries: ReadonlyMap<string, unknown>;
  /** The times of recent changes. */
  readonly changed: ReadonlyMap<string, number>;
}

interface Topic {
  entries: Map<string, unknown>;
  changed: Map<string, number>;
  state: Signal<TopicState>;
  subscribers: number;
}

const recent = 2000;
const mostLingering = 4;

/** Store holds the topics that have subscribers. */
export class Store {
  private readonly topics = new Map<string, Topic>();
  private waiting: Update[] = [];

  constructor(
    private readonly send: (request: { subscribe: string } | { unsubscribe: string }) => void,
    private readonly schedule: (work: () => void) => void,
    private readonly linger: (work: () => void) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** subscribe returns the state of the topic and a function that ends the subscription. */
  subscribe(name: string): { state: ReadonlySignal<TopicState>; end: () => void } {
    const known = this.topics.has(name);
    const topic = this.topic(name);
    topic.subscribers++;
    if (!known) this.send({ subscribe: name });
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      topic.subscribers--;
      this.linger(() => this.drop(name, topic));
      this.dropOldest();
    };
    return { state: topic.state, end };
  }

  /** dropOldest keeps few topics without subscribers: the command limits the number of topics. */
  private dropOldest(): void {
    const unused = [...this.topics].filter(([, topic]) => topic.subscribers === 0);
    for (const [name, topic] of unused.slice(0, -mostLingering)) this.drop(name, topic);
  }

  private drop(name: string, topic: Topic): void {
    if (topic.subscribers > 0 || this.topics.get(name) !== topic) return;
    this.topics.delete(name);
    this.send({ unsubscribe: name });
  }

  /** names returns the topics to subscribe to again after the connection was lost. */
  names(): string[] { return [...this.topics.keys()]; }

  /** receive applies the update with all others of the same frame. */
  receive(update: Update): void {
    this.waiting.push(update);
    if (this.waiting.length === 1) this.schedule(() => this.apply());
  }

  private apply(): void {
    const updates = this.waiting;
    this.waiting = [];
    const touched = new Set<Topic>();
    for (const update of updates) {
      const topic = this.topics.get(update.topic);
      if (topic === undefined) continue;
      this.change(topic, update);
      touched.add(topic);
    }
    batch(() => {
      for (const topic of touched) {
        topic.state.value = { loaded: true, entries: topic.entries, changed: topic.changed };
      }
    });
  }

  private change(topic: Topic, update: Update): void {
    const time = this.now();
    if (update.reset === true) {
      topic.entries.clear();
      topic.changed.clear();
    }
    for (const [key, since] of topic.changed) {
      if (time - since > recent) topic.changed.delete(key);
    }
    for (const key of update.remove ?? []) {
      topic.entries.delete(key);
      topic.changed.delete(key);
    }
    for (const [key, value] of Object.entries(update.set ?? {})) {
      topic.entries.set(key, value);
      if (update.reset !== true) topic.changed.set(key, time);
    }
  }

  private topic(name: string): Topic {
    let topic = this.topics.get(name);
    if (topic === undefined) {
      const entries = new Map<string, unknown>();
      const changed = new Map<string, number>();
      topic = { entries, changed, state: signal({ loaded: false, entries, changed }), subscribers: 0 };
      this.topics.set(name, topic);
    }
    return topic;
  }
}

/** one returns the entry with this key. */
export function one<T>(state: TopicState, key: string): T | undefined {
  return state.entries.get(key) as T | undefined;
}

/** group returns the entries whose keys begin with the kind and a slash. */
export function group<T>(state: TopicState, kind: string): T[] {
  return keyed<T>(state, kind).map(([, value]) => value);
}

/** keyed is like group, with the rest of the keys. */
export function keyed<T>(state: TopicState, kind: string): [string, T][] {
  const start = `${kind}/`;
  const found: [string, T][] = [];
  for (const [key, value] of state.entries) {
    if (key.startsWith(start)) found.push([key.slice(start.length), value as T]);
  }
  return found;
}

import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Connection } from './connection';
import { Store, type TopicState } from './store';

const hiddenPause = 250;
// Pages keep their state when the user comes back.
const lingerTime = 20_000;

/** nextFrame does the work in the next frame or, in a tab that is or becomes hidden, after a pause. */
function nextFrame(work: () => void): void {
  const frame = window.requestAnimationFrame(() => { window.clearTimeout(timer); work(); });
  const timer = window.setTimeout(() => { window.cancelAnimationFrame(frame); work(); }, hiddenPause);
}

export const store: Store = new Store(
  (request) => connection.send(request),
  nextFrame,
  (work) => { window.setTimeout(work, lingerTime); },
);
export const connection: Connection = new Connection((update) => store.receive(update), () => store.names());

const nothing: TopicState = { loaded: false, entries: new Map(), changed: new Map() };

/** useTopic subscribes to the topic as long as the component is shown. */
export function useTopic(name: string): ReadonlySignal<TopicState> {
  const topic = useSignal<ReadonlySignal<TopicState> | undefined>(undefined);
  const state = useSignal(nothing);
  useEffect(() => {
    const subscription = store.subscribe(name);
    topic.value = subscription.state;
    return () => {
      topic.value = undefined;
      subscription.end();
    };
  }, [name]);
  useSignalEffect(() => { state.value = topic.value?.value ?? nothing; });
  return state;
}

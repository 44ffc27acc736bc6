import type { Change, Event, HandoverStep, Tone } from '../core/protocol';
import { keyed, type TopicState } from '../core/store';

/** Entry is something that has happened to a Service or one of its Pods. */
export interface Entry {
  key: string;
  time: string;
  /** The object of an event, or the kind of the entry. */
  about: string;
  text: string;
  tone: Tone;
  /** The rest of an event. */
  event?: Event;
}

/** historyOf puts events, handovers, rollouts and changes on one time axis, the newest first. */
export function historyOf(state: TopicState): Entry[] {
  const steps = (kind: string, about: string) => keyed<HandoverStep | Change>(state, kind).map(([sequence, step]): Entry => (
    { key: `${kind}/${sequence}`, time: step.time, about, text: step.text, tone: step.tone }
  ));
  const events = keyed<Event>(state, 'event').map(([uid, event]): Entry => ({
    key: `event/${uid}`, time: event.time, about: event.object.replace('/', ' '), text: event.message,
    tone: event.type === 'Warning' ? 'bad' : 'neutral', event,
  }));
  const all = [...steps('change', 'Change'), ...steps('handover', 'Handover'), ...steps('rolled', 'Rollout'), ...events];
  return all.sort((a, b) => Date.parse(b.time) - Date.parse(a.time) || compareKeys(b.key, a.key));
}

// Several steps may have the same time. Sequence numbers have their order.
function compareKeys(a: string, b: string): number {
  const [, first = ''] = a.split('/');
  const [, second = ''] = b.split('/');
  return Number(first) - Number(second) || (a < b ? -1 : 1);
}

/** dayOf returns the day if it is not today. */
export function dayOf(time: string, now: number): string {
  const day = new Date(time).toDateString();
  return day === new Date(now).toDateString() ? '' : day;
}

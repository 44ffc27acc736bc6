import type { Event, XDS } from '../core/protocol';
import { group, one, type TopicState } from '../core/store';

/** tabCounts are the numbers next to the names of tabs. */
export const tabCounts = {
  events: (state: TopicState) => group<Event>(state, 'event').length,
  clients: (state: TopicState) => one<XDS>(state, 'xds')?.clients?.length ?? 0,
};

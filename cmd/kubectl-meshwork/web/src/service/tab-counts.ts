import type { XDS } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { historyOf } from './history';

/** tabCounts are the numbers next to the names of tabs. */
export const tabCounts = {
  history: (state: TopicState) => historyOf(state).length,
  clients: (state: TopicState) => one<XDS>(state, 'xds')?.clients?.length ?? 0,
};

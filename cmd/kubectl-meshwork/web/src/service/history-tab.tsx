import { now } from '../core/clock';
import { clockTime, plural, visible } from '../core/format';
import type { TopicState } from '../core/store';
import { Icon, ToneIcon } from '../parts/marks';
import { Nothing } from '../parts/panel';
import { Text } from '../parts/text';
import { dayOf, historyOf, type Entry } from './history';

/** HistoryTab shows the history of the Service and its Pods. */
export function HistoryTab({ state }: { state: TopicState }) {
  const entries = historyOf(state);
  if (entries.length === 0) {
    return <Nothing title="Nothing has happened yet">Kubernetes keeps events for one hour, unless set otherwise. Changes are shown since the start of the command.</Nothing>;
  }
  return (
    <ol class="timeline history" aria-label="History, the newest first">
      {entries.map((entry, index) => (
        <Line key={entry.key} entry={entry} day={dayOf(entry.time, now.value)} before={index === 0 ? '' : dayOf(entries[index - 1]?.time ?? '', now.value)} />
      ))}
    </ol>
  );
}

function Line({ entry, day, before }: { entry: Entry; day: string; before: string }) {
  const { event } = entry;
  return (
    <>
      {day !== before && <li class="history-day"><strong>{day}</strong></li>}
      <li>
        {event?.type === 'Warning' ? <Icon shape="warning" color="caution" label="Warning" /> : <ToneIcon tone={entry.tone} />}
        <time dateTime={entry.time} title={visible(entry.time)}>{clockTime(entry.time)}</time>
        <div>
          <p class="event-head">
            <span class="history-about"><Text value={entry.about} /></span>
            {event !== undefined && <strong><Text value={event.reason} /></strong>}
            {event !== undefined && <span class="quiet">{event.count > 1 && `${plural(event.count, 'time')}, `}from <Text value={event.from} /></span>}
          </p>
          <p><Text value={entry.text} /></p>
        </div>
      </li>
    </>
  );
}

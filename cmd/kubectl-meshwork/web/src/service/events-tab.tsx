import { plural } from '../core/format';
import type { Event } from '../core/protocol';
import { keyed, type TopicState } from '../core/store';
import { Icon } from '../parts/marks';
import { Nothing } from '../parts/panel';
import { Age, Text } from '../parts/text';

export function EventsTab({ state }: { state: TopicState }) {
  const events = keyed<Event>(state, 'event').sort(([, a], [, b]) => Date.parse(b.time) - Date.parse(a.time));
  if (events.length === 0) return <Nothing title="No events">Kubernetes keeps events for one hour, unless set otherwise.</Nothing>;
  return (
    <ol class="event-list">
      {events.map(([uid, event]) => (
        <li key={uid}>
          <Icon shape={event.type === 'Warning' ? 'warning' : 'dot'} color={event.type === 'Warning' ? 'caution' : 'neutral'} label={event.type} />
          <div>
            <p class="event-head">
              <strong><Text value={event.reason} /></strong>
              <span class="quiet"><Age time={event.time} />{event.count > 1 && `, ${plural(event.count, 'time')}`}, from <Text value={event.from} /></span>
            </p>
            <p><Text value={event.message} /></p>
          </div>
        </li>
      ))}
    </ol>
  );
}

import { plural } from '../core/format';
import type { Unread } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Icon } from '../parts/marks';
import { Text } from '../parts/text';

/** GapsNotice lists the kinds that could not be read. */
export function GapsNotice({ cluster }: { cluster: TopicState }) {
  const gaps = one<Unread[]>(cluster, 'gaps') ?? [];
  if (gaps.length === 0) return null;
  return (
    <section class="gaps" aria-label="What could not be read">
      <details>
        <summary>
          <Icon shape="question" color="caution" />
          <span>{plural(gaps.length, 'kind of object', 'kinds of objects')} could not be read. The rest is shown.</span>
        </summary>
        <ul>
          {gaps.map((gap) => (
            <li key={gap.kind}>
              <strong><Text value={gap.kind} /></strong>
              <span class="tag">{gap.forbidden ? 'not allowed' : 'not available'}</span>
              <span><Text value={gap.message} /></span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

import { grouped } from '../core/format';
import { serviceHref } from '../core/location';
import type { Row } from '../core/protocol';
import { group, type TopicState } from '../core/store';
import { StateBadge } from '../parts/marks';
import { Nothing, Panel } from '../parts/panel';
import { Text } from '../parts/text';
import { severityOf } from '../services/severity';

/** Problems lists the first Services that are not well. */
export function Problems({ state, total }: { state: TopicState; total: number }) {
  const rows = group<Row>(state, 'problem').sort(byState);
  const all = Math.max(total, rows.length);
  const more = all > rows.length && <a href="/services?problem=true">All {grouped(all)}</a>;
  return (
    <Panel title="Problems" aside={<span class="quiet">{more || (rows.length > 0 && grouped(rows.length))}</span>}>
      {rows.length === 0 && <Nothing title="Every Service is as it should be" />}
      <ul class="problems">
        {rows.map((row) => (
          <li key={`${row.namespace}/${row.name}`}>
            <a href={serviceHref(row.namespace, row.name)}>
              <StateBadge state={row.state} />
              <span class="problem-name"><Text value={`${row.namespace}/${row.name}`} /></span>
              <span class="problem-text"><Text value={row.summary} /></span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function byState(a: Row, b: Row): number {
  return severityOf(a.state) - severityOf(b.state) || (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1);
}

import { Component } from 'preact';
import { grouped, visible } from '../core/format';
import { serviceHref } from '../core/location';
import type { Delegated, Row } from '../core/protocol';
import { Bar } from '../parts/bar';
import { StateBadge, type Color } from '../parts/marks';
import { Name, Text } from '../parts/text';

interface RowProps { row: Row; index: number; top: number; active: boolean; changedAt: number; places: string; open: (row: Row) => void }

const delegations: Record<Exclude<Delegated, ''>, { word: string; color: Color }> = {
  Effective: { word: 'Effective', color: 'good' },
  Ineffective: { word: 'Ineffective', color: 'bad' },
  HandingOver: { word: 'Handing over', color: 'caution' },
};

/** ServiceRow is redrawn only if one of its properties has changed. */
export class ServiceRow extends Component<RowProps> {
  private flashes = 0;

  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    // The highlight ends on its own, so a time that is no longer recent changes nothing.
    const changed = next.changedAt > 0 && next.changedAt !== props.changedAt;
    if (changed) this.flashes++;
    return changed || next.row !== props.row || next.top !== props.top || next.active !== props.active || next.places !== props.places;
  }

  override render({ row, index, top, active, changedAt, places }: RowProps) {
    // Two names of the same animation: it starts again when the name changes.
    const flash = changedAt === 0 ? '' : `flash-${this.flashes % 2}`;
    return (
      <div
        role="row" id={`row-${index}`} aria-rowindex={index + 2} aria-selected={active} class={`row ${flash}`} title={visible(row.summary)}
        style={{ transform: `translateY(${top}px)` }} onClick={this.onClick}
      >
        <div role="gridcell" class="cell cell-state"><StateBadge state={row.state} /></div>
        <div role="gridcell" class="cell cell-name">
          <a href={serviceHref(row.namespace, row.name)} tabIndex={-1}><Name value={row.name} /></a>
        </div>
        <div role="gridcell" class="cell cell-namespace"><Name value={row.namespace} /></div>
        <div role="gridcell" class="cell cell-mesh">{row.mesh === '' ? <span class="quiet">–</span> : <Name value={row.mesh} />}</div>
        <div role="gridcell" class="cell cell-endpoints"><Endpoints row={row} /></div>
        <div role="gridcell" class="cell cell-delegated"><DelegatedBadge delegated={row.delegated} /></div>
        <div role="gridcell" class="cell cell-findings">
          {places !== '' && <span class="tag accent" title={visible(places)}><Text value={places} /></span>}
          {row.findings.map((finding) => <span key={finding} class="tag" title={visible(finding)}><Text value={finding} /></span>)}
        </div>
      </div>
    );
  }

  private onClick = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!plain || window.getSelection()?.type === 'Range') return;
    event.preventDefault();
    this.props.open(this.props.row);
  };
}

function Endpoints({ row }: { row: Row }) {
  if (row.online + row.offline === 0) return <span class="quiet">{row.mesh === '' ? '–' : '0'}</span>;
  return (
    <span class="endpoints">
      <Bar label="Endpoints" shares={[{ value: row.online, color: 'good', word: 'online' }, { value: row.offline, color: 'bad', word: 'offline' }]} />
      <span class="endpoint-numbers" aria-hidden>{grouped(row.online)}<span class="quiet"> / {grouped(row.online + row.offline)}</span></span>
    </span>
  );
}

function DelegatedBadge({ delegated }: { delegated: Delegated }) {
  if (delegated === '') return null;
  const known = delegations[delegated];
  return <span class={`badge ${known?.color ?? 'neutral'}`}>{known?.word ?? delegated}</span>;
}

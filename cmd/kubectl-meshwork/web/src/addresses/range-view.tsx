import { useComputed, useSignal } from '@preact/signals';
import { grouped, plural, visible } from '../core/format';
import type { Address, Range } from '../core/protocol';
import { Icon } from '../parts/marks';
import { Text } from '../parts/text';
import { useWidth } from '../parts/use-width';
import { rangeMapOf, type Cell, type RangeMap } from './cells';
import { Holder, holderOf } from './holder';
import { step } from './map-keys';

export function RangeView({ range, addresses, index }: { range: Range; addresses: Address[]; index: number }) {
  const map = rangeMapOf(range, addresses);
  return (
    <article class="range panel" aria-label={`Range ${range.cidr} of Mesh ${range.mesh}`}>
      <header class="range-head">
        <h2><Text value={range.cidr} /></h2>
        <span class="tag">Mesh <Text value={range.mesh} /></span>
        <p class="range-numbers">
          <strong>{grouped(range.used)}</strong> used, <strong>{grouped(range.coolingDown)}</strong> cooling down,{' '}
          <strong>{grouped(range.available)}</strong> available of {grouped(range.size)}
        </p>
      </header>
      {range.message !== undefined && <p class="range-message"><Icon shape="warning" color="caution" /><span><Text value={range.message} /></span></p>}
      {map !== undefined && <Map map={map} range={range} index={index} />}
      {map === undefined && range.message === undefined && <p class="quiet">No address of this range is in use.</p>}
    </article>
  );
}

interface MapProps { map: RangeMap; range: Range; index: number }

function Map({ map, range, index }: MapProps) {
  const active = useSignal(-1);
  const hovered = useSignal(-1);
  const shown = useComputed(() => (hovered.value >= 0 ? hovered.value : active.value));
  const { box, width } = useWidth();

  const columns = columnsFor(map.cells.length, width.value);
  const side = Math.min(20, Math.floor((width.value / columns) * 10) / 10);
  const rows = Math.ceil(map.cells.length / columns);
  const cellId = (cell: number) => `range-${index}-cell-${cell}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = step(event.key, active.value, map.cells.length, columns);
    if (next === undefined) return;
    event.preventDefault();
    active.value = next;
  };
  const hoveredCell = (event: PointerEvent) => {
    const element = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    return Number(element?.getAttribute('data-cell') ?? -1);
  };
  return (
    <div class="map" ref={box}>
      <svg
        class="map-cells" width={columns * side} height={rows * side} role="listbox" tabindex={0} aria-label={`Addresses ${map.first} to ${map.last}`}
        aria-activedescendant={active.value >= 0 ? cellId(active.value) : undefined} onKeyDown={onKeyDown}
        onPointerOver={(event) => { hovered.value = hoveredCell(event); }} onPointerLeave={() => { hovered.value = -1; }}
        onClick={(event) => { active.value = hoveredCell(event as unknown as PointerEvent); }}
        onFocus={() => { if (active.value < 0) active.value = 0; }}
      >
        <Patterns index={index} />
        {width.value > 0 && map.cells.map((cell, at) => (
          <rect
            key={at} id={cellId(at)} data-cell={at} role="option" aria-selected={at === active.value} aria-label={wordsOf(cell, map.perCell)}
            class={`map-cell ${cell.kind} density-${cell.density}`} x={(at % columns) * side + 1} y={Math.floor(at / columns) * side + 1}
            width={side - 2} height={side - 2} rx="2" fill={fillOf(cell, index)}
          />
        ))}
        {shown.value >= 0 && <rect class="map-cursor" x={(shown.value % columns) * side} y={Math.floor(shown.value / columns) * side} width={side} height={side} rx="3" />}
      </svg>
      <p class="map-scale quiet">
        {map.first} to {map.last}{map.perCell > 1n ? `, ${grouped(map.perCell.toString())} addresses in a cell` : ', one address in a cell'}
        {!map.whole && '; only the part of the range that is in use'}
      </p>
      <Readout cell={map.cells[shown.value]} perCell={map.perCell} name={range.cidr} />
    </div>
  );
}

function columnsFor(cells: number, width: number): number {
  const wanted = cells > 256 ? 64 : cells > 64 ? 32 : 16;
  return [64, 32, 16].find((columns) => columns <= wanted && width / columns >= 10) ?? 16;
}

function fillOf(cell: Cell, index: number): string | undefined {
  if (cell.kind === 'coolingDown') return `url(#cooling-down-${index})`;
  return cell.kind === 'reserved' ? `url(#reserved-${index})` : undefined;
}

function Patterns({ index }: { index: number }) {
  return (
    <defs>
      <pattern id={`cooling-down-${index}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="pattern-ground" width="5" height="5" /><rect class="pattern-caution" width="2.5" height="5" />
      </pattern>
      <pattern id={`reserved-${index}`} width="4" height="4" patternUnits="userSpaceOnUse">
        <rect class="pattern-ground" width="4" height="4" /><circle class="pattern-neutral" cx="2" cy="2" r="1" />
      </pattern>
    </defs>
  );
}

const words = { free: 'free', used: 'used', coolingDown: 'cooling down', reserved: 'reserved' };

function wordsOf(cell: Cell, perCell: bigint): string {
  const name = cell.first === cell.last ? cell.first : `${cell.first} to ${cell.last}`;
  if (perCell > 1n) return `${name}: ${cell.addresses.length === 0 ? words[cell.kind] : `${plural(cell.addresses.length, 'address', 'addresses')} taken`}`;
  const holder = cell.addresses[0] === undefined ? '' : holderOf(cell.addresses[0]);
  const owner = holder === '' ? '' : ` by ${visible(holder)}`;
  return `${name}: ${words[cell.kind]}${owner}`;
}

const listed = 6;

function Readout({ cell, perCell, name }: { cell: Cell | undefined; perCell: bigint; name: string }) {
  if (cell === undefined) return <p class="readout quiet">Point at a cell of {name}, or use the arrow keys, to see who has its addresses.</p>;
  return (
    <p class="readout">
      <strong>{cell.first === cell.last ? cell.first : `${cell.first} – ${cell.last}`}</strong>{' '}
      {cell.addresses.length === 0 || perCell === 1n ? words[cell.kind] : `${grouped(cell.addresses.length)} of ${grouped(perCell.toString())} taken`}
      {cell.addresses.slice(0, listed).map((address) => (
        <span key={address.ip} class="value">
          {perCell > 1n && <>{address.ip} </>}
          <Holder address={address} />
        </span>
      ))}
      {cell.addresses.length > listed && <span class="value quiet">and {cell.addresses.length - listed} more</span>}
    </p>
  );
}

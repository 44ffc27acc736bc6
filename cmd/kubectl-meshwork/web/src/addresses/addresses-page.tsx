import { useTopic } from '../core/live';
import type { Address, Range } from '../core/protocol';
import { group } from '../core/store';
import { Nothing, Skeleton } from '../parts/panel';
import { AddressTable } from './address-table';
import { RangeView } from './range-view';

export function AddressesPage() {
  const state = useTopic('addresses').value;
  const ranges = group<Range>(state, 'range').sort((a, b) => (`${a.mesh} ${a.family} ${a.cidr}` < `${b.mesh} ${b.family} ${b.cidr}` ? -1 : 1));
  const addresses = group<Address>(state, 'address');
  return (
    <div class="page addresses">
      <div class="page-head">
        <h1>Addresses</h1>
        {ranges.length > 0 && <MapLegend />}
      </div>
      {!state.loaded && <Skeleton label="addresses" lines={10} />}
      {state.loaded && ranges.length === 0 && (
        <Nothing title="No Mesh has address ranges">Services of type LoadBalancer get addresses of their Mesh if it has ranges in <code>spec.vips.cidrs</code>.</Nothing>
      )}
      {ranges.map((range, index) => (
        <RangeView
          key={`${range.mesh}/${range.cidr}`} range={range} index={index}
          addresses={addresses.filter((address) => address.range === range.cidr && address.mesh === range.mesh)}
        />
      ))}
      {addresses.length > 0 && <AddressTable addresses={addresses} />}
    </div>
  );
}

function MapLegend() {
  return (
    <ul class="legend map-legend" aria-label="Legend">
      {(['used', 'free', 'cooling-down', 'reserved'] as const).map((kind) => (
        <li key={kind}>
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden>
            <defs>
              <pattern id={`legend-${kind}`} width={kind === 'reserved' ? 4 : 5} height={kind === 'reserved' ? 4 : 5} patternUnits="userSpaceOnUse" patternTransform={kind === 'reserved' ? undefined : 'rotate(45)'}>
                <rect class="pattern-ground" width="5" height="5" />
                {kind === 'reserved' ? <circle class="pattern-neutral" cx="2" cy="2" r="1" /> : <rect class="pattern-caution" width="2.5" height="5" />}
              </pattern>
            </defs>
            <rect class={`map-cell ${kind} density-4`} width="14" height="14" rx="2" fill={kind === 'used' || kind === 'free' ? undefined : `url(#legend-${kind})`} />
          </svg>
          {kind.replace('-', ' ')}
        </li>
      ))}
    </ul>
  );
}

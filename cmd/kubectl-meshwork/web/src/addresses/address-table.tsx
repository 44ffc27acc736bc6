import { useSignal } from '@preact/signals';
import { grouped } from '../core/format';
import { search, visit } from '../core/location';
import type { Address, AddressState } from '../core/protocol';
import { Icon, type Color } from '../parts/marks';
import { Panel } from '../parts/panel';
import { Text } from '../parts/text';
import { Holder, holderOf } from './holder';
import { parseAddress } from './ip';

const pageSize = 200;

const states: Record<AddressState, { word: string; color: Color; shape: 'dot' | 'clock' | 'dash' | 'warning' }> = {
  Used: { word: 'Used', color: 'neutral', shape: 'dot' },
  CoolingDown: { word: 'Cooling down', color: 'caution', shape: 'clock' },
  Reserved: { word: 'Reserved', color: 'neutral', shape: 'dash' },
  OutOfRange: { word: 'Out of range', color: 'bad', shape: 'warning' },
};

export function AddressTable({ addresses }: { addresses: Address[] }) {
  const shown = useSignal(pageSize);
  const q = new URLSearchParams(search.value).get('q') ?? '';
  const found = addresses.filter((address) => textOf(address).includes(q.trim().toLowerCase())).sort(byAddress);
  const onSearch = (text: string) => visit(text === '' ? '/addresses' : `/addresses?q=${encodeURIComponent(text)}`, 'replace');
  return (
    <Panel title="All addresses" aside={
      <label class="search">
        <span class="unseen">Search addresses</span>
        <input type="search" placeholder="Search address or Service" value={q} spellcheck={false} autocomplete="off" onInput={(event) => onSearch(event.currentTarget.value)} />
      </label>
    }>
      <p class="quiet">{grouped(found.length)} of {grouped(addresses.length)} addresses</p>
      <div class="table-box" tabIndex={0} role="region" aria-label="Addresses">
        <table class="address-table">
          <thead><tr>{['Address', 'State', 'Service', 'Mesh', 'Range'].map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
          <tbody>{found.slice(0, shown.value).map((address) => <Line key={`${address.mesh} ${address.ip}`} address={address} />)}</tbody>
        </table>
      </div>
      {found.length > shown.value && (
        <button type="button" class="button" onClick={() => { shown.value += pageSize; }}>Show {grouped(Math.min(pageSize, found.length - shown.value))} more</button>
      )}
    </Panel>
  );
}

function Line({ address }: { address: Address }) {
  const state = stateOf(address);
  return (
    <tr>
      <td class="ip"><Text value={address.ip} /></td>
      <td><span class={`state ${state.color}`}><Icon shape={state.shape} color={state.color} />{state.word}</span></td>
      <td><Holder address={address} /></td>
      <td><Text value={address.mesh} /></td>
      <td><Text value={address.range} /></td>
    </tr>
  );
}

function stateOf(address: Address) { return states[address.state] ?? states.Reserved; }

function textOf(address: Address): string {
  return `${address.ip} ${holderOf(address)} ${address.mesh} ${stateOf(address).word} ${address.range}`.toLowerCase();
}

function byAddress(a: Address, b: Address): number {
  const [first, second] = [parseAddress(a.ip) ?? 0n, parseAddress(b.ip) ?? 0n];
  return first < second ? -1 : first > second ? 1 : 0;
}

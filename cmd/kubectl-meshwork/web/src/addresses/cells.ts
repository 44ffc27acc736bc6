import type { Address, Range } from '../core/protocol';
import { formatAddress, parseAddress } from './ip';

interface Block { first: bigint; size: bigint }

type CellKind = 'free' | 'used' | 'coolingDown' | 'reserved';

/** Cell is one address of a range, or a bucket of several. */
export interface Cell { first: string; last: string; kind: CellKind; addresses: Address[]; density: 0 | 1 | 2 | 3 | 4 }

/** RangeMap is the part of a range that is drawn. */
export interface RangeMap { cells: Cell[]; perCell: bigint; first: string; last: string; whole: boolean }

const mostCells = 1024n;
/** Of ranges with more addresses, only the part with addresses in use is drawn. */
const mostWhole = 1n << 20n;
const leastPart = 256n;

/** rangeMapOf returns undefined if there is nothing to draw: for a range that is malformed, or big and unused. */
export function rangeMapOf(range: Range, addresses: readonly Address[]): RangeMap | undefined {
  const block = blockOf(range);
  if (block === undefined) return undefined;
  const placed = addresses.map((address) => ({ address, offset: offsetOf(address) })).filter(({ offset }) => offset >= 0n && offset < block.size);
  if (placed.length === 0 && block.size > mostCells) return undefined;
  const part = partOf(block.size, placed.map(({ offset }) => offset));
  const perCell = part.size <= mostCells ? 1n : (part.size + mostCells - 1n) / mostCells;
  const inCell = new Map<number, Address[]>();
  for (const { address, offset } of placed) {
    const index = Number((offset - part.first) / perCell);
    const list = inCell.get(index);
    if (list === undefined) inCell.set(index, [address]);
    else list.push(address);
  }
  const name = (offset: bigint) => formatAddress(block.first + offset, range.family);
  const count = Number((part.size + perCell - 1n) / perCell);
  const cells = Array.from({ length: count }, (_, index) => {
    const first = part.first + BigInt(index) * perCell;
    const last = min(first + perCell, part.first + part.size) - 1n;
    const within = inCell.get(index) ?? [];
    return { first: name(first), last: name(last), kind: kindOf(within), addresses: within, density: densityOf(within.length, perCell) };
  });
  return { cells, perCell, first: name(part.first), last: name(part.first + part.size - 1n), whole: part.size === block.size };
}

/** blockOf returns undefined for a range that is malformed. */
function blockOf(range: Range): Block | undefined {
  const first = parseAddress(range.first);
  return first === undefined ? undefined : { first, size: BigInt(range.size) };
}

function offsetOf(address: Address): bigint {
  return /^\d+$/.test(address.offset) ? BigInt(address.offset) : -1n;
}

/** partOf returns the whole range, or the smallest block of 2^n addresses with everything that is in use. */
function partOf(size: bigint, offsets: bigint[]): Block {
  if (size <= mostWhole) return { first: 0n, size };
  const first = offsets.reduce((least, offset) => min(least, offset), offsets[0] ?? 0n);
  const last = offsets.reduce((most, offset) => (offset > most ? offset : most), 0n);
  let part = leastPart;
  while (part < size && first / part !== last / part) part *= 2n;
  const start = (first / part) * part;
  return { first: start, size: min(part, size - start) };
}

function kindOf(addresses: Address[]): CellKind {
  if (addresses.some((address) => address.state === 'Used')) return 'used';
  if (addresses.some((address) => address.state === 'CoolingDown')) return 'coolingDown';
  return addresses.length > 0 ? 'reserved' : 'free';
}

function densityOf(count: number, perCell: bigint): Cell['density'] {
  if (count === 0) return 0;
  if (perCell === 1n) return 4;
  const share = count / Number(perCell);
  return share > 0.75 ? 4 : share > 0.5 ? 3 : share > 0.25 ? 2 : 1;
}

function min(a: bigint, b: bigint): bigint { return a < b ? a : b; }

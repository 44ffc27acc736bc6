import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { rangeMapOf } from '../src/addresses/cells';
import { formatAddress, parseAddress } from '../src/addresses/ip';
import { address, range } from './fixtures';

test('Addresses are read and written', () => {
  for (const text of ['0.0.0.0', '10.200.0.255', '255.255.255.255']) equal(formatAddress(parseAddress(text) ?? -1n, 'IPv4'), text);
  for (const text of ['::', '::1', 'fd00::', 'fd00:10:128::2', '1:0:2::3', '1:2:3:4:5:6:7:8', 'fd00:0:1:1:1:1:1:1']) {
    equal(formatAddress(parseAddress(text) ?? -1n, 'IPv6'), text);
  }
  for (const text of ['', '10.0.0', '10.0.0.256', '1::2::3', 'g::', '1:2:3']) equal(parseAddress(text), undefined, text);
});

test('A range need not begin at a power of two', () => {
  const map = rangeMapOf(range('10.0.0.5-10.0.0.7', '3', { first: '10.0.0.5' }), [address('10.0.0.6', '1')]);
  deepEqual(map?.cells.map((cell) => [cell.first, cell.kind]), [['10.0.0.5', 'free'], ['10.0.0.6', 'used'], ['10.0.0.7', 'free']]);
  equal(rangeMapOf(range('nonsense', '0', { first: '' }), []), undefined);
});

test('A small range has a cell for each address', () => {
  const map = rangeMapOf(range('10.0.0.0/29', '8'), [
    address('10.0.0.1', '1'), address('10.0.0.2', '2', { state: 'CoolingDown' }), address('10.0.0.3', '3', { state: 'Reserved' }),
  ]);
  deepEqual(map?.cells.map((cell) => cell.kind), ['free', 'used', 'coolingDown', 'reserved', 'free', 'free', 'free', 'free']);
  equal(map?.cells[5]?.first, '10.0.0.5');
  equal(map?.whole, true);
});

test('A big range has buckets', () => {
  const map = rangeMapOf(range('10.0.0.0/16', '65536'), [address('10.0.0.1', '1'), address('10.0.0.2', '2'), address('10.0.255.255', '65535')]);
  equal(map?.cells.length, 1024);
  equal(map?.perCell, 64n);
  deepEqual([map?.cells[0]?.addresses.length, map?.cells[0]?.last, map?.cells[1023]?.kind], [2, '10.0.0.63', 'used']);
});

test('Of a huge range, the part in use is shown', () => {
  const map = rangeMapOf(range('fd00::/64', '18446744073709551616'), [address('fd00::1000', '4096'), address('fd00::10ff', '4351')]);
  deepEqual([map?.first, map?.last, map?.cells.length, map?.whole], ['fd00::1000', 'fd00::10ff', 256, false]);
  equal(rangeMapOf(range('fd00::/64', '18446744073709551616'), []), undefined, 'nothing to draw');
});

test('The part of a huge range ends with the range', () => {
  const map = rangeMapOf(range('10.0.0.0-10.16.0.9', '1048586', { first: '10.0.0.0' }), [address('10.16.0.4', '1048580')]);
  deepEqual([map?.first, map?.last, map?.cells.length], ['10.16.0.0', '10.16.0.9', 10]);
});

test('An offset beyond the range, or none, is left out', () => {
  const map = rangeMapOf(range('10.0.0.0/30', '4'), [address('10.0.9.9', '2313'), address('192.0.2.1', '')]);
  deepEqual(map?.cells.map((cell) => cell.kind), ['free', 'free', 'free', 'free']);
});

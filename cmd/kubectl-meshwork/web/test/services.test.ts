import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf, readFilters, writeFilters } from '../src/services/filters';
import { ServiceIndex } from '../src/services/service-index';
import { scrollTo, step, windowOf } from '../src/services/window';
import { row, rows } from './fixtures';

function names(search: string, entries = samples): string[] {
  return new ServiceIndex().query(entries, readFilters(search)).rows.map(({ row: { namespace, name } }) => `${namespace}/${name}`);
}

const samples = rows(
  { name: 'web', online: 3 },
  { name: 'cart', state: 'Missing', result: 'Problem', online: 0, findings: ['PortSkipped'] },
  { namespace: 'bank', name: 'vault', mesh: 'secure', delegated: 'Effective', addresses: ['10.200.0.7'], online: 9 },
  { namespace: 'bank', name: 'audit', mesh: '', state: 'NotInMesh', online: 0 },
);

test('Filters survive the way through the URL', () => {
  for (const search of ['', '?q=a+b&state=Online', '?mesh=-&namespace=shop&sort=-endpoints', '?delegated=*&finding=PortSkipped&problem=true']) {
    equal(writeFilters(readFilters(search)), search);
  }
});

test('The worst come first', () => {
  const entries = rows({ name: 'ok' }, { name: 'empty', state: 'NoPods', online: 0 }, { name: 'torn', result: 'Problem' }, { name: 'taken', state: 'Conflict', result: 'Problem' }, { name: 'out', state: 'NotInMesh' });
  deepEqual(names('', entries), ['shop/taken', 'shop/torn', 'shop/empty', 'shop/ok', 'shop/out']);
});

test('A word may be in what only the command has', () => {
  const { rows: found } = new ServiceIndex().query(samples, readFilters('?q=10.1.0.7+shop'), (key, word) => key === 'shop/web' && word === '10.1.0.7');
  deepEqual(found.map(({ key }) => key), ['shop/web']);
});

test('What is wrong in the URL does not filter', () => {
  equal(writeFilters(readFilters('?sort=price&problem=yes&page=3')), '');
});

test('All words of a search must be found, in names, addresses and findings', () => {
  deepEqual(names('?q=bank+VAULT'), ['bank/vault']);
  deepEqual(names('?q=10.200.0.7'), ['bank/vault']);
  deepEqual(names('?q=portskipped'), ['shop/cart']);
  deepEqual(names('?q=bank+cart'), []);
});

test('Each filter finds its Services', () => {
  deepEqual(names('?mesh=-'), ['bank/audit']);
  deepEqual(names('?delegated=*'), ['bank/vault']);
  deepEqual(names('?problem=true'), ['shop/cart']);
  deepEqual(names('?state=Online&namespace=shop'), ['shop/web']);
});

test('No name is taken for something else', () => {
  const entries = rows({ namespace: 'any', name: 'web', mesh: 'any' }, { namespace: 'constructor', name: 'web', mesh: 'constructor' });
  deepEqual(names('?namespace=any', entries), ['any/web']);
  deepEqual(names('?mesh=any', entries), ['any/web']);
  const { namespace } = new ServiceIndex().counts(entries, readFilters(''));
  deepEqual(choicesOf(namespace, 'toString', new Map()).map(({ label, count }) => [label, count]), [['any', 1], ['constructor', 1], ['toString', 0]]);
});

test('The columns sort in both directions', () => {
  deepEqual(names('?sort=namespace'), ['bank/audit', 'bank/vault', 'shop/cart', 'shop/web']);
  deepEqual(names('?sort=-name'), ['shop/web', 'bank/vault', 'shop/cart', 'bank/audit']);
  deepEqual(names('?sort=-endpoints'), ['bank/vault', 'shop/web', 'bank/audit', 'shop/cart']);
  deepEqual(names('?sort=state'), ['shop/cart', 'bank/vault', 'shop/web', 'bank/audit'], 'the worst first');
});

test('Counts tell what a filter would show next to the other filters', () => {
  const counts = new ServiceIndex().counts(samples, readFilters('?namespace=bank'));
  deepEqual([...counts.namespace].sort(), [['bank', 2], ['shop', 2]]);
  deepEqual([...counts.state].sort(), [['NotInMesh', 1], ['Online', 1]]);
});

test('The index follows changes of its rows', () => {
  const index = new ServiceIndex();
  const entries = rows({ name: 'a' }, { name: 'b' });
  equal(index.query(entries, readFilters('')).rows.length, 2);
  entries.set('shop/b', row({ name: 'b', state: 'Down' }));
  entries.delete('shop/a');
  entries.set('shop/c', row({ name: 'c' }));
  const { rows: found, total } = index.query(entries, readFilters(''));
  deepEqual(found.map((one) => `${one.row.name} ${one.row.state}`), ['b Down', 'c Online']);
  equal(total, 2);
  equal(index.query(entries, readFilters('?state=Down')).rows.length, 1);
});

test('A row that is replaced by another one is found', () => {
  const index = new ServiceIndex();
  index.query(rows({ name: 'a' }), readFilters(''));
  deepEqual(index.query(rows({ name: 'b' }), readFilters('')).rows.map((one) => one.key), ['shop/b']);
});

test('Only the rows in view and a few more are drawn', () => {
  deepEqual(windowOf(0, 400, 40, 10_000, 5), { first: 0, last: 15 });
  deepEqual(windowOf(4000, 400, 40, 10_000, 5), { first: 95, last: 115 });
  deepEqual(windowOf(400_000, 400, 40, 10_000, 5), { first: 9995, last: 10_000 });
  deepEqual(windowOf(4000, 400, 40, 3, 5), { first: 3, last: 3 });
});

test('The list scrolls as little as it must', () => {
  equal(scrollTo(2, 0, 400, 40), 0);
  equal(scrollTo(12, 0, 400, 40), 120);
  equal(scrollTo(3, 200, 400, 40), 120);
});

test('Keys stay in the list', () => {
  equal(step('ArrowDown', 9, 10, 5), 9);
  equal(step('ArrowUp', 0, 10, 5), 0);
  equal(step('PageDown', 2, 10, 5), 7);
  equal(step('End', 2, 10, 5), 9);
  equal(step('a', 2, 10, 5), undefined);
});

import { clock } from './browser';
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { hasFound, isCut, placesOf, Search } from '../src/services/search';

const answer = {
  'web-0': { services: { 'shop/web': 'Pod web-0' }, cut: false },
  '10.': { services: { 'shop/web': 'address 10.1.0.1', 'shop/cart': 'address 10.1.0.2' }, cut: true },
};

function newSearch() {
  const asked: string[][] = [];
  const search = new Search((words) => { asked.push(words); return Promise.resolve(answer); });
  return { search, asked };
}

const settle = () => new Promise<void>((resolve) => { setImmediate(resolve); });

test('The command is asked once after typing, for words of two letters and more', async () => {
  const { search, asked } = newSearch();
  for (const typed of ['w', 'we', 'web-0', 'web-0 a 10.']) search.look(typed.split(' '));
  clock.pass(1000);
  await settle();
  deepEqual(asked, [['web-0', '10.']]);
  deepEqual(search.answer.value, answer);
});

test('The answer is refreshed, and ends with the page', async () => {
  const { search, asked } = newSearch();
  search.look(['web']);
  for (let i = 0; i < 3; i++) {
    clock.pass(5200);
    await settle();
  }
  equal(asked.length, 3);
  search.end();
  clock.pass(60_000);
  equal(asked.length, 3);
});

test('Nothing to look for is not asked', async () => {
  const { search, asked } = newSearch();
  search.look(['web']);
  search.look([]);
  clock.pass(10_000);
  await settle();
  equal(asked.length, 0);
});

test('An answer tells where the words are', () => {
  deepEqual(placesOf(answer, 'shop/web'), ['Pod web-0', 'address 10.1.0.1']);
  deepEqual(placesOf(answer, 'constructor'), []);
  equal(hasFound(answer, 'shop/cart', '10.'), true);
  equal(hasFound(answer, 'shop/cart', 'web-0'), false);
  equal(hasFound(answer, 'shop/cart', 'constructor'), false);
  equal(isCut(answer), true);
});

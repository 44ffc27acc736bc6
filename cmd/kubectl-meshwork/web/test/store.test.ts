import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { group, keyed, one, Store } from '../src/core/store';

function newStore() {
  const sent: object[] = [];
  const frames: (() => void)[] = [];
  const lingering: (() => void)[] = [];
  let time = 0;
  const store = new Store((request) => sent.push(request), (work) => frames.push(work), (work) => lingering.push(work), () => time);
  const run = (works: (() => void)[]) => { for (const work of works.splice(0)) work(); };
  return { store, sent, frames, frame: () => run(frames), wait: () => run(lingering), pass: (by: number) => { time += by; } };
}

test('Messages of one frame are applied at once', () => {
  const { store, frames, frame } = newStore();
  const { state } = store.subscribe('overview');
  let states = 0;
  state.subscribe(() => states++);
  store.receive({ topic: 'overview', reset: true, set: { counts: { services: 1 } } });
  store.receive({ topic: 'overview', set: { counts: { services: 2 } } });
  equal(frames.length, 1);
  equal(state.value.loaded, false);
  frame();
  equal(one<{ services: number }>(state.value, 'counts')?.services, 2);
  equal(states, 2, 'the first state and the one of the frame');
});

test('A reset forgets what was there, a removal only its key', () => {
  const { store, frame } = newStore();
  const { state } = store.subscribe('overview');
  store.receive({ topic: 'overview', reset: true, set: { 'mesh/a': { name: 'a' }, 'mesh/b': { name: 'b' } } });
  store.receive({ topic: 'overview', remove: ['mesh/a', 'mesh/unknown'] });
  frame();
  deepEqual(group<{ name: string }>(state.value, 'mesh').map((mesh) => mesh.name), ['b']);
  store.receive({ topic: 'overview', reset: true, set: { 'mesh/c': { name: 'c' } } });
  frame();
  deepEqual(keyed(state.value, 'mesh').map(([key]) => key), ['c']);
});

test('A topic is subscribed to once, and lingers', () => {
  const { store, sent, wait } = newStore();
  const first = store.subscribe('services');
  const second = store.subscribe('services');
  first.end();
  first.end();
  wait();
  deepEqual(sent, [{ subscribe: 'services' }]);
  second.end();
  const again = store.subscribe('services');
  wait();
  deepEqual(sent, [{ subscribe: 'services' }], 'who comes back in time keeps the subscription');
  again.end();
  wait();
  deepEqual(sent, [{ subscribe: 'services' }, { unsubscribe: 'services' }]);
  deepEqual(store.names(), []);
});

test('Few topics linger', () => {
  const { store } = newStore();
  for (let i = 0; i < 20; i++) store.subscribe(`service/shop/web-${i}`).end();
  deepEqual(store.names(), [16, 17, 18, 19].map((i) => `service/shop/web-${i}`));
});

test('Messages of topics without a subscription are ignored', () => {
  const { store, frame } = newStore();
  store.receive({ topic: 'services', set: { 'shop/web': {} } });
  frame();
  deepEqual(store.names(), []);
});

test('Only changes are marked as such, and only for a while', () => {
  const { store, frame, pass } = newStore();
  const { state } = store.subscribe('services');
  store.receive({ topic: 'services', reset: true, set: { 'a/a': {}, 'b/b': {} } });
  frame();
  equal(state.value.changed.size, 0);
  store.receive({ topic: 'services', set: { 'a/a': {} } });
  frame();
  ok(state.value.changed.has('a/a'));
  pass(5000);
  store.receive({ topic: 'services', set: { 'b/b': {} } });
  frame();
  deepEqual([...state.value.changed.keys()], ['b/b']);
});

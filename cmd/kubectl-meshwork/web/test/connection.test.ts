import { clock, FakeSocket } from './browser';
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { Connection } from '../src/core/connection';

function connect() {
  FakeSocket.all = [];
  const updates: string[] = [];
  const connection = new Connection((update) => updates.push(update.topic), () => ['cluster']);
  connection.open();
  const last = () => FakeSocket.all.at(-1)!;
  last().onopen();
  const hear = (topic: string) => last().onmessage({ data: JSON.stringify({ topic }) });
  return { connection, updates, last, hear };
}

test('Heartbeats keep the connection, and are no updates', () => {
  const { connection, updates, hear } = connect();
  for (let i = 0; i < 30; i++) {
    clock.pass(2000);
    hear('');
  }
  hear('cluster');
  equal(connection.phase.value, 'open');
  equal(FakeSocket.all.length, 1);
  deepEqual(updates, ['cluster']);
});

test('A command that is silent for 8 s is noticed, with the time of its last message', () => {
  const { connection, hear } = connect();
  clock.pass(1000);
  hear('');
  const heard = clock.time;
  clock.pass(7999);
  equal(connection.phase.value, 'open');
  clock.pass(1);
  equal(connection.phase.value, 'silent');
  equal(connection.heard.value, heard);
});

test('After a silence, it connects again and subscribes again', () => {
  const { connection, last } = connect();
  const first = last();
  clock.pass(30_000);
  equal(first.closed, true);
  equal(connection.phase.value, 'silent');
  last().onopen();
  equal(connection.phase.value, 'open');
  equal(connection.reconnected.value, true);
  deepEqual(last().sent, ['{"subscribe":"cluster"}']);
});

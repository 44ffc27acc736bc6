import './browser';
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { command, shellWord } from '../src/core/shell-words';
import { readView, writeView } from '../src/service/view';

test('The view of a Service survives the way through the URL', () => {
  for (const text of ['', '?tab=history', '?node=endpoint%2Fweb-0', '?tab=yaml&node=node%2Fa%2Fb&object=Pod%2Fweb-0']) equal(writeView(readView(text)), text);
});

test('The first view has the shortest address', () => {
  equal(writeView({ tab: 'explanation', node: '', object: 'Pod/web-0' }), '');
  deepEqual(readView(''), { tab: 'explanation', node: '', object: '' });
});

test('A name is one word of a shell', () => {
  equal(command('kubectl', 'get', 'pod', '-n', 'shop', 'web-0', '-o', 'wide'), "kubectl get pod -n shop web-0 -o wide");
  equal(shellWord("a'b; rm -rf /"), "'a'\\''b; rm -rf /'");
  equal(shellWord(''), "''");
});

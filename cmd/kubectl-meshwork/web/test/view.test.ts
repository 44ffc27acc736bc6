import './browser';
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { kubectl, kubectlFlags, shellWord } from '../src/core/shell-words';
import { healthState } from '../src/core/page-state';
import type { Problem } from '../src/core/protocol';
import { readView, writeView } from '../src/service/view';

test('The view of a Service survives the way through the URL', () => {
  for (const text of ['', '?tab=history', '?node=endpoint%2Fweb-0', '?tab=yaml&node=node%2Fa%2Fb&object=Pod%2Fweb-0']) equal(writeView(readView(text)), text);
});

test('The first view has the shortest address', () => {
  equal(writeView({ tab: 'explanation', node: '', object: 'Pod/web-0' }), '');
  deepEqual(readView(''), { tab: 'explanation', node: '', object: '' });
});

test('A name is one word of a shell', () => {
  equal(kubectl('get', 'pod', '-n', 'shop', 'web-0', '-o', 'wide'), "kubectl get pod -n shop web-0 -o wide");
  equal(shellWord("a'b; rm -rf /"), "'a'\\''b; rm -rf /'");
  equal(shellWord(''), "''");
});

test('A command uses the cluster of the page', () => {
  kubectlFlags.value = "--context='the other one'";
  equal(kubectl('get', 'pods'), "kubectl --context='the other one' get pods");
  equal(kubectl('meshwork', 'explain', 'service', 'a b'), "kubectl meshwork --context='the other one' explain service 'a b'");
  kubectlFlags.value = '';
});

test('The tab of the browser shows problems of the manager, and what cannot be judged', () => {
  const problem = { result: 'Problem' } as Problem;
  const unclear = { result: 'Unknown' } as Problem;
  deepEqual(healthState(undefined), { color: 'unknown', word: '' });
  deepEqual(healthState({ result: 'OK', problems: [] }), { color: 'good', word: '' });
  deepEqual(healthState({ result: 'Problem', problems: [problem, unclear] }), { color: 'bad', word: '1 problem' });
  deepEqual(healthState({ result: 'Unknown', problems: [unclear] }), { color: 'unknown', word: 'Unknown' });
});

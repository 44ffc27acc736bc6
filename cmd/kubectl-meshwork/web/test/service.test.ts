import './browser';
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Document, Event } from '../src/core/protocol';
import { documentText, fenced } from '../src/parts/document-text';
import { dayOf, historyOf } from '../src/service/history';
import { checksOf, withoutRemedy, rulesOf, withoutRules } from '../src/service/sections';
import { markdownOf } from '../src/service/share';

const heading = (text: string): Block => ({ kind: 'heading', text });
const item = (mark: 'Good' | 'Bad' | 'Caution' | 'Unclear' | 'Neutral', label: string): Block => ({ kind: 'item', mark, label, text: `is ${label}` });
const labels = (blocks: Block[]) => blocks.map((block) => block.label ?? block.text ?? block.kind);

test('Failures come first, and checks that passed are apart', () => {
  const document: Document = {
    blocks: [
      { kind: 'headline', mark: 'Caution', text: 'has problems' },
      heading('Selection'), item('Good', 'ports'),
      heading('MeshServices'), item('Good', 'derived'), { kind: 'table', rows: [['NAME'], ['web']] }, item('Bad', 'names free'),
      heading('EndpointSlices'), item('Neutral', 'written by'),
    ],
  };
  const { failed, passed, passedChecks } = checksOf(document);
  deepEqual(failed.map(({ heading: head, blocks }) => [head?.text, labels(blocks)]), [['MeshServices', ['names free', 'table']]]);
  deepEqual(passed.map(({ heading: head, blocks }) => [head?.text, labels(blocks)]),
    [['Selection', ['ports']], ['MeshServices', ['derived']], ['EndpointSlices', ['written by']]]);
  equal(passedChecks, 2);
});

test('Only the remedy that is shown above is left out', () => {
  const command = (text: string): Block[] => [{ kind: 'command', text }, { kind: 'remark', text: `to ${text}` }];
  const paragraph: Block = { kind: 'paragraph', text: 'set the targetPort' };
  const all: Document = { blocks: [heading('Selection'), item('Bad', 'ports'), heading('What to do'), ...command('a'), paragraph, ...command('b')] };
  const rest = (remedy: { command?: string; why: string }) => labels(withoutRemedy(all, remedy).blocks).slice(2);
  deepEqual(rest({ command: 'a', why: 'to a' }), ['What to do', 'set the targetPort', 'b', 'to b']);
  deepEqual(rest({ why: 'set the targetPort' }), ['What to do', 'a', 'to a', 'b', 'to b']);
  deepEqual(rest({ why: 'something else' }), labels(all.blocks).slice(2));
  const only: Document = { blocks: [item('Bad', 'ports'), heading('What to do'), ...command('a')] };
  deepEqual(withoutRemedy(only, { command: 'a', why: 'to a' }).blocks, [item('Bad', 'ports')]);
  deepEqual(checksOf({ blocks: [heading('What to do'), paragraph] }).failed.map(({ blocks }) => labels(blocks)), [['set the targetPort']]);
});

test('What could not be checked is no passed check', () => {
  const { failed, passedChecks } = checksOf({ blocks: [heading('Selection'), item('Unclear', 'opted in'), item('Good', 'ports')] });
  deepEqual(failed.map(({ blocks }) => labels(blocks)), [['opted in']]);
  equal(passedChecks, 1);
});

test('Rules of routes keep their order and their shares', () => {
  const share = (text: string, percent: number): Block => ({ kind: 'share', mark: 'Good', percent, text });
  const rules = [item('Neutral', 'rule 1'), share('99.9% web', 99), share('<0.1% cart', 0), item('Neutral', 'rule 2'), share('100% web', 100)];
  const { failed } = checksOf({ blocks: [heading('Routes'), item('Good', 'route'), ...rules, item('Bad', 'route')] });
  deepEqual(failed.map(({ blocks }) => labels(blocks)), [['route', 'rule 1', '99.9% web', '<0.1% cart', 'rule 2', '100% web']]);
  equal(documentText({ blocks: [item('Neutral', 'rule 1'), share('<0.1% cart', 0)] }),
    `• rule 1         is rule 1\n${' '.repeat(19)}█${'░'.repeat(19)} <0.1% cart`);
});

test('The rules of routes are shown once, below the drawing', () => {
  const share: Block = { kind: 'share', mark: 'Good', percent: 100, text: '100% web' };
  const document = { blocks: [heading('Selection'), item('Neutral', 'note'), heading('Routes'), item('Good', 'route'), item('Neutral', 'rule 1'), share] };
  deepEqual(rulesOf(document), [item('Neutral', 'rule 1'), share]);
  deepEqual(withoutRules(document).blocks, document.blocks.slice(0, 4));
  deepEqual(rulesOf({ blocks: [heading('Selection'), item('Neutral', 'note')] }), []);
});

function event(time: string, object: string, changed: Partial<Event> = {}): Event {
  return { time, object, type: 'Normal', reason: 'Started', message: 'started', count: 1, from: 'kubelet', ...changed };
}

test('Events, handovers, rollouts and changes are on one time axis', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const step = (second: number, text: string) => ({ time: at(second), text, tone: 'neutral' });
  const entries = new Map<string, unknown>([
    ['event/1', event(at(2), 'Pod/web-0', { type: 'Warning', message: 'probe failed' })], ['change/7', step(4, 'is online')],
    ['handover/9', step(3, 'nine')], ['handover/10', step(3, 'ten')], ['rolled/0', step(1, 'web gets new Pods')], ['service', {}],
  ]);
  const history = historyOf({ loaded: true, entries, changed: new Map() });
  deepEqual(history.map((entry) => `${entry.about}: ${entry.text}`),
    ['Change: is online', 'Handover: ten', 'Handover: nine', 'Pod web-0: probe failed', 'Rollout: web gets new Pods']);
  equal(history[3]?.tone, 'bad');
});

test('Other days than today are named', () => {
  const now = Date.parse('2026-01-02T12:00:00');
  equal(dayOf('2026-01-02T01:00:00', now), '');
  equal(dayOf('2026-01-01T23:00:00', now), 'Thu Jan 01 2026');
});

test('An explanation is copied as text that cannot leave its fence', () => {
  const document: Document = { blocks: [
    { kind: 'headline', mark: 'Bad', text: 'Service shop/web is `torn`' }, heading('Ports'), item('Good', 'ports'),
    { kind: 'table', rows: [['NAME', 'STATE'], ['web-0', 'Exists\u202e']] }, { kind: 'command', text: 'kubectl get pods' },
  ] };
  equal(documentText(document), '✗ Service shop/web is `torn`\n\nPORTS\n  ✓ ports          is ports\n  NAME   STATE\n  web-0  Exists⟨U+202E⟩\n  kubectl get pods');
  equal(documentText({ blocks: [heading('Certificates'), { kind: 'paragraph', text: 'none' }, { kind: 'item', mark: 'Good', label: 'spec.mtls.backends', text: 'one' }] }),
    `CERTIFICATES\n  none\n  ✓ spec.mtls.backends\n${' '.repeat(19)}one`);
  equal(fenced('a ```` b'), '`````\na ```` b\n`````');
  equal(markdownOf('shop', 'web', { blocks: [] }), '```\n$ kubectl meshwork explain service web -n shop\n\n```');
});

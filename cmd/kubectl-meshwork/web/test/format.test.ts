import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { age, grouped, plural, shorten, visible } from '../src/core/format';

test('What deceives the eye is made visible', () => {
  equal(visible('gnp\u202Eexe'), 'gnp⟨U+202E⟩exe');
  equal(visible('a\u200Bb\u2066c\uFEFFd\u0000e\u001Bf\u0085g'), 'a⟨U+200B⟩b⟨U+2066⟩c⟨U+FEFF⟩d⟨U+0000⟩e⟨U+001B⟩f⟨U+0085⟩g');
  equal(visible('\u{E0041}\uD800'), '⟨U+E0041⟩⟨U+D800⟩');
  equal(visible('two\nlines\tand'), 'two ⏎ lines⟨U+0009⟩and');
  equal(visible('two\n\tlines\r', 'lines'), 'two\n\tlines⟨U+000D⟩');
});

test('Other text is left as it is', () => {
  for (const text of ['web-6d5f', 'naïve 日本語 עברית', '<b>"x"&', '🚢 ship']) equal(visible(text), text);
});

test('Ages are as those of kubectl', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  equal(age('2025-12-31T23:59:55Z', now), '5s ago');
  equal(age('2025-12-31T23:57:00Z', now), '3m ago');
  equal(age('2025-12-31T21:00:00Z', now), '3h ago');
  equal(age('2026-01-04T00:00:00Z', now), 'in 3d');
  equal(age('', now), '');
  equal(age('0001-01-01T00:00:00Z', now), '');
});

test('Numbers are grouped, and huge ones are powers of two', () => {
  equal(grouped(1234567), '1,234,567');
  equal(grouped('65536'), '65,536');
  equal(grouped('18446744073709551616'), '2⁶⁴');
  equal(grouped('18446744073709551516'), '≈ 2⁶⁴');
  equal(plural(1, 'address', 'addresses'), '1 address');
  equal(plural(0, 'Service'), '0 Services');
});

test('A name loses its middle', () => {
  const short = shorten('web-6d5f7c9b8-x2x4p', 12);
  equal(short.length, 12);
  ok(short.startsWith('web-') && short.endsWith('-x2x4p'));
  equal(shorten('web', 12), 'web');
});

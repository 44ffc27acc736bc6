// Characters that are invisible, or that change the look of other text: controls, marks of direction, zero-width
// characters, separators of lines, tags, and halves of surrogate pairs.
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

/** visible writes characters that could deceive as their code points. Lines and tabs are kept if asked for. */
export function visible(text: string, keep: 'lines' | 'nothing' = 'nothing'): string {
  return text.replace(unseen, (character) => {
    if (keep === 'lines' && (character === '\n' || character === '\t')) return character;
    if (character === '\n') return ' ⏎ ';
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** age formats the distance from now, past or future, in the units of kubectl. */
export function age(time: string, now: number): string {
  const then = Date.parse(time);
  // Go sends its zero time for a missing time.
  if (Number.isNaN(then) || then <= 0) return '';
  const text = span(Math.abs(now - then));
  if (then > now + 1000) return `in ${text}`;
  return `${text} ago`;
}

export function span(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h` : `${Math.floor(hours / 24)}d`;
}

export function clockTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString('en-GB');
}

/** grouped separates thousands, even of a bigint in text form. Huge numbers become the nearest power of two. */
export function grouped(value: number | string): string {
  const text = String(value);
  if (!/^\d+$/.test(text)) return text;
  if (text.length > 12) return powerOfTwo(BigInt(text));
  return text.replace(/\B(?=(\d{3})+$)/g, ',');
}

function powerOfTwo(value: bigint): string {
  const bits = value.toString(2);
  const power = bits.startsWith('11') ? bits.length : bits.length - 1;
  return `${value === 1n << BigInt(power) ? '' : '≈ '}${superscript(power)}`;
}

function superscript(power: number): string {
  return `2${[...String(power)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '').join('')}`;
}

/** plural returns the number with the singular or the plural. */
export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : several}`;
}

/** shorten cuts out the middle, because generated names differ at their ends. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.ceil((length - 1) * 0.55);
  return `${text.slice(0, length - 1 - end)}…${text.slice(text.length - end)}`;
}

import { visible } from '../core/format';
import type { Block, Document, Mark } from '../core/protocol';

const signs: Record<Mark, string> = { Good: '✓', Bad: '✗', Caution: '!', Unclear: '?', Neutral: '•', Blank: ' ' };

/** documentText writes a document as the commands print it. */
export function documentText({ blocks }: Document): string {
  return blocks.map(blockText).join('\n').trim();
}

function blockText(block: Block): string {
  const text = visible(block.text ?? '');
  const sign = signs[block.mark ?? 'Neutral'] ?? '•';
  switch (block.kind) {
    case 'headline': return `${sign} ${text}`;
    case 'heading': return `\n${text.toUpperCase()}`;
    case 'item': return itemText(sign, visible(block.label ?? ''), text);
    case 'share': return `    ${' '.repeat(labelWidth)} ${barText(block.percent ?? 0)} ${text}`;
    case 'table': return tableText(block.rows ?? []);
    case 'paragraph':
    case 'command': return `  ${text}`;
    case 'remark': return `  # ${text}`;
    default: return text;
  }
}

const labelWidth = 14;

/** itemText writes the text below a label that is too long for its column. */
function itemText(sign: string, label: string, text: string): string {
  if ([...label].length > labelWidth) return `  ${sign} ${label}\n    ${' '.repeat(labelWidth)} ${text}`;
  return `  ${sign} ${label.padEnd(labelWidth)} ${text}`;
}

const barWidth = 20;

function barText(percent: number): string {
  const filled = Math.max(1, Math.round((percent * barWidth) / 100));
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled);
}

function tableText(rows: string[][]): string {
  const shown = rows.map((row) => row.map((cell) => visible(cell)));
  const widths = (shown[0] ?? []).map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  return shown.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}

/** fenced returns the text as a code block of Markdown, with a fence that the text does not have. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

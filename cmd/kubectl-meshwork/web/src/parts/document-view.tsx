import type { Block, Document } from '../core/protocol';
import { Bar } from './bar';
import { CopyButton } from './copy-button';
import { MarkIcon } from './marks';
import { Text } from './text';

/** DocumentView shows the output of a command. */
export function DocumentView({ document }: { document: Document }) {
  return <div class="document">{document.blocks.map((block, index) => <BlockView key={index} block={block} />)}</div>;
}

function BlockView({ block }: { block: Block }) {
  const text = block.text ?? '';
  switch (block.kind) {
    case 'headline':
      return <p class="headline"><MarkIcon mark={block.mark} /><span><Text value={text} /></span></p>;
    case 'heading':
      return <h3><Text value={text} /></h3>;
    case 'item':
      return (
        <div class="item">
          <MarkIcon mark={block.mark} />
          <span class="item-label"><Text value={block.label ?? ''} /></span>
          <span class="item-text"><Text value={text} /></span>
        </div>
      );
    case 'share':
      return <ShareView block={block} />;
    case 'table':
      return <DocumentTable rows={block.rows ?? []} />;
    case 'command':
      return <Command text={text} />;
    case 'remark':
      return <p class="remark"><Text value={text} /></p>;
    case 'paragraph':
      return <p><Text value={text} /></p>;
    default:
      return null; // of a newer command
  }
}

function ShareView({ block }: { block: Block }) {
  const percent = Math.max(1, block.percent ?? 0); // even the smallest share must be visible
  return (
    <div class="item share">
      <span aria-hidden />
      <Bar label="Share" shares={[
        { value: percent, color: block.mark === 'Bad' ? 'bad' : 'good', word: 'percent' },
        { value: 100 - percent, color: 'neutral', word: 'percent elsewhere' },
      ]} />
      <span class="item-text"><Text value={block.text ?? ''} /></span>
    </div>
  );
}

export function Command({ text }: { text: string }) {
  return (
    <div class="command">
      <code><Text value={text} /></code>
      <CopyButton text={text} />
    </div>
  );
}

function DocumentTable({ rows }: { rows: string[][] }) {
  const [head, ...body] = rows;
  if (head === undefined) return null;
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={`Table: ${head[0] ?? ''}`}>
      <table>
        <thead><tr>{head.map((cell, column) => <th key={column} scope="col"><Text value={cell} /></th>)}</tr></thead>
        <tbody>
          {body.map((cells, row) => (
            <tr key={row}>{cells.map((cell, column) => <td key={column}><Text value={cell} /></td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { visible } from '../core/format';
import { fit, widthOf } from './fit';
import type { Frame, Layout, Title } from './geometry';
import type { Emphasis } from './nodes';

/** isEmpty reports whether the column with the label has no nodes. */
export function isEmpty(layout: Layout, label: string): boolean {
  if (label === 'Service') return false;
  if (label === 'MeshServices') return layout.meshServices.length === 0;
  return label === 'EndpointSlices' ? layout.slices.length === 0 : layout.endpoints.endpoints.length === 0;
}

/** PartTitle is the title of a column. */
export function PartTitle({ title: { label, x, y }, empty }: { title: Title; empty: boolean }) {
  return (
    <>
      <text class="column-title" x={x} y={y}>{label}</text>
      {empty && <text class="sub" x={x} y={y + 32}>none</text>}
    </>
  );
}

/** ListFrame is around MeshServices or the slices of one manager. */
export function ListFrame({ frame, emphasis }: { frame: Frame; emphasis: Emphasis }) {
  return (
    <g class={`frame list-frame ${frame.ours === true ? 'ours' : ''} ${emphasis}`} data-frame={frame.id} style={{ transform: `translate(${frame.x}px, ${frame.y}px)` }}>
      <title>{visible(frame.label)}</title>
      <rect width={frame.width} height={frame.height} rx="8" />
      <text class="frame-label" x="9" y="17">{fit(frame.label, frame.width - 18, 'title')}</text>
      <text class="frame-note" x="9" y="34">{frame.note}</text>
      <text class="frame-note" x="9" y={frame.height - 9}>{frame.more}</text>
    </g>
  );
}

/** PlaceFrame is a zone or a Node. A click chooses it; by the keyboard, it is chosen in the details of a Pod. */
export function PlaceFrame({ frame, kind, emphasis }: { frame: Frame; kind: 'zone' | 'knode'; emphasis: Emphasis }) {
  const room = frame.width - 28 - widthOf(frame.note, 'small');
  return (
    <g class={`frame ${kind} ${emphasis}`} data-node={frame.id} data-frame={frame.id} style={{ transform: `translate(${frame.x}px, ${frame.y}px)` }}>
      <title>{visible(frame.label)}</title>
      <rect width={frame.width} height={frame.height} rx={kind === 'zone' ? 8 : 6} />
      <text class="frame-label" x="9" y={kind === 'zone' ? 16 : 14}>{fit(frame.label, room, 'small')}</text>
      <text class="frame-note end" x={frame.width - 9} y={kind === 'zone' ? 16 : 14}>{frame.note}</text>
    </g>
  );
}

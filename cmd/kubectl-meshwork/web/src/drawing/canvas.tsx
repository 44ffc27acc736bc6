import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../core/format';
import { fit, widthOf } from './fit';
import type { Edge, Frame, Layout, Title } from './geometry';
import { useLeaving } from './leaving';
import { nextStop, stops } from './movement';
import { EndpointNode, MeshServiceNode, ServiceNode, SliceNode, type Emphasis } from './nodes';

interface CanvasProps {
  layout: Layout; related: Map<string, Set<string>>; hovered: Signal<string>; pinned: Signal<string>; name: string;
}

export function Canvas({ layout, related, hovered, pinned, name }: CanvasProps) {
  const tabStop = useSignal('service');
  const drawn = useRef(false);
  useEffect(() => { drawn.current = true; }, []);
  const svg = useRef<SVGSVGElement>(null);
  const chosen = hovered.value || pinned.value;
  const lit = related.get(chosen);
  const emphasis = (id: string): Emphasis => {
    if (chosen === '' || chosen === 'service') return id === chosen ? 'chosen' : '';
    return id === chosen ? 'chosen' : lit?.has(id) === true ? 'lit' : 'dim';
  };
  const all = stops(layout);
  const stop = all.some((node) => node.id === tabStop.value) ? tabStop.value : 'service';
  const common = (id: string) => ({ emphasis: emphasis(id), tab: id === stop, enters: drawn.current });

  const onKeyDown = (event: KeyboardEvent) => {
    const id = nodeOf(event);
    if (event.key === 'Enter' || event.key === ' ') pinned.value = pinned.value === id ? '' : id;
    else if (event.key === 'Escape') { pinned.value = ''; hovered.value = ''; }
    else {
      const next = nextStop(event.key, id, all);
      if (next === undefined) return;
      tabStop.value = next;
      svg.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
    }
    event.preventDefault();
  };
  const { width, height } = layout;
  const leavingEndpoints = useLeaving(layout.endpoints.endpoints);
  const leavingSlices = useLeaving(layout.slices);
  const leavingMeshServices = useLeaving(layout.meshServices);
  const still = { emphasis: '' as Emphasis, tab: false, enters: false, leaves: true };
  return (
    <svg
      ref={svg} class="drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" data-testid="drawing"
      aria-label={`Drawing of Service ${visible(name)}. The arrow keys move, Enter keeps the details.`} onKeyDown={onKeyDown}
      onPointerOver={(event) => { hovered.value = nodeOf(event); }} onPointerLeave={() => { hovered.value = ''; }}
      onFocusIn={(event) => { const id = nodeOf(event); hovered.value = id; if (id !== '') tabStop.value = id; }}
      onFocusOut={() => { hovered.value = ''; }}
      onClick={(event) => { const id = nodeOf(event); pinned.value = pinned.value === id ? '' : id; }}
    >
      {layout.columns.map((title) => <PartTitle key={title.label} title={title} empty={isEmpty(layout, title.label)} />)}
      {[...layout.managers, ...(layout.meshServiceFrame === undefined ? [] : [layout.meshServiceFrame])].map((frame) => <ListFrame key={frame.id} frame={frame} />)}
      {layout.endpoints.zones.map((frame) => <PlaceFrame key={frame.id} frame={frame} kind="zone" />)}
      {layout.endpoints.nodes.map((frame) => <PlaceFrame key={frame.id} frame={frame} kind="knode" />)}
      <g class="edges" aria-hidden>
        {layout.edges.map((edge) => <path key={edge.id} d={edge.path} class={`edge ${edgeEmphasis(edge, chosen, lit)}`} />)}
      </g>
      <ServiceNode node={layout.service} {...common('service')} />
      {layout.meshServices.map((node) => <MeshServiceNode key={node.id} node={node} {...common(node.id)} />)}
      {layout.slices.map((node) => <SliceNode key={node.id} node={node} {...common(node.id)} />)}
      {layout.endpoints.endpoints.map((node) => <EndpointNode key={node.id} node={node} detailed={layout.endpoints.detailed} {...common(node.id)} />)}
      {leavingMeshServices.map((node) => <MeshServiceNode key={`gone ${node.id}`} node={node} {...still} />)}
      {leavingSlices.map((node) => <SliceNode key={`gone ${node.id}`} node={node} {...still} />)}
      {leavingEndpoints.map((node) => <EndpointNode key={`gone ${node.id}`} node={node} detailed={layout.endpoints.detailed} {...still} />)}
    </svg>
  );
}

function nodeOf(event: globalThis.Event): string {
  const element = event.target instanceof Element ? event.target.closest('[data-node]') : null;
  return element?.getAttribute('data-node') ?? '';
}

function edgeEmphasis(edge: Edge, chosen: string, lit: Set<string> | undefined): Emphasis {
  if (chosen === '' || chosen === 'service' || edge.from === '') return '';
  const belongs = (id: string) => id === chosen || lit?.has(id) === true;
  const [from, to] = [belongs(edge.from), belongs(edge.to)];
  if (from && to && (edge.from === chosen || edge.to === chosen || edge.from === 'service')) return 'lit';
  if (from && edge.to.startsWith('zone/') && edge.from === chosen) return 'lit';
  return 'dim';
}

function isEmpty(layout: Layout, label: string): boolean {
  if (label === 'Service') return false;
  if (label === 'MeshServices') return layout.meshServices.length === 0;
  return label === 'EndpointSlices' ? layout.slices.length === 0 : layout.endpoints.endpoints.length === 0;
}

function PartTitle({ title: { label, x, y }, empty }: { title: Title; empty: boolean }) {
  return (
    <>
      <text class="column-title" x={x} y={y}>{label}</text>
      {empty && <text class="sub" x={x} y={y + 32}>none</text>}
    </>
  );
}

/** ListFrame is around MeshServices or the slices of one manager. */
function ListFrame({ frame }: { frame: Frame }) {
  return (
    <g class={`frame list-frame ${frame.ours === true ? 'ours' : ''}`} style={{ transform: `translate(${frame.x}px, ${frame.y}px)` }}>
      <title>{visible(frame.label)}</title>
      <rect width={frame.width} height={frame.height} rx="8" />
      <text class="frame-label" x="9" y="17">{fit(frame.label, frame.width - 18, 'title')}</text>
      <text class="frame-note" x="9" y="34">{frame.note}</text>
      <text class="frame-note" x="9" y={frame.height - 9}>{frame.more}</text>
    </g>
  );
}

/** PlaceFrame is a zone or a Node. */
function PlaceFrame({ frame, kind }: { frame: Frame; kind: 'zone' | 'knode' }) {
  const room = frame.width - 28 - widthOf(frame.note, 'small');
  return (
    <g class={`frame ${kind}`} style={{ transform: `translate(${frame.x}px, ${frame.y}px)` }}>
      <title>{visible(frame.label)}</title>
      <rect width={frame.width} height={frame.height} rx={kind === 'zone' ? 8 : 6} />
      <text class="frame-label" x="9" y={kind === 'zone' ? 16 : 14}>{fit(frame.label, room, 'small')}</text>
      <text class="frame-note end" x={frame.width - 9} y={kind === 'zone' ? 16 : 14}>{frame.note}</text>
    </g>
  );
}

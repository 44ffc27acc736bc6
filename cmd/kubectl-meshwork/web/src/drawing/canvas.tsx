import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../core/format';
import { fit, widthOf } from './fit';
import type { Edge, Frame, Layout, Title } from './geometry';
import { useLeaving } from './leaving';
import { nextStop, stops } from './movement';
import { isOn } from './path';
import { EndpointNode, MeshServiceNode, ServiceNode, SliceNode, type Emphasis } from './nodes';

interface CanvasProps {
  layout: Layout; path: ReadonlySet<string>; chosen: string; hovered: Signal<string>; pinned: string; onPin: (id: string) => void; name: string;
}

/** Canvas draws the layout, and emphasizes the path unless it is empty. */
export function Canvas({ layout, path, chosen, hovered, pinned, onPin, name }: CanvasProps) {
  const tabStop = useSignal('service');
  const drawn = useRef(false);
  useEffect(() => { drawn.current = true; }, []);
  const svg = useRef<SVGSVGElement>(null);
  const emphasis = (id: string): Emphasis => {
    if (id === chosen) return 'chosen';
    return path.size === 0 ? '' : path.has(id) ? 'lit' : 'dim';
  };
  const pin = (id: string) => onPin(pinned === id ? '' : id);
  const meshServices = [...layout.meshServices, ...layout.endpoints.meshServices];
  const all = stops(layout);
  const stop = all.some((node) => node.id === tabStop.value) ? tabStop.value : 'service';
  const common = (id: string) => ({ emphasis: emphasis(id), tab: id === stop, enters: drawn.current });

  const onKeyDown = (event: KeyboardEvent) => {
    const id = nodeOf(event);
    if (event.key === 'Enter' || event.key === ' ') pin(id);
    else if (event.key === 'Escape') { onPin(''); hovered.value = ''; }
    else {
      const next = nextStop(event.key, id, all);
      if (next === undefined) return;
      tabStop.value = next;
      svg.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
    }
    event.preventDefault();
  };
  const focus = (id: string) => {
    hovered.value = id;
    if (id !== '') tabStop.value = id;
  };
  const { width, height } = layout;
  const lists = [...layout.managers, ...(layout.meshServiceFrame === undefined ? [] : [layout.meshServiceFrame])];
  const conflicts = new Set(meshServices.filter((node) => node.value.state === 'Conflict').map((node) => node.id));
  const leavingEndpoints = useLeaving(layout.endpoints.endpoints);
  const leavingSlices = useLeaving(layout.slices);
  const leavingMeshServices = useLeaving(meshServices);
  const still = { emphasis: '' as Emphasis, tab: false, enters: false, leaves: true };
  return (
    <svg
      ref={svg} class="drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" data-testid="drawing"
      aria-label={`Drawing of Service ${visible(name)}. The arrow keys move, Enter keeps the details.`} onKeyDown={onKeyDown}
      onPointerOver={(event) => { if (event.pointerType === 'mouse') hovered.value = nodeOf(event); }}
      onPointerLeave={() => { hovered.value = ''; }}
      onFocusIn={(event) => { if (isByKeyboard(event)) focus(nodeOf(event)); }} onFocusOut={() => { hovered.value = ''; }}
      onClick={(event) => { hovered.value = ''; pin(nodeOf(event)); }}
    >
      {layout.columns.map((title) => <PartTitle key={title.label} title={title} empty={isEmpty(layout, title.label)} />)}
      {lists.map((frame) => <ListFrame key={frame.id} frame={frame} emphasis={emphasis(frame.id)} />)}
      {/* Edges from above lead behind the zones in their way. */}
      {layout.below && <Edges edges={layout.edges.filter((edge) => !isInside(edge))} path={path} conflicts={conflicts} />}
      {layout.endpoints.zones.map((frame) => <PlaceFrame key={frame.id} frame={frame} kind="zone" emphasis={emphasis(frame.id)} />)}
      {layout.endpoints.nodes.map((frame) => <PlaceFrame key={frame.id} frame={frame} kind="knode" emphasis={emphasis(frame.id)} />)}
      <Edges edges={layout.below ? layout.edges.filter(isInside) : layout.edges} path={path} conflicts={conflicts} />
      <ServiceNode node={layout.service} {...common('service')} />
      {meshServices.map((node) => <MeshServiceNode key={node.id} node={node} {...common(node.id)} />)}
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

/** isByKeyboard is false for the focus that a click or a tap gives. */
function isByKeyboard(event: FocusEvent): boolean {
  return event.target instanceof Element && event.target.matches(':focus-visible');
}

interface EdgesProps { edges: Edge[]; path: ReadonlySet<string>; conflicts: ReadonlySet<string> }

function Edges({ edges, path, conflicts }: EdgesProps) {
  const classOf = (edge: Edge) => {
    const emphasis = path.size === 0 || edge.from === '' ? '' : isOn(path, edge) ? 'lit' : 'dim';
    return `edge ${emphasis} ${conflicts.has(edge.from) || conflicts.has(edge.to) ? 'conflict' : ''}`;
  };
  return <g class="edges" aria-hidden>{edges.map((edge) => <path key={edge.id} d={edge.path} class={classOf(edge)} data-edge={edge.id} />)}</g>;
}

/** isInside reports whether the edge is between a MeshService and its Pod in the box of a Node. */
function isInside(edge: Edge): boolean { return edge.to.startsWith('endpoint/') && edge.from.startsWith('meshService/'); }

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
function ListFrame({ frame, emphasis }: { frame: Frame; emphasis: Emphasis }) {
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
function PlaceFrame({ frame, kind, emphasis }: { frame: Frame; kind: 'zone' | 'knode'; emphasis: Emphasis }) {
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

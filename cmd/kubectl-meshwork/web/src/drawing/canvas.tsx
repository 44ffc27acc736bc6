import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../core/format';
import { Edges, isInside } from './edge-lines';
import { isEmpty, ListFrame, PartTitle, PlaceFrame } from './frames';
import type { Layout } from './geometry';
import { useLeaving } from './leaving';
import { nextStop, stops } from './movement';
import { EndpointNode, MeshServiceNode, ServiceNode, SliceNode, type Emphasis } from './nodes';

interface CanvasProps {
  layout: Layout; path: ReadonlySet<string>; chosen: string; hovered: Signal<string>; pinned: string; onPin: (id: string) => void; name: string;
}

/** Canvas draws the layout, and emphasizes the path unless it is empty. */
export function Canvas({ layout, path, chosen, hovered, pinned, onPin, name }: CanvasProps) {
  const drawn = useRef(false);
  useEffect(() => { drawn.current = true; }, []);
  const svg = useRef<SVGSVGElement>(null);
  const emphasis = (id: string): Emphasis => {
    if (id === chosen) return 'chosen';
    return path.size === 0 ? '' : path.has(id) ? 'lit' : 'dim';
  };
  const pin = (id: string) => onPin(pinned === id ? '' : id);
  const meshServices = [...layout.meshServices, ...layout.endpoints.meshServices];
  const { stop, focus, onKeyDown } = useKeyboard(svg, stops(layout), hovered, pin);
  const common = (id: string) => ({ emphasis: emphasis(id), tab: id === stop, enters: drawn.current });
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

/** useKeyboard moves the focus between the nodes by the arrow keys. Tab stops at one of them. */
function useKeyboard(svg: RefObject<SVGSVGElement>, all: ReturnType<typeof stops>, hovered: Signal<string>, pin: (id: string) => void) {
  const tabStop = useSignal('service');
  const stop = all.some((node) => node.id === tabStop.value) ? tabStop.value : 'service';
  const focus = (id: string) => {
    hovered.value = id;
    if (id !== '') tabStop.value = id;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = nodeOf(event);
    if (event.key === 'Enter' || event.key === ' ') pin(id);
    else if (event.key === 'Escape') { pin(''); hovered.value = ''; }
    else {
      const next = nextStop(event.key, id, all);
      if (next === undefined) return;
      tabStop.value = next;
      svg.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
    }
    event.preventDefault();
  };
  return { stop, focus, onKeyDown };
}

function nodeOf(event: globalThis.Event): string {
  const element = event.target instanceof Element ? event.target.closest('[data-node]') : null;
  return element?.getAttribute('data-node') ?? '';
}

/** isByKeyboard is false for the focus that a click or a tap gives. */
function isByKeyboard(event: FocusEvent): boolean {
  return event.target instanceof Element && event.target.matches(':focus-visible');
}

import type { Edge } from './geometry';
import { isOn } from './path';

interface EdgesProps { edges: Edge[]; path: ReadonlySet<string>; conflicts: ReadonlySet<string> }

/** Edges draws the edges, and emphasizes those on the path unless it is empty. */
export function Edges({ edges, path, conflicts }: EdgesProps) {
  const classOf = (edge: Edge) => {
    const emphasis = path.size === 0 || edge.from === '' ? '' : isOn(path, edge) ? 'lit' : 'dim';
    return `edge ${emphasis} ${conflicts.has(edge.from) || conflicts.has(edge.to) ? 'conflict' : ''}`;
  };
  return <g class="edges" aria-hidden>{edges.map((edge) => <path key={edge.id} d={edge.path} class={classOf(edge)} data-edge={edge.id} />)}</g>;
}

/** isInside reports whether the edge is between a MeshService and its Pod in the box of a Node. */
export function isInside(edge: Edge): boolean { return edge.to.startsWith('endpoint/') && edge.from.startsWith('meshService/'); }

import { managerName } from '../core/managers';
import type { MeshService, Slice } from '../core/protocol';
import type { Area, Frame, Node } from './geometry';
import { groupBy } from './group-by';
import { ids, isOnline } from './model';

const gap = 8;
const frameHead = 26;
const framePad = 8;
const nodeHeight = 42;
const mostMeshServices = 12;
const listedMeshServices = 6;
const mostSlices = 12;

export function placeMeshServices(all: MeshService[], { x, y, width }: Area) {
  const many = all.length > mostMeshServices;
  const listed = many ? all.slice(0, listedMeshServices) : all;
  const inset = many ? framePad : 0;
  const start = y + (many ? 46 : 0);
  const nodes = listed.map((value, index) => ({
    id: ids.meshService(value.name), value, x: x + inset, y: start + index * (nodeHeight + gap), width: width - 2 * inset, height: nodeHeight,
  }));
  const end = start + listed.length * (nodeHeight + gap) - (listed.length > 0 ? gap : 0);
  if (!many) return { nodes, frame: undefined, bottom: end };
  const online = all.filter(isOnline).length;
  const frame: Frame = {
    id: ids.meshServices, x, y, width, height: end - y + framePad + 20, more: `and ${all.length - listed.length} more`, label: `${all.length} MeshServices`,
    note: `${online} online, ${all.length - online} not`,
  };
  return { nodes, frame, bottom: frame.y + frame.height };
}

export function placeSlices(all: Slice[], { x, y: start, width }: Area) {
  const frames: Frame[] = [];
  const nodes: Node<Slice>[] = [];
  let y = start;
  for (const [manager, slices] of groupBy(all, (slice) => slice.manager)) {
    const listed = slices.slice(0, mostSlices);
    const hidden = slices.length - listed.length;
    const ours = slices[0]?.ours ?? false;
    listed.forEach((value, index) => nodes.push({
      id: ids.slice(value.name), value, x: x + framePad, y: y + frameHead + index * (nodeHeight + gap), width: width - 2 * framePad,
      height: nodeHeight,
    }));
    const height = frameHead + listed.length * (nodeHeight + gap) - gap + framePad + (hidden > 0 ? 20 : 0);
    frames.push({
      id: ids.manager(manager), x, y, width, height, label: managerName(manager, ours),
      note: '', more: hidden > 0 ? `and ${hidden} more` : '', ours,
    });
    y += height + 12;
  }
  return { frames, nodes, bottom: y - (frames.length > 0 ? 12 : 0) };
}

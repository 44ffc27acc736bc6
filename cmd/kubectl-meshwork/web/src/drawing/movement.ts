import type { Layout, Place } from './geometry';

interface Placed extends Place { id: string }

/** stops are the nodes that the arrow keys visit. */
export function stops(layout: Layout): Placed[] {
  return [layout.service, ...layout.meshServices, ...layout.slices, ...layout.endpoints.meshServices, ...layout.endpoints.endpoints];
}

const directions: Record<string, [number, number]> = {
  ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1],
};

/** nextStop returns the nearest node in the direction of the key. Sideways distance counts more. */
export function nextStop(key: string, from: string, all: readonly Placed[]): string | undefined {
  if (key === 'Home') return all[0]?.id;
  if (key === 'End') return all.at(-1)?.id;
  const direction = directions[key];
  const start = all.find((one) => one.id === from);
  if (direction === undefined || start === undefined) return undefined;
  let best: { id: string; cost: number } | undefined;
  for (const one of all) {
    if (one.id === from) continue;
    const [ahead, aside] = distances(start, one, direction);
    const cost = ahead + aside * 3;
    if (ahead > 0 && (best === undefined || cost < best.cost)) best = { id: one.id, cost };
  }
  return best?.id;
}

function distances(from: Place, to: Place, [dx, dy]: [number, number]): [number, number] {
  const x = to.x - from.x;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  return dx !== 0 ? [x * dx, Math.abs(y)] : [y * dy, Math.abs(x)];
}

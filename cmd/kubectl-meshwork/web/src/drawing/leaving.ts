import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Node } from './geometry';

const fadeTime = 450;
// More nodes that leave at once do not fade out: the eye cannot follow them.
const most = 100;
const still = window.matchMedia('(prefers-reduced-motion: reduce)');

interface Kept<T> { node: Node<T>; until: number }

/** useLeaving returns the nodes that have gone, at their last place, as long as they fade out. */
export function useLeaving<T>(nodes: readonly Node<T>[]): Node<T>[] {
  const before = useRef(new Map<string, Node<T>>());
  const gone = useRef(new Map<string, Kept<T>>());
  const ends = useSignal(0);
  void ends.value; // draws again when the fading has ended

  const present = new Map(nodes.map((node) => [node.id, node]));
  const left = still.matches ? [] : [...before.current].filter(([id]) => !present.has(id));
  if (left.length <= most) {
    for (const [id, node] of left) gone.current.set(id, { node, until: performance.now() + fadeTime });
  }
  for (const [id, kept] of gone.current) {
    if (present.has(id) || kept.until <= performance.now()) gone.current.delete(id);
  }
  before.current = present;

  const count = gone.current.size;
  useEffect(() => {
    if (count === 0) return undefined;
    const timer = window.setTimeout(() => { ends.value++; }, fadeTime + 20);
    return () => window.clearTimeout(timer);
  }, [count, left.length]);
  return [...gone.current.values()].map((kept) => kept.node);
}

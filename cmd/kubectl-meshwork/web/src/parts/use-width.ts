import { useSignal, type ReadonlySignal } from '@preact/signals';
import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** useWidth returns a reference for an element, and its width. It finds the element again if shown changes. */
export function useWidth(shown?: unknown): { box: Ref<HTMLDivElement>; width: ReadonlySignal<number> } {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  useLayoutEffect(() => {
    const measured = box.current;
    if (measured === null) return undefined;
    const observer = new ResizeObserver(() => { width.value = measured.clientWidth; });
    observer.observe(measured);
    width.value = measured.clientWidth;
    return () => observer.disconnect();
  }, [shown]);
  return { box, width };
}

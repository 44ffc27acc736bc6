import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** useUnhurried follows the signal once it is ready, at most once per pause. */
export function useUnhurried<T>(source: ReadonlySignal<T>, pause: number, ready: (value: T) => boolean): ReadonlySignal<T> {
  const followed = useSignal(source.peek());
  const timer = useRef<number | undefined>(undefined);
  const last = useRef(-Infinity);
  useSignalEffect(() => {
    if (!ready(source.value) || timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      last.current = performance.now();
      followed.value = source.peek();
    }, Math.max(0, last.current + pause - performance.now()));
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return followed;
}

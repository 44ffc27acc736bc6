import { signal } from '@preact/signals';

/** now is the current time, updated every second. */
export const now = signal(Date.now());

export function startClock(): void {
  window.setInterval(() => { if (!document.hidden) now.value = Date.now(); }, 1000);
  document.addEventListener('visibilitychange', () => { now.value = Date.now(); });
}

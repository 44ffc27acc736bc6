import { useEffect } from 'preact/hooks';
import { pageState } from '../core/page-state';

/** useTabState shows the state of the page in the title and the icon of the browser's tab. */
export function useTabState(title: string, isStale: boolean): void {
  const { color, word } = pageState.value;
  const state = isStale ? 'No connection' : word;
  useEffect(() => { document.title = state === '' ? title : `${state} · ${title}`; }, [state, title]);
  const icon = isStale ? '/icon-stale.svg' : color === 'bad' ? '/icon-bad.svg' : '/icon.svg';
  useEffect(() => { document.querySelector('link[rel=icon]')?.setAttribute('href', icon); }, [icon]);
}

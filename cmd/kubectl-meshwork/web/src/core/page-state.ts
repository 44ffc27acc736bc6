import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Health, Problem } from './protocol';

/** PageState is the state of a page, for the tab of the browser. */
export interface PageState { color: 'good' | 'bad' | 'unknown'; word: string }

const unknown: PageState = { color: 'unknown', word: '' };

export const pageState = signal(unknown);

/** usePageState sets the state as long as the page is shown. */
export function usePageState({ color, word }: PageState): void {
  useEffect(() => { pageState.value = { color, word }; }, [color, word]);
  useEffect(() => () => { pageState.value = unknown; }, []);
}

/** healthState is the state of the status: problems of the manager and of Meshes count, too. */
export function healthState(status: Pick<Health, 'result' | 'problems'> | undefined): PageState {
  if (status === undefined) return unknown;
  if (status.result === 'Unknown') return { color: 'unknown', word: 'Unknown' };
  return problemsState(problemCount(status.problems));
}

/** problemCount leaves out Services that cannot be judged. */
export function problemCount(problems: Pick<Problem, 'result'>[]): number {
  return problems.filter((problem) => problem.result === 'Problem').length;
}

/** problemsState is the state of a page that shows this many problems. */
export function problemsState(problems: number | undefined): PageState {
  if (problems === undefined) return unknown;
  return problems === 0 ? { color: 'good', word: '' } : { color: 'bad', word: problems === 1 ? '1 problem' : `${problems} problems` };
}

import type { Mark, ServiceState, Tone } from '../core/protocol';

export type Color = 'good' | 'caution' | 'bad' | 'neutral';

type Shape = 'check' | 'cross' | 'warning' | 'question' | 'dot' | 'ring' | 'dash' | 'clock' | 'barred' | 'blank';

const shapes: Record<Shape, string> = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6',
  question: 'M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4',
  dot: 'M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8',
  ring: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6',
  dash: 'M4 8h8',
  barred: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M4.6 4.6l6.8 6.8',
  blank: '',
  clock: 'M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4',
};

/** Icon is only for the eye: a word next to it, or the label, has the same meaning. */
export function Icon({ shape, color, label }: { shape: Shape; color: Color; label?: string }) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img' as const, 'aria-label': label };
  return (
    <svg class={`icon ${color}`} viewBox="0 0 16 16" width="16" height="16" {...named}>
      <path d={shapes[shape]} />
    </svg>
  );
}

const marks: Record<Mark, { shape: Shape; color: Color; label: string }> = {
  Good: { shape: 'check', color: 'good', label: 'good' },
  Bad: { shape: 'cross', color: 'bad', label: 'problem' },
  Caution: { shape: 'warning', color: 'caution', label: 'caution' },
  Unclear: { shape: 'question', color: 'caution', label: 'unclear' },
  Neutral: { shape: 'dot', color: 'neutral', label: 'note' },
  Blank: { shape: 'blank', color: 'neutral', label: '' },
};

export function MarkIcon({ mark }: { mark: Mark | undefined }) {
  const known = marks[mark ?? 'Neutral'] ?? marks.Neutral;
  return <Icon {...known} />;
}

export function ToneIcon({ tone }: { tone: Tone }) {
  return <MarkIcon mark={tone === 'good' ? 'Good' : tone === 'bad' ? 'Bad' : 'Neutral'} />;
}

const states: Record<ServiceState, { shape: Shape; color: Color; word: string }> = {
  Online: { shape: 'check', color: 'good', word: 'Online' },
  NoPods: { shape: 'ring', color: 'neutral', word: 'No Pods' },
  Down: { shape: 'cross', color: 'bad', word: 'Down' },
  Degraded: { shape: 'warning', color: 'bad', word: 'Degraded' },
  Missing: { shape: 'question', color: 'bad', word: 'Missing' },
  Conflict: { shape: 'warning', color: 'bad', word: 'Conflict' },
  Excluded: { shape: 'barred', color: 'bad', word: 'Excluded' },
  Pending: { shape: 'clock', color: 'neutral', word: 'Pending' },
  Unknown: { shape: 'question', color: 'caution', word: 'Unknown' },
  NotInMesh: { shape: 'dash', color: 'neutral', word: 'Not in mesh' },
};

export function wordOfState(state: ServiceState): string {
  return states[state]?.word ?? state;
}

/** The states have these names, colors and shapes on every page. */
export function lookOfState(state: ServiceState): { shape: Shape; color: Color; word: string } {
  return states[state] ?? states.Unknown;
}

export function StateBadge({ state }: { state: ServiceState }) {
  const known = lookOfState(state);
  return (
    <span class={`state ${known.color}`}>
      <Icon shape={known.shape} color={known.color} />
      <span>{known.word}</span>
    </span>
  );
}

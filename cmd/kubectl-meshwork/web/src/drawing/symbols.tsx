import type { EndpointState } from '../core/protocol';

/**
 * EndpointSymbol is the same two rectangles and a bar in every state, so that the style sheet can turn one state into another:
 * a filled circle, a hollow circle with a bar, a half-filled square, a hollow square.
 */
export function EndpointSymbol({ state, size = 12 }: { state: EndpointState; size?: number }) {
  const half = size / 2;
  return (
    <g class={`symbol symbol-${state}`}>
      <rect class="symbol-outline" x={-half} y={-half} width={size} height={size} />
      <rect class="symbol-fill" x={-half} y={-half} width={size} height={size} />
      <path class="symbol-bar" d={`M${-half + 2.5} 0H${half - 2.5}`} />
    </g>
  );
}

const meanings: [EndpointState, string][] = [
  ['Ready', 'ready'], ['NotReady', 'not ready'], ['TerminatingServing', 'terminating, serving'], ['Terminating', 'terminating'],
];

/** Legend explains the symbols, and the grounds of new and old Pods during a rollout. */
export function Legend({ rolling }: { rolling: boolean }) {
  return (
    <ul class="legend" aria-label="Legend">
      {meanings.map(([state, meaning]) => (
        <li key={state}>
          <svg viewBox="-9 -9 18 18" width="18" height="18" aria-hidden><EndpointSymbol state={state} /></svg>{meaning}
        </li>
      ))}
      {rolling && (['new', 'old'] as const).map((part) => (
        <li key={part}>
          <svg class={`${part}-pod`} viewBox="0 0 18 18" width="18" height="18" aria-hidden><rect class="hit" x="1" y="1" width="16" height="16" rx="4" /></svg>{part} Pod
        </li>
      ))}
    </ul>
  );
}

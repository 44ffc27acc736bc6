import { grouped, plural } from '../core/format';
import type { Counts } from '../core/protocol';
import { Icon, lookOfState } from '../parts/marks';
import { any } from '../services/filters';
import { worstFirst } from '../services/severity';

/** States shows the share of each state that any Service has, and leads to its Services. */
export function States({ counts }: { counts: Counts }) {
  const present = worstFirst.filter((state) => (counts.states[state] ?? 0) > 0);
  return (
    <section class="panel states" aria-label="States of Services" data-testid="states">
      <p class="states-total">
        <a href="/services">{plural(counts.services, 'Service')}</a>
        <span class="quiet">
          {grouped(counts.inMesh)} in a mesh
          {counts.delegated > 0 && <>, <a href={`/services?delegated=${any}`}>{grouped(counts.delegated)} delegated</a></>}
          {counts.delegated > counts.effective && <>, {grouped(counts.delegated - counts.effective)} of them not effective</>}
          {counts.foreign > 0 && `, ${plural(counts.foreign, 'MeshService')} of others`}
        </span>
      </p>
      <div class="states-bar" aria-hidden>
        {present.map((state) => <svg key={state} class={`states-share share-${lookOfState(state).color}`} style={{ flexGrow: counts.states[state] ?? 0 }} />)}
      </div>
      <ul class="states-legend">
        {present.map((state) => {
          const { shape, color, word } = lookOfState(state);
          return (
            <li key={state}>
              <a class={`state ${color}`} href={`/services?state=${state}`}>
                <Icon shape={shape} color={color} /> <span>{word}</span> <strong>{grouped(counts.states[state] ?? 0)}</strong>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

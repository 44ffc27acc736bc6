import { grouped } from '../core/format';
import type { Counts, ServiceState } from '../core/protocol';
import { Icon, wordOfState, type Color } from '../parts/marks';
import { any } from '../services/filters';

interface Tile { label: string; value: string; note?: string; href: string; color?: Color }

/** Tiles shows the counts. Each leads to the Services that it counts, or whose MeshServices it counts. */
export function Tiles({ counts }: { counts: Counts }) {
  return (
    <ul class="tiles" aria-label="Counts">
      {tilesOf(counts).map((tile) => (
        <li key={tile.label}>
          <a class={`tile ${tile.color ?? ''}`} href={tile.href}>
            <span class="tile-label">{tile.label}</span>
            <span class="tile-value">
              {tile.color !== undefined && <Icon shape={tile.color === 'caution' ? 'question' : 'warning'} color={tile.color} />}
              {tile.value}
            </span>
            <span class="tile-note">{tile.note}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function tilesOf(counts: Counts): Tile[] {
  const inState = (state: ServiceState) => counts.states[state] ?? 0;
  return [
    { label: 'Services', value: grouped(counts.services), note: `${grouped(counts.inMesh)} in a mesh`, href: '/services' },
    { label: 'With a problem', value: grouped(counts.withProblem), note: 'Services', href: '/services?problem=true', ...badIf(counts.withProblem) },
    ...(['Online', 'NoPods', 'Pending', 'Unknown'] as const).map((state) => ({
      label: wordOfState(state), value: grouped(inState(state)), note: 'Services', href: `/services?state=${state}`,
    })),
    ...(['Down', 'Missing', 'Conflict', 'Excluded'] as const).map((state) => ({
      label: wordOfState(state), value: grouped(inState(state)), note: 'Services', href: `/services?state=${state}`, ...badIf(inState(state)),
    })),
    {
      label: 'Delegated', value: grouped(counts.delegated), note: `${grouped(counts.effective)} effective`, href: `/services?delegated=${any}`,
      ...badIf(counts.delegated - counts.effective),
    },
  ].filter((tile, index) => index < 3 || tile.value !== '0');
}

function badIf(count: number): { color?: Color } {
  return count > 0 ? { color: 'bad' } : {};
}

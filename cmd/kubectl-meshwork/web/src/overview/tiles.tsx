import { grouped } from '../core/format';
import type { Counts } from '../core/protocol';
import { Icon, type Color } from '../parts/marks';
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
  const compared = (count: number) => (counts.compared ? grouped(count) : 'unknown');
  return [
    { label: 'Services', value: grouped(counts.services), note: `${grouped(counts.inMesh)} in a mesh`, href: '/services' },
    { label: 'With a problem', value: grouped(counts.withProblem), note: 'Services', href: '/services?problem=true', ...badIf(counts.withProblem) },
    { label: 'Online', value: grouped(counts.online), note: 'Services', href: '/services?state=Online' },
    { label: 'Offline', value: grouped(counts.offline), note: 'Services', href: '/services?state=Offline' },
    { label: 'Missing', value: compared(counts.missing), note: 'MeshServices', href: '/services?state=Missing', ...badOrUnknown(counts.missing, counts.compared) },
    { label: 'In conflict', value: compared(counts.conflicts), note: foreignNote(counts), href: '/services?state=Conflict', ...badOrUnknown(counts.conflicts, counts.compared) },
    {
      label: 'Delegated', value: grouped(counts.delegated), note: `${grouped(counts.effective)} effective`, href: `/services?delegated=${any}`,
      ...badIf(counts.delegated - counts.effective),
    },
  ];
}

function foreignNote(counts: Counts): string {
  return counts.foreign === 0 ? 'MeshServices' : `MeshServices; ${grouped(counts.foreign)} not Meshwork's`;
}

function badIf(count: number): { color?: Color } {
  return count > 0 ? { color: 'bad' } : {};
}

function badOrUnknown(count: number, compared: boolean): { color?: Color } {
  return compared ? badIf(count) : { color: 'caution' };
}

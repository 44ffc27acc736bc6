import { grouped } from '../core/format';
import type { Rollout } from '../core/protocol';
import { Bar } from '../parts/bar';
import { Text } from '../parts/text';

/** Rollouts shows how far the replacement of Pods by new ones is. */
export function Rollouts({ rollouts }: { rollouts: Rollout[] }) {
  return (
    <>
      {rollouts.map((rollout) => (
        <div key={rollout.workload} class="rollout" data-testid="rollout">
          <p>
            <strong>Rollout of <Text value={rollout.workload} />:</strong>{' '}
            new {grouped(rollout.new)} of {grouped(rollout.new + rollout.old)}, {grouped(rollout.ready)} ready{' '}
            <span class="quiet">template <Text value={rollout.revision} /></span>
          </p>
          <Bar label="Pods" shares={[
            { value: rollout.ready, color: 'accent', word: 'new and ready' },
            { value: rollout.new - rollout.ready, color: 'caution', word: 'new, not ready' },
            { value: rollout.old, color: 'neutral', word: 'old' },
          ]} />
        </div>
      ))}
    </>
  );
}

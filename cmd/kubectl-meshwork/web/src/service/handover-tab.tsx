import { clockTime, grouped, plural } from '../core/format';
import { managerName } from '../core/managers';
import type { Delegation, HandoverStep, Slice } from '../core/protocol';
import { group, keyed, type TopicState } from '../core/store';
import { Bar } from '../parts/bar';
import { Icon, ToneIcon } from '../parts/marks';
import { Nothing } from '../parts/panel';
import { Text } from '../parts/text';

export function HandoverTab({ state }: { state: TopicState }) {
  const delegations = group<Delegation>(state, 'delegation').sort((a, b) => (a.manager < b.manager ? -1 : 1));
  const steps = keyed<HandoverStep>(state, 'handover').sort(([a], [b]) => Number(b) - Number(a));
  return (
    <>
      {delegations.length === 0 && <Nothing title="Not delegated">Meshwork does not write the EndpointSlices of this Service.</Nothing>}
      {delegations.map((delegation) => <DelegationCard key={delegation.manager} delegation={delegation} />)}
      <Publishers slices={group<Slice>(state, 'slice')} />
      <h3>Seen since this page was opened</h3>
      {steps.length === 0 && <p class="quiet">No handover has been seen.</p>}
      <ol class="timeline">
        {steps.map(([sequence, step]) => (
          <li key={sequence}>
            <ToneIcon tone={step.tone} />
            <time dateTime={step.time}>{clockTime(step.time)}</time>
            <span><Text value={step.text} /></span>
          </li>
        ))}
      </ol>
    </>
  );
}

function DelegationCard({ delegation }: { delegation: Delegation }) {
  return (
    <article class="delegation" aria-label={`Delegated to ${delegation.manager}`}>
      <p class="delegation-manager"><Text value={delegation.manager} /></p>
      <p class="delegation-state">
        <span class={`badge ${delegation.effective ? 'good' : 'caution'}`}>{delegation.effective ? 'Effective' : 'Not effective'}</span>
        <span class="badge neutral"><Text value={delegation.phase} /></span>
      </p>
      {delegation.message !== '' && <p><Text value={delegation.message} /></p>}
      <dl class="facts">
        <div><dt>Endpoints come from</dt><dd>{delegation.fromPods ? 'Pods' : 'Endpoints'}</dd></div>
        <div>
          <dt>{delegation.fromPods ? 'Key in the selector' : 'Label on the Endpoints'}</dt>
          <dd>
            <Icon shape={delegation.keptAway ? 'check' : 'dash'} color={delegation.keptAway ? 'good' : 'neutral'} />
            {delegation.keptAway ? 'present: the default controller is kept away' : 'absent: nothing keeps the default controller away'}
          </dd>
        </div>
        {delegation.fromPods && <div><dt>Desired endpoints</dt><dd>{grouped(delegation.desired)}</dd></div>}
        <div><dt>Ready in its slices</dt><dd>{grouped(delegation.ours)}</dd></div>
        <div><dt>Ready in slices of others</dt><dd>{grouped(delegation.others)}</dd></div>
      </dl>
    </article>
  );
}

/** Publishers shows the number of endpoints of each manager of slices. */
function Publishers({ slices }: { slices: Slice[] }) {
  const byManager = new Map<string, { slices: number; endpoints: number; ready: number; ours: boolean }>();
  for (const slice of slices) {
    const sum = byManager.get(slice.manager) ?? { slices: 0, endpoints: 0, ready: 0, ours: slice.ours };
    byManager.set(slice.manager, {
      slices: sum.slices + 1, endpoints: sum.endpoints + slice.endpoints, ready: sum.ready + slice.ready, ours: slice.ours,
    });
  }
  if (byManager.size === 0) return null;
  return (
    <>
      <h3>Who publishes endpoints</h3>
      <ul class="publishers">
        {[...byManager].sort(([a], [b]) => (a < b ? -1 : 1)).map(([manager, sum]) => (
          <li key={manager}>
            <span class="publisher-name"><Text value={managerName(manager, sum.ours)} /> <span class="quiet"><Text value={manager} /></span></span>
            <Bar label={managerName(manager, sum.ours)} shares={[
              { value: sum.ready, color: sum.ours ? 'accent' : 'good', word: 'ready' },
              { value: sum.endpoints - sum.ready, color: 'caution', word: 'not ready' },
            ]} />
            <span class="quiet">{plural(sum.endpoints, 'endpoint')}, {grouped(sum.ready)} ready, in {plural(sum.slices, 'slice')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

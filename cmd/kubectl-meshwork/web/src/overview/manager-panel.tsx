import type { Deployment, Leads, Manager, Mark } from '../core/protocol';
import { MarkIcon } from '../parts/marks';
import { Panel } from '../parts/panel';
import { Text } from '../parts/text';

const marks: Record<Leads, Mark> = { Yes: 'Good', No: 'Bad', Unknown: 'Unclear' };

function markOf(deployment: Deployment, manager: Manager): Mark {
  if (deployment.ready === 0 && !manager.healthy) return 'Bad';
  return deployment.ready < deployment.desired ? 'Caution' : 'Good';
}

export function ManagerPanel({ manager }: { manager: Manager }) {
  return (
    <Panel title="Manager" aside={<span class="quiet">Namespace <Text value={manager.namespace} /></span>}>
      <div class="item">
        <MarkIcon mark={marks[manager.leads]} />
        <span class="item-label">Leader</span>
        <span class="item-text">
          {manager.leader !== undefined && <strong class="leader"><Text value={manager.leader} /></strong>}{' '}
          <Text value={manager.message} />
        </span>
      </div>
      {manager.deployments?.map((deployment) => (
        <div class="item" key={deployment.name}>
          <MarkIcon mark={markOf(deployment, manager)} />
          <span class="item-label">Deployment</span>
          <span class="item-text">
            <Text value={deployment.name} />: {deployment.ready} of {deployment.desired} ready{' '}
            {deployment.images.map((image) => <code key={image} class="image"><Text value={image} /></code>)}
          </span>
        </div>
      ))}
    </Panel>
  );
}

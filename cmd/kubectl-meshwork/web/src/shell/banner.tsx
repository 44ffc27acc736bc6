import type { ComponentChildren } from 'preact';
import { clockTime } from '../core/format';
import { connection } from '../core/live';
import type { Connection } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Icon } from '../parts/marks';
import { Age, Text } from '../parts/text';

/** Banner explains why the picture may be outdated. It always exists, so that screen readers notice its text. */
export function Banner({ cluster }: { cluster: TopicState }) {
  return <div class="banners" role="status" aria-label="Notices">{content(cluster)}</div>;
}

function content(cluster: TopicState) {
  const { phase, reconnected } = connection;
  const heard = new Date(connection.heard.value).toISOString();
  if (phase.value === 'ended') {
    return (
      <Notice kind="bad" title="kubectl meshwork ui has ended">
        Start <code>kubectl meshwork ui</code> again and open the address that it prints. What you see is the picture of <Since time={heard} />.
      </Notice>
    );
  }
  if (phase.value === 'interrupted') {
    return <Notice kind="caution" title="The connection was interrupted">Connecting again. What you see is the picture of <Since time={heard} />.</Notice>;
  }
  if (phase.value === 'silent') {
    return (
      <Notice kind="bad" title="kubectl meshwork ui does not answer">
        since <Since time={heard} />. It may be suspended or overloaded. What you see is the last picture.
      </Notice>
    );
  }
  const toCluster = one<Connection>(cluster, 'connection');
  if (phase.value === 'open' && toCluster?.connected === false) {
    return (
      <Notice kind="caution" title="The API server cannot be reached">
        since <Since time={toCluster.since} />: <Text value={toCluster.message} />. What you see is the last picture.
      </Notice>
    );
  }
  if (reconnected.value) return <Notice kind="good" title="Connected again" />;
  return null;
}

function Since({ time }: { time: string }) {
  return <>{clockTime(time)} (<Age time={time} />)</>;
}

function Notice({ kind, title, children }: { kind: 'good' | 'caution' | 'bad'; title: string; children?: ComponentChildren }) {
  return (
    <div class={`banner ${kind}`}>
      <Icon shape={kind === 'good' ? 'check' : kind === 'bad' ? 'cross' : 'warning'} color={kind} />
      <p><strong>{title}</strong> {children}</p>
    </div>
  );
}

import type { XDS, XDSClient } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Icon } from '../parts/marks';
import { Nothing } from '../parts/panel';
import { Age, Text } from '../parts/text';

export function ClientsTab({ state }: { state: TopicState }) {
  const xds = one<XDS>(state, 'xds');
  if (xds === undefined) return <Nothing title="No xDS server">No xDS server is installed in this cluster.</Nothing>;
  return (
    <>
      {xds.unread.map((reason) => <p key={reason} class="refused"><strong>Could not read</strong> <Text value={reason} /></p>)}
      {xds.servers.length > 0 && (
        <p class="quiet">Asked of {xds.servers.map((server, index) => <span key={server}>{index > 0 && ', '}<Text value={server} /></span>)}</p>
      )}
      {xds.servers.length > 0 && xds.clients.length === 0 && <Nothing title="No client">No gRPC client gets this Service by xDS.</Nothing>}
      <ul class="client-list">
        {xds.clients.map((client) => <ClientCard key={`${client.server} ${client.node} ${client.client} ${client.since}`} client={client} />)}
      </ul>
    </>
  );
}

function ClientCard({ client }: { client: XDSClient }) {
  const { names, refused, unanswered } = client;
  const isOutdated = refused.length + unanswered.length > 0;
  return (
    <li class="client">
      <Icon shape={isOutdated ? 'warning' : 'check'} color={isOutdated ? 'bad' : 'good'} label={isOutdated ? 'may be outdated' : 'accepts'} />
      <div>
        <p><strong><Text value={client.client} /></strong> <span class="quiet">since <Age time={client.since} /></span></p>
        <dl class="facts">
          <div><dt>Agent</dt><dd><Text value={client.agent} /></dd></div>
          <div><dt>Node</dt><dd><Text value={client.node} /></dd></div>
          <div><dt>Asks for</dt><dd>{names.length === 0 ? 'everything' : names.map((name) => <span key={name} class="value"><Text value={name} /></span>)}</dd></div>
        </dl>
        {refused.map((message) => <p key={message} class="refused"><strong>Refuses</strong> <Text value={message} /></p>)}
        {unanswered.map((message) => <p key={message} class="refused"><strong>Lags behind</strong> <Text value={message} /></p>)}
      </div>
    </li>
  );
}

import { useSignal } from '@preact/signals';
import { useTopic } from '../core/live';
import type { Absent, Document, Service } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Drawing } from '../drawing/drawing';
import { CopyButton } from '../parts/copy-button';
import { Icon } from '../parts/marks';
import { Nothing, Panel, Skeleton } from '../parts/panel';
import { Age, Text } from '../parts/text';
import { CertificatesTab } from './certificates-tab';
import { ClientsTab } from './clients-tab';
import { EventsTab } from './events-tab';
import { ExplanationTab } from './explanation-tab';
import { HandoverTab } from './handover-tab';
import { Tabs } from './tabs';
import { tabCounts } from './tab-counts';
import { YamlTab } from './yaml-tab';

export function ServicePage({ namespace, name }: { namespace: string; name: string }) {
  const state = useTopic(`service/${namespace}/${name}`).value;
  const tab = useSignal('explanation');
  const service = one<Service>(state, 'service');
  const missing = one<Absent>(state, 'missing');
  return (
    <div class="page service">
      <Title namespace={namespace} name={name} service={service} state={state} />
      {missing !== undefined && (
        <Nothing title="This Service cannot be shown"><Text value={missing.message} />. <a href="/services">Show all Services</a></Nothing>
      )}
      {missing === undefined && (
        <div class="service-columns">
          {service === undefined ? <Panel title="Neighborhood"><Skeleton label="the drawing" lines={8} /></Panel> : <Drawing service={service} state={state} />}
          <div class="panel tabs-panel">
            <Tabs
              chosen={tab} label="About this Service"
              tabs={[
                { id: 'explanation', label: 'Explanation', content: () => <ExplanationTab state={state} /> },
                { id: 'events', label: 'Events', count: tabCounts.events(state), content: () => <EventsTab state={state} /> },
                { id: 'handover', label: 'Handover', content: () => <HandoverTab state={state} /> },
                { id: 'clients', label: 'Clients', count: tabCounts.clients(state), content: () => <ClientsTab state={state} /> },
                { id: 'certificates', label: 'Certificates', content: () => <CertificatesTab state={state} /> },
                { id: 'yaml', label: 'YAML', content: () => <YamlTab state={state} namespace={namespace} name={name} /> },
              ]}
            />
          </div>
        </div>
      )}
    </div>
  );
}

interface TitleProps { namespace: string; name: string; service: Service | undefined; state: TopicState }

function Title({ namespace, name, service, state }: TitleProps) {
  return (
    <header class="service-head">
      <div class="service-title">
        <p class="crumbs"><a href="/services">Services</a> / <a href={`/services?namespace=${encodeURIComponent(namespace)}`}><Text value={namespace} /></a></p>
        <h1><Text value={name} /></h1>
      </div>
      <CopyButton text={window.location.href} label="Copy link" />
      {service !== undefined && <Facts service={service} document={one<Document>(state, 'document')} />}
    </header>
  );
}

function Facts({ service, document }: { service: Service; document: Document | undefined }) {
  const headline = document?.blocks.find((block) => block.kind === 'headline');
  const color = service.verdict.result === 'OK' ? 'good' : service.inMesh ? 'caution' : 'neutral';
  return (
    <div class="service-facts">
      <p class={`service-health ${color}`}>
        <Icon shape={service.verdict.result === 'OK' ? 'check' : service.inMesh ? 'warning' : 'dash'} color={color} />
        <span>{headline?.text !== undefined ? <Text value={headline.text} /> : service.inMesh ? 'In the mesh' : 'Not in a mesh'}</span>
      </p>
      <dl class="facts">
        <Fact term="Type" values={[service.headless ? `${service.type}, headless` : service.type]} />
        <Fact term="Mesh" values={[service.mesh]} />
        <Fact term="Cluster IPs" values={service.clusterIPs} />
        <Fact term="Ports" values={service.ports} />
        <Fact term="Addresses" values={service.addresses} />
        <div><dt>Created</dt><dd><Age time={service.created} /></dd></div>
      </dl>
    </div>
  );
}

function Fact({ term, values }: { term: string; values: string[] }) {
  const given = values.filter((value) => value !== '');
  if (given.length === 0) return null;
  return <div><dt>{term}</dt><dd>{given.map((value) => <span key={value} class="value"><Text value={value} /></span>)}</dd></div>;
}

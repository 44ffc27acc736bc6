import { useTopic } from '../core/live';
import { usePageState, type PageState } from '../core/page-state';
import type { Absent, Document, Service } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { Drawing } from '../drawing/drawing';
import { CopyButton } from '../parts/copy-button';
import { StateBadge, wordOfState } from '../parts/marks';
import { Nothing, Panel, Skeleton } from '../parts/panel';
import { Age, Text } from '../parts/text';
import { CertificatesTab } from './certificates-tab';
import { ClientsTab } from './clients-tab';
import { ExplanationTab } from './explanation-tab';
import { HandoverTab } from './handover-tab';
import { HistoryTab } from './history-tab';
import { RulesPanel } from './rules-panel';
import { explainCommand, markdownOf } from './share';
import { Tabs } from '../parts/tabs';
import { tabCounts } from './tab-counts';
import { showView, showYAML, view } from './view';
import { YamlTab } from './yaml-tab';

export function ServicePage({ namespace, name }: { namespace: string; name: string }) {
  const state = useTopic(`service/${namespace}/${name}`).value;
  const service = one<Service>(state, 'service');
  const missing = one<Absent>(state, 'missing');
  usePageState(stateOf(service, missing));
  return (
    <div class="page service">
      <Title namespace={namespace} name={name} service={service} state={state} />
      {missing !== undefined && (
        <Nothing title="This Service cannot be shown"><Text value={missing.message} />. <a href="/services">Show all Services</a></Nothing>
      )}
      {missing === undefined && (
        <div class="service-columns">
          <div class="service-pictures">
            {service === undefined ? <Panel title="Neighborhood"><Skeleton label="the drawing" lines={8} /></Panel> : <Drawing service={service} state={state} pinned={view.value.node} onPin={(node) => showView({ node })} onYAML={showYAML} />}
            <RulesPanel state={state} />
          </div>
          <div class="panel tabs-panel">
            <Tabs
              chosen={view.value.tab} onChoose={(tab) => showView({ tab })} label="About this Service"
              tabs={[
                { id: 'explanation', label: 'Explanation', content: () => <ExplanationTab state={state} /> },
                { id: 'history', label: 'History', count: tabCounts.history(state), content: () => <HistoryTab state={state} /> },
                { id: 'handover', label: 'Handover', content: () => <HandoverTab state={state} /> },
                { id: 'clients', label: 'Clients', count: tabCounts.clients(state), content: () => <ClientsTab state={state} /> },
                { id: 'certificates', label: 'Certificates', content: () => <CertificatesTab state={state} /> },
                { id: 'yaml', label: 'YAML', content: () => <YamlTab state={state} namespace={namespace} chosen={view.value.object} /> },
              ]}
            />
          </div>
        </div>
      )}
    </div>
  );
}

function stateOf(service: Service | undefined, missing: Absent | undefined): PageState {
  if (missing !== undefined) return { color: 'bad', word: 'Not shown' };
  if (service === undefined) return { color: 'unknown', word: '' };
  const { result, state: current } = service.verdict;
  if (result === 'Problem') return { color: 'bad', word: wordOfState(current) };
  return result === 'Unknown' ? { color: 'unknown', word: wordOfState(current) } : { color: 'good', word: '' };
}

interface TitleProps { namespace: string; name: string; service: Service | undefined; state: TopicState }

function Title({ namespace, name, service, state }: TitleProps) {
  const document = one<Document>(state, 'document');
  return (
    <header class="service-head">
      <div class="service-title">
        <p class="crumbs"><a href="/services">Services</a> / <a href={`/services?namespace=${encodeURIComponent(namespace)}`}><Text value={namespace} /></a></p>
        <h1><Text value={name} /></h1>
      </div>
      <div class="service-actions">
        <CopyButton text={explainCommand(namespace, name)} label="Copy command" title={explainCommand(namespace, name)} />
        {document !== undefined && <CopyButton text={markdownOf(namespace, name, document)} label="Copy as Markdown" />}
      </div>
      {service !== undefined && <Facts service={service} document={document} />}
    </header>
  );
}

function Facts({ service, document }: { service: Service; document: Document | undefined }) {
  const headline = document?.blocks.find((block) => block.kind === 'headline');
  return (
    <div class="service-facts">
      <div class="service-verdict">
        <StateBadge state={service.verdict.state} />
        <p class="service-health"><Text value={headline?.text ?? (service.inMesh ? 'In the mesh' : 'Not in a mesh')} /></p>
      </div>
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

import { useEffect, useRef } from 'preact/hooks';
import { AddressesPage } from '../addresses/addresses-page';
import { connection, useTopic } from '../core/live';
import { route, searchBox, visits, type Route } from '../core/location';
import type { Info } from '../core/protocol';
import { kubectlFlags } from '../core/shell-words';
import { one } from '../core/store';
import { OverviewPage } from '../overview/overview-page';
import { ServicePage } from '../service/service-page';
import { ServicesPage } from '../services/services-page';
import { Banner } from './banner';
import { GapsNotice } from './gaps-notice';
import { Header } from './header';
import { Keys } from './keys';
import { useTabState } from './tab-state';
import { UnauthorizedPage } from './unauthorized-page';

export function App() {
  const cluster = useTopic('cluster');
  const main = useRef<HTMLElement>(null);
  const isStale = stale(cluster.value);
  const flags = one<Info>(cluster.value, 'info')?.kubectlFlags ?? '';
  useEffect(() => { kubectlFlags.value = flags; }, [flags]);
  useTabState(titleOf(route.value), isStale);
  useEffect(() => {
    if (visits.value === 0) return;
    window.scrollTo(0, 0);
    if (document.activeElement?.id !== searchBox) main.current?.focus({ preventScroll: true });
  }, [visits.value]);

  if (connection.phase.value === 'refused') return <UnauthorizedPage />;
  return (
    <>
      <a class="skip" href="#main">Skip to content</a>
      <Keys />
      <Header cluster={cluster.value} />
      <Banner cluster={cluster.value} />
      <GapsNotice cluster={cluster.value} />
      <main id="main" ref={main} tabIndex={-1} class={isStale ? 'stale' : ''} data-page={route.value.page}>
        <Page route={route.value} />
      </main>
    </>
  );
}

function stale(cluster: { entries: ReadonlyMap<string, unknown> }): boolean {
  const phase = connection.phase.value;
  if (phase === 'ended' || phase === 'interrupted' || phase === 'silent') return true;
  const toCluster = cluster.entries.get('connection') as { connected?: boolean } | undefined;
  return toCluster?.connected === false;
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'overview': return <OverviewPage />;
    case 'services': return <ServicesPage />;
    case 'service':
      return <ServicePage key={`${route.namespace}/${route.name}`} namespace={route.namespace} name={route.name} />;
    case 'addresses': return <AddressesPage />;
    case 'unknown':
      return (
        <div class="message-page">
          <h1>There is no such page</h1>
          <p><a href="/">Go to the overview</a></p>
        </div>
      );
  }
}

function titleOf(route: Route): string {
  switch (route.page) {
    case 'overview': return 'Overview · Meshwork';
    case 'services': return 'Services · Meshwork';
    case 'service': return `${route.namespace}/${route.name} · Meshwork`;
    case 'addresses': return 'Addresses · Meshwork';
    case 'unknown': return 'Not found · Meshwork';
  }
}

import { now } from '../core/clock';
import { span } from '../core/format';
import { connection } from '../core/live';
import { route } from '../core/location';
import type { Connection, Info } from '../core/protocol';
import { one, type TopicState } from '../core/store';
import { nextTheme, theme } from '../core/theme';
import { Name } from '../parts/text';
import type { Color } from '../parts/marks';

const pages = [
  { href: '/', label: 'Overview', pages: ['overview'] },
  { href: '/services', label: 'Services', pages: ['services', 'service'] },
  { href: '/addresses', label: 'Addresses', pages: ['addresses'] },
];

export function Header({ cluster }: { cluster: TopicState }) {
  const info = one<Info>(cluster, 'info');
  return (
    <header class="top">
      <a class="brand" href="/" aria-label="Meshwork, overview">
        <img src="/icon.svg" alt="" width="24" height="24" /><span>Meshwork</span>
      </a>
      <nav aria-label="Pages">
        {pages.map((page) => (
          <a key={page.href} href={page.href} aria-current={page.pages.includes(route.value.page) ? 'page' : undefined}>{page.label}</a>
        ))}
      </nav>
      <div class="top-facts">
        {info !== undefined && <ClusterFacts info={info} />}
        <ConnectionState cluster={one<Connection>(cluster, 'connection')} />
        <ThemeButton />
      </div>
    </header>
  );
}

function ClusterFacts({ info }: { info: Info }) {
  return (
    <div class="cluster-facts" title={`${info.server} · Kubernetes ${info.version} · kubectl meshwork ${info.pluginVersion}`}>
      <span class="fact"><span class="fact-label">Context</span> <Name value={info.context} /></span>
      {info.scope !== '' && <span class="fact scope"><span class="fact-label">Namespace</span> <Name value={info.scope} /><span class="fact-label">only</span></span>}
    </div>
  );
}

function ConnectionState({ cluster }: { cluster: Connection | undefined }) {
  const { color, word, since } = stateOf(cluster);
  return (
    <div class={`connection ${color}`} role="status" aria-label="Connection" data-testid="connection">
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
        {color === 'good' ? <circle cx="5" cy="5" r="4.5" /> : <rect x="1" y="1" width="8" height="8" />}
      </svg>
      {/* A screen reader would announce each second. */}
      <span class="connection-word">{word}{since !== undefined && <span aria-hidden> for {span(now.value - since)}</span>}</span>
    </div>
  );
}

interface ConnectionWord { color: Color; word: string; since?: number }

function stateOf(cluster: Connection | undefined): ConnectionWord {
  switch (connection.phase.value) {
    case 'connecting': return { color: 'neutral', word: 'Connecting' };
    case 'silent': return { color: 'bad', word: 'Silent', since: connection.heard.value };
    case 'ended': case 'interrupted': case 'refused': return { color: 'bad', word: 'Disconnected' };
    case 'open':
      if (cluster?.connected !== false) return { color: 'good', word: 'Live' };
      return { color: 'caution', word: 'API server silent', since: Date.parse(cluster.since) };
  }
}

const themeIcons = {
  system: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  light: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3',
  dark: 'M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z',
};

function ThemeButton() {
  return (
    <button type="button" class="button icon-only" onClick={nextTheme} aria-label={`Theme: ${theme.value}`} title={`Theme: ${theme.value}`}>
      <svg class={`icon theme-${theme.value}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden><path d={themeIcons[theme.value]} /></svg>
    </button>
  );
}

import { computed, signal } from '@preact/signals';

export type Route =
  | { page: 'overview' }
  | { page: 'services' }
  | { page: 'service'; namespace: string; name: string }
  | { page: 'addresses' }
  | { page: 'unknown' };

const current = signal({ path: window.location.pathname, search: window.location.search });

export const route = computed<Route>(() => routeOf(current.value.path));
export const search = computed(() => current.value.search);
/** visits counts the pages shown, so that the focus can follow. */
export const visits = signal(0);

/** searchBox is the ID of the search on the page of Services. */
export const searchBox = 'search';
/** searchWanted is true if that page is to begin with the focus in the search. */
export const searchWanted = signal(false);

function routeOf(path: string): Route {
  const [, first = '', namespace = '', name = '', ...rest] = path.replace(/\/+$/, '').split('/');
  if (rest.length > 0) return { page: 'unknown' };
  if (first === '' && namespace === '') return { page: 'overview' };
  if (first === 'addresses' && namespace === '') return { page: 'addresses' };
  if (first !== 'services') return { page: 'unknown' };
  if (namespace === '') return { page: 'services' };
  if (name === '') return { page: 'unknown' };
  return { page: 'service', namespace: decode(namespace), name: decode(name) };
}

export function serviceHref(namespace: string, name: string): string {
  return `/services/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
}

/** visit shows another address. If it is within the page or replaces the entry in the history, the page stays the same. */
export function visit(address: string, how: 'push' | 'within' | 'replace' = 'push'): void {
  try {
    if (how === 'replace') window.history.replaceState(null, '', address);
    else window.history.pushState(null, '', address);
  } catch {
    // A browser may refuse many changes in a short time. The page is shown anyway.
  }
  const { pathname, search } = new URL(address, window.location.origin);
  current.value = { path: pathname, search };
  if (how === 'push') visits.value++;
}

export function followLocation(): void {
  window.addEventListener('popstate', () => {
    const isWithin = current.peek().path === window.location.pathname;
    current.value = { path: window.location.pathname, search: window.location.search };
    if (!isWithin) visits.value++;
  });
  document.addEventListener('click', onClick);
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !link.hasAttribute('href') || link.target !== '' || link.hasAttribute('download')) return;
  const address = new URL(link.href, window.location.href);
  const samePage = address.pathname === window.location.pathname && address.hash !== '';
  if (address.origin !== window.location.origin || samePage) return;
  event.preventDefault();
  visit(address.pathname + address.search);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

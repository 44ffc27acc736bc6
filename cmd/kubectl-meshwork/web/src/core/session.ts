import { visit } from './location';

const key = 'meshwork-token';

/** takeToken moves a token from the address bar, where it could be copied by mistake, to the storage of this origin. */
export function takeToken(): boolean {
  const found = /(?:^#|&)token=([^&]+)/.exec(window.location.hash);
  if (found?.[1] === undefined) return false;
  keepToken(found[1]);
  visit(window.location.pathname + window.location.search, 'replace');
  return true;
}

let kept = '';

function keepToken(token: string): void {
  kept = token;
  try {
    localStorage.setItem(key, token);
  } catch {
    // Without storage, the token lasts until the page is closed.
  }
}

export function token(): string {
  try {
    return localStorage.getItem(key) ?? kept;
  } catch {
    return kept;
  }
}

/** whenTokenChanges calls back if another tab or a changed address sets another token. */
export function whenTokenChanges(callback: () => void): void {
  window.addEventListener('storage', (event) => { if (event.key === key) callback(); });
  window.addEventListener('hashchange', () => { if (takeToken()) callback(); });
}

/** get sends a GET request with the token. */
export function get(path: string, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit = { headers: { Authorization: `Bearer ${token()}` }, cache: 'no-store' };
  if (signal !== undefined) request.signal = signal;
  return fetch(path, request);
}

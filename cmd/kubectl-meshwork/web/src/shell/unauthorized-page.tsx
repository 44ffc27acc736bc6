import { Command } from '../parts/document-view';

/** UnauthorizedPage is shown without a token, or with one that the command does not accept. */
export function UnauthorizedPage() {
  return (
    <main id="main" class="message-page">
      <img src="/icon.svg" alt="" width="48" height="48" />
      <h1>Open the address that kubectl meshwork ui printed</h1>
      <p>
        The address ends with a token, so that nobody else on this machine can read your cluster with your permissions.
        Each start of the command has a new one.
      </p>
      <p>If you do not have the address any more, stop the command and start it again:</p>
      <Command text="kubectl meshwork ui" />
    </main>
  );
}

import type { Document } from '../core/protocol';
import { command, kubectl } from '../core/shell-words';
import { documentText, fenced } from '../parts/document-text';

const explain = (namespace: string, name: string) => ['meshwork', 'explain', 'service', name, '-n', namespace];

/** explainCommand prints the page in a terminal. A link would lead others to a page that wants a token. */
export function explainCommand(namespace: string, name: string): string {
  return kubectl(...explain(namespace, name));
}

/** markdownOf returns the explanation for an issue or a chat. Flags for the own kubeconfig mean nothing there. */
export function markdownOf(namespace: string, name: string, document: Document): string {
  return fenced(`$ ${command('kubectl', ...explain(namespace, name))}\n${documentText(document)}`);
}

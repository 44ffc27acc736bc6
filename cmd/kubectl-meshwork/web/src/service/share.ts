import type { Document } from '../core/protocol';
import { command, kubectl } from '../core/shell-words';
import { documentText, fenced } from '../parts/document-text';

/** explainCommand prints the page in a terminal. A link would lead others to a page that wants a token. */
export function explainCommand(namespace: string, name: string): string {
  return kubectl('meshwork', 'explain', 'service', name, '-n', namespace);
}

/** markdownOf returns the explanation for an issue or a chat. Flags for the own kubeconfig mean nothing there. */
export function markdownOf(namespace: string, name: string, document: Document): string {
  return fenced(`$ ${command('kubectl', 'meshwork', 'explain', 'service', name, '-n', namespace)}\n${documentText(document)}`);
}

import { computed } from '@preact/signals';
import { route, search, serviceHref, visit } from '../core/location';

/** View is the part of a Service that its page shows. It is in the address, so that it can be shared. */
export interface View {
  tab: string;
  /** The chosen node of the drawing. */
  node: string;
  /** The object whose YAML is shown. */
  object: string;
}

const firstTab = 'explanation';

export function readView(text: string): View {
  const query = new URLSearchParams(text);
  return { tab: query.get('tab') ?? firstTab, node: query.get('node') ?? '', object: query.get('object') ?? '' };
}

export function writeView({ tab, node, object }: View): string {
  const query = new URLSearchParams();
  if (tab !== firstTab) query.set('tab', tab);
  if (node !== '') query.set('node', node);
  if (object !== '' && tab === 'yaml') query.set('object', object);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export const view = computed(() => readView(search.value));

/** showView changes the view, so that the back button leads to the present one. */
export function showView(changed: Partial<View>): void {
  const current = route.peek();
  if (current.page !== 'service') return;
  const text = writeView({ ...view.peek(), ...changed });
  if (text !== writeView(view.peek())) visit(serviceHref(current.namespace, current.name) + text, 'within');
}

/** showYAML shows the YAML of an object, and scrolls to it where it is below the drawing. */
export function showYAML(object: string): void {
  showView({ tab: 'yaml', object });
  document.getElementById('tab-yaml')?.scrollIntoView({ block: 'nearest' });
}

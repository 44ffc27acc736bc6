import { serviceHref } from '../core/location';
import type { Address } from '../core/protocol';
import { Text } from '../parts/text';

/** holderOf returns the Service that has the address, empty if none has it. */
export function holderOf({ namespace, service }: Address): string {
  return namespace === undefined || service === undefined ? '' : `${namespace}/${service}`;
}

/** Holder links to the Service that has the address. */
export function Holder({ address }: { address: Address }) {
  const { namespace, service } = address;
  if (namespace === undefined || service === undefined) return null;
  return <a href={serviceHref(namespace, service)}><Text value={holderOf(address)} /></a>;
}

import type { Certificate } from './protocol';

/** isValid reports whether clients accept the certificate of a Pod. */
export function isValid(certificate: Certificate): boolean { return certificate.outcome === 'Yes'; }

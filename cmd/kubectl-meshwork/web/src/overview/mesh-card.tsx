import { grouped, plural } from '../core/format';
import type { Addresses, Certificates, Mesh } from '../core/protocol';
import { Bar, type Share } from '../parts/bar';
import { Icon, MarkIcon } from '../parts/marks';
import { Age, Name, Text } from '../parts/text';

export function MeshCard({ mesh }: { mesh: Mesh }) {
  const wrong = mesh.conditions.filter((condition) => !condition.true);
  return (
    <article class="mesh-card" aria-label={`Mesh ${mesh.name}`}>
      <header>
        <h3><a href={`/services?mesh=${encodeURIComponent(mesh.name)}`}><Name value={mesh.name} /></a></h3>
        {mesh.meshServices !== undefined && <span class="quiet">{plural(mesh.meshServices, 'MeshService')}</span>}
        {mesh.mtls !== undefined && <span class="tag">mTLS <Text value={mesh.mtls} /></span>}
        {wrong.length === 0 && mesh.conditions.length > 0 && <span class="state good"><Icon shape="check" color="good" />Ready</span>}
      </header>
      {wrong.map((condition) => (
        <div key={condition.type} class="item">
          <MarkIcon mark="Bad" />
          <span class="item-label"><Text value={condition.type} /></span>
          <span class="item-text"><Text value={condition.message ?? ''} /> <span class="tag"><Text value={condition.reason} /></span></span>
        </div>
      ))}
      <dl class="mesh-facts">
        {mesh.ipv4 !== undefined && <UsageFact family="IPv4" usage={mesh.ipv4} />}
        {mesh.ipv6 !== undefined && <UsageFact family="IPv6" usage={mesh.ipv6} />}
        {mesh.certificates !== undefined && <CertificateFact certificates={mesh.certificates} />}
      </dl>
    </article>
  );
}

function UsageFact({ family, usage }: { family: string; usage: Addresses }) {
  const shares: Share[] = [
    { value: usage.used, color: 'accent', word: 'used' },
    { value: usage.available, color: 'neutral', word: 'available' },
  ];
  const full = usage.available === 0 && usage.used > 0;
  return (
    <>
      <dt>{family} addresses</dt>
      <dd class="usage">
        <Bar label={`${family} addresses`} shares={shares} />
        <a href="/addresses">{grouped(usage.used)} used, {grouped(usage.available)} available</a>
        {full && <span class="state bad"><Icon shape="warning" color="bad" />Exhausted</span>}
      </dd>
    </>
  );
}

function CertificateFact({ certificates }: { certificates: Certificates }) {
  return (
    <>
      <dt>Certificates</dt>
      <dd>
        {certificates.pods === undefined ? 'An unknown number of Pods' : plural(certificates.pods, 'Pod')}
        {certificates.signingBackend !== undefined && <> from CA backend <strong><Text value={certificates.signingBackend} /></strong></>}
        {certificates.firstExpiry !== undefined && <>; the first expires <Age time={certificates.firstExpiry} /></>}
        {(certificates.expired ?? 0) > 0 && (
          <span class="state bad"><Icon shape="warning" color="bad" />{grouped(certificates.expired ?? 0)} expired</span>
        )}
        {certificates.rotation !== undefined && (
          <p class="rotation"><span class="tag"><Text value={certificates.rotation} /></span> <Text value={certificates.rotationMessage ?? ''} /></p>
        )}
      </dd>
    </>
  );
}

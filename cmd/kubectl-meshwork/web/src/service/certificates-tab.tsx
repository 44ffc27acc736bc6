import { isValid } from '../core/certificate';
import { plural } from '../core/format';
import type { Certificate, Endpoint, Mark, Outcome } from '../core/protocol';
import { group, type TopicState } from '../core/store';
import { MarkIcon } from '../parts/marks';
import { Nothing } from '../parts/panel';
import { Age, Text } from '../parts/text';

type Certified = Endpoint & { certificate: Certificate };

const marks: Record<Outcome, Mark> = { Yes: 'Good', No: 'Bad', Warning: 'Caution', Unknown: 'Unclear', Info: 'Neutral' };

export function CertificatesTab({ state }: { state: TopicState }) {
  const pods = group<Endpoint>(state, 'endpoint').filter((endpoint): endpoint is Certified => endpoint.certificate !== undefined);
  if (pods.length === 0) return <Nothing title="No certificates">Meshwork issues no certificates to the Pods of this Service.</Nothing>;
  pods.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  const without = pods.filter((pod) => !isValid(pod.certificate)).length;
  return (
    <>
      <p>{plural(pods.length - without, 'Pod')} with a certificate{without > 0 && <>, <strong>{without} without a valid one</strong></>}.</p>
      <ul class="certificate-list">
        {pods.map((pod) => (
          <li key={pod.name} class="item">
            <MarkIcon mark={marks[pod.certificate.outcome]} />
            <span class="item-label"><Text value={pod.name} /></span>
            <span class="item-text">
              <Text value={pod.certificate.message} />
              {pod.certificate.notAfter !== undefined && <span class="quiet"> (expires <Age time={pod.certificate.notAfter} />)</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function rank(pod: Certified): number { return isValid(pod.certificate) ? 1 : 0; }

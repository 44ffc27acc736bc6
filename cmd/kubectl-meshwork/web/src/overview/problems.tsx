import { grouped, plural } from '../core/format';
import { serviceHref } from '../core/location';
import type { Problem } from '../core/protocol';
import { Command } from '../parts/document-view';
import { Icon } from '../parts/marks';
import { Nothing, Panel } from '../parts/panel';
import { Text } from '../parts/text';

const fewServices = 3;

/** Problems shows each cause once, with its Services and its remedy. */
export function Problems({ problems }: { problems: Problem[] }) {
  return (
    <Panel title="Problems" aside={problems.length > 0 && <span class="quiet">{grouped(problems.length)}</span>}>
      {problems.length === 0 && <Nothing title="Everything is as it should be" />}
      <ul class="problems">
        {problems.map((problem) => <ProblemItem key={`${problem.reason} ${problem.cause}`} problem={problem} />)}
      </ul>
    </Panel>
  );
}

function ProblemItem({ problem }: { problem: Problem }) {
  const services = problem.services ?? [];
  const count = problem.count ?? services.length;
  const { remedy } = problem;
  const isUnknown = problem.result === 'Unknown';
  return (
    <li class="problem">
      <Icon shape={isUnknown ? 'question' : 'warning'} color={isUnknown ? 'caution' : 'bad'} />
      <div>
        <p class="problem-cause"><strong><Text value={problem.cause} /></strong> <span class="tag"><Text value={problem.reason} /></span></p>
        {problem.namespaces.length > 0 && <p class="problem-places">{plural(count, 'Service')}: <Places problem={problem} /></p>}
        {count <= 1 && problem.message !== undefined && <p class="quiet"><Text value={problem.message} /></p>}
        {services.length > 0 && <Services services={services} count={count} />}
        {remedy !== undefined && (
          <>
            {count > 1 && services[0] !== undefined && <p class="quiet">For <Text value={services[0]} />:</p>}
            {remedy.command !== undefined && <Command text={remedy.command} />}
            <p class="quiet"><Text value={remedy.why} /></p>
          </>
        )}
      </div>
    </li>
  );
}

const mostNamespaces = 6;

/** Places counts the Services in each namespace, such as "12 in catalog, 1 in orders". */
function Places({ problem }: { problem: Problem }) {
  const rest = problem.namespaces.slice(mostNamespaces);
  return (
    <>
      {problem.namespaces.slice(0, mostNamespaces).map(({ namespace, services }) => (
        <span key={namespace} class="value">
          <a href={`/services?namespace=${encodeURIComponent(namespace)}&finding=${encodeURIComponent(problem.reason)}`}>
            {grouped(services)} in <Text value={namespace} />
          </a>
        </span>
      ))}
      {rest.length > 0 && <span class="value">{grouped(rest.reduce((sum, one) => sum + one.services, 0))} in {plural(rest.length, 'other namespace')}</span>}
    </>
  );
}

/** Services names a few Services at once, and more on request. */
function Services({ services, count }: { services: string[]; count: number }) {
  const list = <ul class="problem-services">{services.map((service) => <li key={service}><ServiceLink service={service} /></li>)}</ul>;
  if (count <= fewServices) return list;
  return (
    <details>
      <summary>{services.length < count ? `The first ${services.length}` : 'All of them'}</summary>
      {list}
    </details>
  );
}

function ServiceLink({ service }: { service: string }) {
  const [namespace = '', name = ''] = service.split('/');
  return <a class="problem-name" href={serviceHref(namespace, name)}><Text value={service} /></a>;
}

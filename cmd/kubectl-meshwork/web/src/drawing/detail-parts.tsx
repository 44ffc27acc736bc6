import type { ComponentChildren } from 'preact';
import { kubectl } from '../core/shell-words';
import { CopyButton } from '../parts/copy-button';
import { Text } from '../parts/text';

/** Leads are the ways that lead on from the details: to other nodes, and to the YAML of objects. */
export interface Leads {
  namespace: string;
  choose: (id: string) => void;
  hasYAML: (object: string) => boolean;
  showYAML: (object: string) => void;
}

export function Title({ kind, name }: { kind: string; name: string }) {
  return <p class="details-title"><span class="quiet">{kind}</span> <strong><Text value={name} /></strong></p>;
}

export function Fact({ term, children }: { term: string; children: ComponentChildren }) {
  return <div><dt>{term}</dt><dd>{children}</dd></div>;
}

export function Values({ values }: { values: string[] }) {
  return <>{values.map((value) => <span key={value} class="value"><Text value={value} /></span>)}</>;
}

export function Warnings({ warnings }: { warnings: string[] }) {
  return <>{warnings.map((warning) => <p key={warning} class="details-warning"><Text value={warning} /></p>)}</>;
}

const mostLinks = 12;

/** NodeLinks are buttons that choose other nodes of the drawing. */
export function NodeLinks({ nodes, leads }: { nodes: { id: string; label: string }[]; leads: Leads }) {
  return (
    <>
      {nodes.slice(0, mostLinks).map(({ id, label }) => (
        <span key={id} class="value"><button type="button" class="link" onClick={() => leads.choose(id)}><Text value={label} /></button></span>
      ))}
      {nodes.length > mostLinks && <span class="value">{nodes.length - mostLinks} more</span>}
    </>
  );
}

/**
 * ObjectActions shows the YAML of an object, and copies the command that gets it. Names of objects that do not exist are
 * left out: they may be options in disguise.
 */
export function ObjectActions({ kind, name, leads }: { kind: string; name: string; leads: Leads }) {
  const object = `${kind}/${name}`;
  if (!leads.hasYAML(object)) return null;
  return (
    <div class="details-actions">
      <button type="button" class="button small" onClick={() => leads.showYAML(object)}>YAML</button>
      <CopyCommand words={['get', kind.toLowerCase(), '-n', leads.namespace, name, '-o', 'wide']} label={`kubectl get ${kind.toLowerCase()}`} />
      {kind === 'Pod' && <CopyCommand words={['logs', '-n', leads.namespace, name, '--tail=100']} label="kubectl logs" />}
    </div>
  );
}

/** CopyCommand copies a command of kubectl. */
export function CopyCommand({ words, label }: { words: string[]; label: string }) {
  const text = kubectl(...words);
  return <CopyButton text={text} label={`Copy ${label}`} title={text} />;
}

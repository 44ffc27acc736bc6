import { Component, type ComponentChildren } from 'preact';
import { isValid } from '../core/certificate';
import { plural, visible } from '../core/format';
import { managerName } from '../core/managers';
import type { Endpoint, MeshService, RolloutPart, Service, Slice } from '../core/protocol';
import { lookOfState } from '../parts/marks';
import { fit, widthOf } from './fit';
import type { Node } from './geometry';
import { isOnline, rolloutWords, stateWords } from './model';
import { EndpointSymbol } from './symbols';

/** Emphasis is the relation of a node to the chosen one. */
export type Emphasis = '' | 'lit' | 'chosen' | 'dim';

interface FrameProps {
  id: string; x: number; y: number; emphasis: Emphasis; tab: boolean; label: string; kind: string; enters: boolean; leaves: boolean;
  children: ComponentChildren;
}

/** NodeGroup is the frame of all nodes: the place, the name, which is also shown on hover, and the emphasis. */
function NodeGroup({ id, x, y, emphasis, tab, label, kind, enters, leaves, children }: FrameProps) {
  const motion = leaves ? 'leaves' : enters ? 'enters' : '';
  return (
    <g
      class={`node ${kind} ${emphasis}`} style={{ transform: `translate(${x}px, ${y}px)` }} data-node={leaves ? undefined : id}
      {...(leaves ? { 'aria-hidden': true } : { role: 'button', tabindex: tab ? 0 : -1 })}
    >
      <title>{label}</title>
      <g class={motion}>{children}</g>
    </g>
  );
}

interface NodeProps<T> { node: Node<T>; emphasis: Emphasis; tab: boolean; enters: boolean; leaves?: boolean }

export function ServiceNode({ node, emphasis, tab }: NodeProps<Service>) {
  const { value, width, height } = node;
  const { color, word } = lookOfState(value.verdict.state);
  return (
    <NodeGroup id={node.id} x={node.x} y={node.y} emphasis={emphasis} tab={tab} kind={`service-node ${color}`} enters={false} leaves={false}
      label={`Service ${visible(value.name)}, ${word}, ${value.inMesh ? `in Mesh ${visible(value.mesh)}` : 'not in a mesh'}`}>
      <rect class="box" width={width} height={height} rx="8" />
      <rect class="stripe" width="4" height={height - 16} x="0" y="8" rx="2" />
      <text class="title" x="14" y="26">{fit(value.name, width - 22, 'title')}</text>
      <text class="sub" x="14" y="45">{fit(value.headless ? 'headless' : value.type, width - 22, 'small')}</text>
    </NodeGroup>
  );
}

// Lower nodes have room for one line.
const oneLine = 30;

export function MeshServiceNode({ node, emphasis, tab, enters, leaves = false }: NodeProps<MeshService>) {
  const { value, width, height } = node;
  const online = isOnline(value);
  const isLine = height < oneLine;
  const word = value.state === 'Exists' ? value.availability ?? 'no status' : value.state;
  const color = value.state !== 'Exists' ? 'bad' : online ? 'good' : 'caution';
  return (
    <NodeGroup id={node.id} x={node.x} y={node.y} emphasis={emphasis} tab={tab} kind={`meshservice-node ${color} ${isLine ? 'line' : ''}`} enters={enters} leaves={leaves}
      label={`MeshService ${visible(value.name)}, ${word}, ${value.online} online, ${value.offline} offline`}>
      <rect class="box" width={width} height={height} rx="6" />
      <g transform={`translate(0 ${isLine ? -17 : 0})`}>
        <path class="state-sign" d={color === 'good' ? 'M10 28l3 3 5.5-6' : color === 'bad' ? 'M10.5 25l6 6M16.500 25l-6 6' : 'M10 28h8'} />
        {!isLine && <text class="sub" x="24" y="32">{fit(`${word}, ${value.online}/${value.online + value.offline}`, width - 32, 'small')}</text>}
      </g>
      {isLine ? <text class="title" x="24" y="15">{fit(value.name, width - 32, 'plain')}</text> : <text class="title" x="10" y="17">{fit(value.name, width - 20, 'title')}</text>}
    </NodeGroup>
  );
}

export function SliceNode({ node, emphasis, tab, enters, leaves = false }: NodeProps<Slice>) {
  const { value, width, height } = node;
  const warned = value.warnings.length > 0;
  return (
    <NodeGroup id={node.id} x={node.x} y={node.y} emphasis={emphasis} tab={tab} kind={`slice-node ${value.ours ? 'ours' : ''} ${warned ? 'warned' : ''}`}
      enters={enters} leaves={leaves}
      label={`EndpointSlice ${visible(value.name)} of ${visible(managerName(value.manager, value.ours))}, ${value.addressType}, ${plural(value.endpoints, 'endpoint')}, ${value.ready} ready${warned ? ', with warnings' : ''}`}>
      <rect class="box" width={width} height={height} rx="6" />
      <text class="title" x="10" y="17">{fit(value.name, width - (warned ? 38 : 20), 'title')}</text>
      <text class="sub" x="10" y="32">{fit(`${value.addressType}, ${value.endpoints === 0 ? 'no endpoints' : `${value.ready} of ${value.endpoints} ready`}`, width - 20, 'small')}</text>
      {warned && <path class="warning-sign" d={`M${width - 16} 7l6 10.500h-12zM${width - 16} 11v3`} />}
    </NodeGroup>
  );
}

const rolloutClass: Record<RolloutPart, string> = { '': '', New: 'new-pod', Old: 'old-pod' };

interface EndpointProps extends NodeProps<Endpoint> { detailed: boolean }

/** EndpointNode is a class, so that a change of one does not redraw a thousand. */
export class EndpointNode extends Component<EndpointProps> {
  override shouldComponentUpdate(next: EndpointProps): boolean {
    const { props } = this;
    return next.node.value !== props.node.value || next.node.x !== props.node.x || next.node.y !== props.node.y
      || next.node.width !== props.node.width || next.emphasis !== props.emphasis || next.tab !== props.tab
      || next.detailed !== props.detailed || next.leaves !== props.leaves;
  }

  override render({ node, emphasis, tab, enters, leaves = false, detailed }: EndpointProps) {
    const { value, width, height } = node;
    const warned = value.warnings.length > 0 || (value.certificate !== undefined && !isValid(value.certificate));
    const address = value.addresses[0] ?? '';
    const nameWidth = width - 32;
    const rest = roomForName(nameWidth, value.name, address);
    return (
      <NodeGroup id={node.id} x={node.x} y={node.y} emphasis={emphasis} tab={tab} kind={`endpoint-node ${detailed ? '' : 'compact'} ${rolloutClass[value.rollout] ?? ''}`} enters={enters}
        leaves={leaves}
        label={`${value.pod ? 'Pod' : 'Endpoint'} ${visible(value.name)}, ${stateWords[value.state] ?? value.state}${rolloutWords[value.rollout] ?? ''}, Node ${visible(value.node) || 'unknown'}${warned ? ', with warnings' : ''}`}>
        <rect class="hit" width={width} height={height} rx="4" />
        <g transform={detailed ? 'translate(11 12)' : `translate(${width / 2} ${height / 2})`}>
          <EndpointSymbol state={value.state} size={detailed ? 12 : 10} />
        </g>
        {detailed && <text class="title" x="25" y="16">{fit(value.name, rest ?? nameWidth, 'plain')}</text>}
        {detailed && rest !== undefined && <text class="sub address" x={width - 6} y="16">{visible(address)}</text>}
        {detailed && warned && <circle class="warning-dot" cx="17" cy="6" r="3" />}
      </NodeGroup>
    );
  }
}

const leastName = 110;

/** roomForName returns the width that the address leaves for the name, or undefined if both do not fit. */
function roomForName(width: number, name: string, address: string): number | undefined {
  const rest = width - widthOf(visible(address), 'small') - 8;
  return address !== '' && address !== name && rest >= Math.min(leastName, widthOf(visible(name), 'plain')) ? rest : undefined;
}

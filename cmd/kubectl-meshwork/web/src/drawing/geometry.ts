import type { Endpoint, MeshService, Service, Slice } from '../core/protocol';

/** Place is a rectangle in the drawing. */
export interface Place { x: number; y: number; width: number; height: number }
export interface Node<T> extends Place { id: string; value: T }
/** Frame is drawn around a group. */
export interface Frame extends Place { id: string; label: string; note: string; more?: string; ours?: boolean }

/** Title is the heading of a column, or of a part if the parts are below each other. */
export interface Title { label: string; x: number; y: number }

/** Area is a column to place nodes in, from the top left corner down. */
export interface Area { x: number; y: number; width: number }

/** Edge is a line between two nodes or frames. */
export interface Edge { id: string; from: string; to: string; path: string }

/** Places are the endpoints in the boxes of their zones and Nodes. Many are drawn as symbols only. */
export interface Places {
  detailed: boolean;
  zones: Frame[];
  nodes: Frame[];
  endpoints: Node<Endpoint>[];
  /** The MeshServices of a headless Service, each next to its Pod. */
  meshServices: Node<MeshService>[];
  bottom: number;
}

export interface Layout {
  width: number;
  height: number;
  columns: Title[];
  service: Node<Service>;
  meshServices: Node<MeshService>[];
  /** Stands for the MeshServices if they are too many to list. */
  meshServiceFrame: Frame | undefined;
  managers: Frame[];
  slices: Node<Slice>[];
  endpoints: Places;
  edges: Edge[];
  /** The Pods are below the rest, so edges come from above. */
  below: boolean;
}

import type { Endpoint, MeshService, Service, Slice } from '../core/protocol';

/** Place is where something is drawn. */
export interface Place { x: number; y: number; width: number; height: number }
export interface Node<T> extends Place { id: string; value: T }
/** Frame is drawn around what belongs together. */
export interface Frame extends Place { id: string; label: string; note: string; more?: string; ours?: boolean }

/** Title is the heading of a column, or of a part if the parts are below each other. */
export interface Title { label: string; x: number; y: number }

/** Area is where to begin to place, and how wide that may be. */
export interface Area { x: number; y: number; width: number }

/** Edge is a line from the right side of one thing to the left side of another. */
export interface Edge { id: string; from: string; to: string; path: string }

/** Places are the endpoints in the boxes of their zones and Nodes. Many are drawn as symbols only. */
export interface Places { detailed: boolean; zones: Frame[]; nodes: Frame[]; endpoints: Node<Endpoint>[]; bottom: number }

export interface Layout {
  width: number;
  height: number;
  columns: Title[];
  service: Node<Service>;
  meshServices: Node<MeshService>[];
  /** Stands for the MeshServices that are too many to be listed. */
  meshServiceFrame: Frame | undefined;
  managers: Frame[];
  slices: Node<Slice>[];
  endpoints: Places;
  edges: Edge[];
}

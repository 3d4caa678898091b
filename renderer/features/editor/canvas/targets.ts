// Finds the target of an event from the data attributes of the canvas's elements.
import type { PortRef } from './canvas-model.ts';
import { HANDLES, type Handle } from './gestures/resize.ts';
import type { Scene } from './scene.ts';

export type EventTargetKind =
  | { readonly kind: 'control' }
  | { readonly kind: 'canvas' }
  | { readonly kind: 'node' | 'note' | 'edge'; readonly id: string }
  | { readonly kind: 'port'; readonly port: PortRef }
  | { readonly kind: 'handle'; readonly id: string; readonly handle: Handle };

const CONTROLS = 'button, a, input, textarea, select, [data-control]';

function portOf(element: HTMLElement, scene: Scene): PortRef | undefined {
  const id = element.closest<HTMLElement>('[data-node]')?.dataset['node'];
  const node = scene.model.nodes.get(id ?? '');
  const side = element.dataset['port'] === 'input' ? 'input' : 'output';
  const index = Number(element.dataset['index']);
  const port = (side === 'input' ? node?.inputs : node?.outputs)?.[index];
  return node === undefined || port === undefined ? undefined : { node: node.id, side, index, type: port.type };
}

export function targetOf(target: EventTarget | null, scene: Scene): EventTargetKind {
  if (!(target instanceof Element)) return { kind: 'canvas' };
  const marked = target.closest<HTMLElement>('[data-handle], [data-port], [data-node], [data-note], [data-edge]');
  const control = target.closest(CONTROLS);
  if (control !== null) return { kind: 'control' };
  if (marked === null) return { kind: 'canvas' };
  const { handle, node, note, edge } = marked.dataset;
  if (handle !== undefined) {
    const id = marked.closest<HTMLElement>('[data-note]')?.dataset['note'] ?? '';
    return { kind: 'handle', id, handle: HANDLES.find((name) => name === handle) ?? 'se' };
  }
  if (marked.dataset['port'] !== undefined) {
    const port = portOf(marked, scene);
    return port === undefined ? { kind: 'canvas' } : { kind: 'port', port };
  }
  if (node !== undefined) return { kind: 'node', id: node };
  if (note !== undefined) return { kind: 'note', id: note };
  return edge === undefined ? { kind: 'canvas' } : { kind: 'edge', id: edge };
}

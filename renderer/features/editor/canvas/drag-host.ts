// The canvas's side of jsPlumb's drags: what may be dragged, where it goes, and which connections are allowed.
import type { DragHost } from './adapter.ts';
import type { PortRef } from './canvas-model.ts';
import type { CanvasCore } from './core.ts';

const samePort = (one: PortRef, other: PortRef): boolean => one.node === other.node && one.side === other.side && one.index === other.index;

export function dragHost(core: CanvasCore, { follow, drawWire }: Pick<DragHost, 'follow' | 'drawWire'>): DragHost {
  const { scene, machine, pending } = core;
  return {
    follow,
    drawWire,
    mayDrag: () => !core.isReadOnly() && (machine.name === 'press' || machine.name === 'connect'),
    mayConnect: () => machine.name === 'connect',
    mayDrop(from, to) {
      const drawn = pending.get();
      return drawn?.target.kind === 'port' && samePort(drawn.from, from) && samePort(drawn.target.to, to);
    },
    placeOf: ({ dataset }) => scene.rectOf(dataset['node'] ?? dataset['note'] ?? ''),
    looseEnd() {
      const drawn = pending.get();
      return drawn?.target.kind === 'port' ? scene.portPoint(drawn.target.to) : drawn?.to;
    },
  };
}

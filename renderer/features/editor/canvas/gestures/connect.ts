// Draws a connection from a port: previews the target during the drag, and emits the intent at the end.
import type { CanvasIntent, Point, PortRef } from '../canvas-model.ts';
import { GRID, MAIN, NODE_SIZE } from '../canvas-model.ts';
import { portPlace, snapPoint } from '../geometry/geometry.ts';
import { connectionTarget, type ConnectionTarget } from '../geometry/hit-test.ts';
import { autoPan } from './pan.ts';
import { isBeyondThreshold, type Gesture, type GestureHost, type Sample } from './gesture.ts';

/** Horizontal distance between the left sides of a node and the one before it. */
const BESIDE = 2 * NODE_SIZE;
const BELOW = NODE_SIZE + 4 * GRID;

/** Returns the position of a node that is added by clicking a port instead of dragging. */
export function placeBeside({ scene }: Pick<GestureHost, 'scene'>, from: PortRef): Point {
  const [node, rect] = [scene.model.nodes.get(from.node), scene.rectOf(from.node)];
  if (node === undefined || rect === undefined) return { x: 0, y: 0 };
  // Nodes are attached from below.
  if (from.side === 'input' && from.type !== MAIN)
    return snapPoint({ x: rect.x + portPlace(node, 'input', from.index).x - NODE_SIZE / 2, y: rect.y + BELOW });
  const count = from.side === 'output' ? node.outputs.length : node.inputs.length;
  const y = rect.y + (from.index - (count - 1) / 2) * BELOW;
  return snapPoint({ x: rect.x + (from.side === 'output' ? rect.width + NODE_SIZE : -BESIDE), y });
}

/** Returns the position of a node whose port is at the point where a connection was dropped. */
function placeAround({ side, type }: PortRef, { x, y }: Point): Point {
  if (type !== MAIN) return snapPoint({ x: x - NODE_SIZE / 2, y: side === 'input' ? y : y - NODE_SIZE });
  return snapPoint({ x: side === 'output' ? x : x - NODE_SIZE, y: y - NODE_SIZE / 2 });
}

/** Returns the intent at the end of a connection; undefined if the target rejects it. */
export function connectionIntent(from: PortRef, target: ConnectionTarget, position: Point): CanvasIntent | undefined {
  switch (target.kind) {
    case 'port':
      return from.side === 'output' ? { type: 'connect', from, to: target.to } : { type: 'connect', from: target.to, to: from };
    case 'edge':
      return { type: 'connectInto', from, edge: target.edge };
    case 'empty':
      return { type: 'addFrom', from, at: position };
    case 'refused':
      return undefined;
  }
}

export function connect(host: GestureHost, start: Sample, from: PortRef): Gesture {
  let last = start;
  let isDrawn = false;

  const aim = (): ConnectionTarget => {
    const to = host.viewport.toCanvas(last.screen);
    const target = connectionTarget(host.scene, from, to, host.viewport.view.zoom);
    host.showPending({ from, to, target });
    return target;
  };

  return {
    name: 'connect',
    move(sample) {
      last = sample;
      isDrawn ||= isBeyondThreshold(start.screen, sample.screen);
      if (isDrawn) aim();
      return undefined;
    },
    end() {
      const position = isDrawn ? placeAround(from, host.viewport.toCanvas(last.screen)) : placeBeside(host, from);
      const target = isDrawn ? aim() : ({ kind: 'empty' } as const);
      host.showPending(undefined);
      if (target.kind === 'refused')
        host.say(`said.refused.${target.reason}`, { title: host.scene.model.nodes.get(target.node)?.title ?? '' });
      const intent = isDrawn || from.side === 'output' ? connectionIntent(from, target, position) : undefined;
      if (intent !== undefined) host.intent(intent);
    },
    cancel: () => host.showPending(undefined),
    followView() {
      if (isDrawn) aim();
    },
    tick(elapsed) {
      if (!isDrawn || !autoPan(host.viewport, last.screen, elapsed)) return false;
      aim();
      return true;
    },
  };
}

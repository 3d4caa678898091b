// A minimal editor that applies the canvas's intents, for measuring and trying it out.
import type { CanvasEdge, CanvasIntent, CanvasModel } from '../../../../renderer/features/editor/canvas/index.ts';

function changed<T>(map: ReadonlyMap<string, T>, id: string, change: (before: T) => T): ReadonlyMap<string, T> {
  const before = map.get(id);
  return before === undefined ? map : new Map(map).set(id, change(before));
}

function moved(model: CanvasModel, { positions }: Extract<CanvasIntent, { type: 'move' }>): CanvasModel {
  const [nodes, notes] = [new Map(model.nodes), new Map(model.notes)];
  for (const [id, position] of positions) {
    const [node, note] = [nodes.get(id), notes.get(id)];
    if (node !== undefined) nodes.set(id, { ...node, position });
    if (note !== undefined) notes.set(id, { ...note, position });
  }
  return { ...model, nodes, notes };
}

function connected(model: CanvasModel, { from, to }: Extract<CanvasIntent, { type: 'connect' }>): CanvasModel {
  const id = `${from.node} ${from.index} ${to.node} ${to.index}`;
  const edge: CanvasEdge = { id, source: from.node, output: from.index, target: to.node, input: to.index, state: 'idle' };
  return { ...model, edges: new Map(model.edges).set(id, edge) };
}

function without(model: CanvasModel, id: string): CanvasModel {
  const nodes = new Map(model.nodes);
  nodes.delete(id);
  return { ...model, nodes, edges: new Map([...model.edges].filter(([, { source, target }]) => source !== id && target !== id)) };
}

export function applyIntent(model: CanvasModel, intent: CanvasIntent): CanvasModel {
  switch (intent.type) {
    case 'move':
      return moved(model, intent);
    case 'connect':
      return connected(model, intent);
    case 'disconnect':
      return { ...model, edges: new Map([...model.edges].filter(([id]) => id !== intent.edge)) };
    case 'resizeNote': {
      const { id, position, size } = intent;
      return { ...model, notes: changed(model.notes, id, (note) => ({ ...note, position, size })) };
    }
    case 'editNote':
      return { ...model, notes: changed(model.notes, intent.id, (note) => ({ ...note, content: intent.content })) };
    case 'tool':
      if (intent.tool === 'delete') return without(model, intent.id);
      return intent.tool === 'disable'
        ? { ...model, nodes: changed(model.nodes, intent.id, (node) => ({ ...node, isDisabled: !node.isDisabled })) }
        : model;
    default:
      return model;
  }
}

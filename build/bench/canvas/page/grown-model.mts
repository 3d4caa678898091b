// A workflow of any size for measuring: a tree on a grid, with one cross connection per ten nodes. Always the same.
import type {
  CanvasEdge,
  CanvasModel,
  CanvasNode,
  CanvasNodeState,
  CanvasNote,
} from '../../../../renderer/features/editor/canvas/index.ts';

const CHILDREN = 3;
const COLUMN = 220;
const ROW = 180;
const TINTS = ['#b0478f', '#2c6bb3', '#3c8a4a', '#33658a', '#6b4fd8', '#52616f'];
const STATES: readonly CanvasNodeState[] = ['success', 'success', 'success', 'error', 'idle'];

const icon = new URL('../../../../engine/nodes/set/icon.svg', import.meta.url).href;

function nodeAt(index: number, column: number, row: number): CanvasNode {
  const state = STATES[index % STATES.length] ?? 'idle';
  return {
    id: `n${index}`,
    type: 'n8n-nodes-base.set',
    position: { x: column * COLUMN, y: row * ROW },
    title: `Node number ${index}`,
    subtitle: 'manual: 6 fields',
    icon,
    tint: TINTS[index % TINTS.length],
    isTrigger: index === 0,
    inputs: index === 0 ? [] : [{ type: 'main' }],
    outputs:
      index % 7 === 3
        ? [
            { type: 'main', name: 'true' },
            { type: 'main', name: 'false' },
          ]
        : [{ type: 'main' }],
    state,
    issues: index % 41 === 5 ? ['Credential missing'] : [],
    isDisabled: index % 37 === 9,
    isPinned: index % 29 === 4,
    hasNotes: index % 23 === 2,
  };
}

function edgeBetween(source: string, target: string, output: number, index: number): CanvasEdge {
  const hasRun = index % 3 === 0;
  const id = `${source} ${output} ${target} 0`;
  return { id, source, output, target, input: 0, state: hasRun ? 'success' : 'idle', ...(hasRun ? { label: `${index} items` } : {}) };
}

export function grownModel(count: number): CanvasModel {
  const nodes = new Map<string, CanvasNode>();
  const edges = new Map<string, CanvasEdge>();
  const columns = Math.ceil(Math.sqrt(count * 1.4));
  const add = (edge: CanvasEdge): void => void edges.set(edge.id, edge);
  for (let index = 0; index < count; index++) {
    const node = nodeAt(index, index % columns, Math.floor(index / columns));
    nodes.set(node.id, node);
    if (index === 0) continue;
    const parent = Math.floor((index - 1) / CHILDREN);
    // Most nodes follow the previous one, so that wires are as short as in a real workflow.
    const source = index % columns === 0 ? `n${parent}` : `n${index - 1}`;
    add(edgeBetween(source, node.id, 0, index));
    if (index % 10 === 0) add(edgeBetween(node.id, `n${(index * 7919) % count || 1}`, 0, index));
  }
  const note: CanvasNote = {
    id: 'note',
    position: { x: -20, y: -200 },
    size: { width: 300, height: 160 },
    content: '### Grown\nA **tree** on a grid.',
    color: 4,
  };
  return { nodes, edges, notes: new Map([[note.id, note]]) };
}

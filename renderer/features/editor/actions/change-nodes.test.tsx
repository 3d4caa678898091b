// Copies of nodes, and the maximum per type.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { duplicateNodes } from './change-nodes.ts';
import type { EditorContext, Notice } from './context.ts';

const node = (id: string, type: string, x: number) => ({ id, name: id, type, typeVersion: 1, position: [x, 0], parameters: {} });

function begin(mostOf: Readonly<Record<string, number>>) {
  const workflow = { nodes: [node('Start', 'acme.start', 0), node('Set', 'acme.set', 200)], connections: {} } as unknown as WorkflowFile;
  let state = editorSlice.reducer(undefined, editorActions.opened({ workflow }));
  const notices: Notice[] = [];
  let last = 0;
  const context = {
    editor: () => state,
    canvas: () => null,
    dispatch: (action: never) => (state = editorSlice.reducer(state, action)),
    types: () => ({ description: (type: string) => ({ displayName: type, inputs: ['main'], outputs: ['main'], maxNodes: mostOf[type] }) }),
    ui: { notify: (notice: Notice) => notices.push(notice) },
    t: (key: string, values: object) => `${key} ${JSON.stringify(values)}`,
    newId: () => `new ${last++}`,
  } as unknown as EditorContext;
  return { context, notices, nodes: () => state.history.present.nodes.map(({ name, position }) => [name, ...position]) };
}

it('are placed below', () => {
  const { context, nodes } = begin({});
  duplicateNodes(context, ['Start', 'Set']);
  expect(nodes().slice(2)).toEqual([
    ['Start1', 0, 160],
    ['Set1', 200, 160],
  ]);
});

it('never cover each other, or other nodes', () => {
  const { context, nodes } = begin({});
  duplicateNodes(context, ['Set']);
  duplicateNodes(context, ['Set']);
  duplicateNodes(context, ['Set1']);
  const positions = nodes().map(([, x, y]) => [x, y] as [number, number]);
  for (const [index, [x, y]] of positions.entries())
    for (const [otherX, otherY] of positions.slice(index + 1))
      expect(Math.abs(x - otherX) >= 100 || Math.abs(y - otherY) >= 160).toBe(true);
});

it('are omitted beyond the maximum of a type, which is reported once', () => {
  const { context, nodes, notices } = begin({ 'acme.start': 1 });
  duplicateNodes(context, ['Start', 'Set']);
  expect(nodes().map(([name]) => name)).toEqual(['Start', 'Set', 'Set1']);
  expect(notices).toMatchObject([{ kind: 'error', isSticky: true, title: 'add.tooManyTitle {"name":"acme.start"}' }]);
  duplicateNodes(context, ['Start']);
  expect(nodes()).toHaveLength(3);
  expect(notices).toHaveLength(2);
});

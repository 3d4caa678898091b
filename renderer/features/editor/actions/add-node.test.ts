// Positions of added nodes, and how others make room for them.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import type { PortRef } from '../canvas/index.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { edgeId } from '../document/edge-ids.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { addNodeOfType, afterSelection } from './add-node.ts';
import type { CreatorPlace, EditorContext } from './context.ts';

const plain: NodeDescription = {
  name: 'plain',
  displayName: 'Plain',
  version: 1,
  defaults: { name: 'New' },
  inputs: ['main'],
  outputs: ['main'],
  properties: [],
} as unknown as NodeDescription;

const node = (name: string, x: number, y = 0, type = 'plain'): WorkflowNode => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [x, y],
  parameters: {},
});

const chain = (nodes: readonly WorkflowNode[], edges: readonly (readonly [from: string, to: string])[] = []): WorkflowFile => ({
  name: 'W',
  nodes: [...nodes],
  connections: Object.fromEntries(edges.map(([from, to]) => [from, { main: [[{ node: to, type: 'main', index: 0 }]] }])),
});

const forked: NodeDescription = { ...plain, name: 'forked', outputs: ['main', 'main', 'main'] };

const withAction: NodeDescription = {
  ...plain,
  name: 'sheets',
  defaults: { name: 'Google Sheets' },
  properties: [
    { displayName: 'Resource', name: 'resource', type: 'options', default: 'sheet', options: [{ name: 'Sheet', value: 'sheet' }] },
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      default: 'append',
      displayOptions: { show: { resource: ['sheet'] } },
      options: [{ name: 'Append Row', value: 'append', action: 'Append row in sheet' }],
    },
  ],
};

const agent: NodeDescription = {
  ...plain,
  name: 'agent',
  inputs: ['main', { type: 'ai_languageModel', maxConnections: 1 }, 'ai_memory', { type: 'ai_tool' }],
};
const tool: NodeDescription = { ...plain, name: 'tool', inputs: [], outputs: ['ai_tool'] };

/** An editor with an open workflow. */
function opened(workflow: WorkflowFile): EditorContext {
  let editor = editorSlice.reducer(undefined, editorActions.opened({ workflow }));
  const types = typeLookup([plain, forked, withAction, agent, tool]);
  let count = 0;
  return {
    editor: () => editor,
    types: () => types,
    canvas: () => null,
    ui: { notify: () => undefined },
    t: (key: string) => key,
    newId: () => `New ${++count}`,
    dispatch: (action: never) => (editor = editorSlice.reducer(editor, action)),
  } as unknown as EditorContext;
}

const positionsIn = ({ editor }: EditorContext): Record<string, readonly number[]> =>
  Object.fromEntries(editor().history.present.nodes.map(({ name, position }) => [name, position]));

/** Positions after a node was added. */
function added(workflow: WorkflowFile, creatorPlace: CreatorPlace): Record<string, readonly number[]> {
  const context = opened(workflow);
  addNodeOfType(context, { type: 'plain' }, creatorPlace);
  return positionsIn(context);
}

function into(workflow: WorkflowFile, source: string, target: string, x: number, y = 0): CreatorPlace {
  const edge = edgeId(workflow, { source, sourceOutput: 0, target, targetInput: 0, type: 'main' });
  return { kind: 'into', edge, at: { x, y } };
}

it('has the parameters of its action, and its name', () => {
  const context = opened(chain([]));
  addNodeOfType(context, { type: 'sheets', parameters: { resource: 'sheet', operation: 'append' } });
  expect(context.editor().history.present.nodes).toMatchObject([
    { name: 'Append row in sheet', parameters: { resource: 'sheet', operation: 'append' } },
  ]);
});

describe('in a connection', () => {
  it('is placed 200 behind its source, and moves its target by as much', () => {
    const file = chain(
      [node('Start', 0), node('Set', 200), node('End', 400)],
      [
        ['Start', 'Set'],
        ['Set', 'End'],
      ],
    );
    expect(added(file, into(file, 'Set', 'End', 300))).toEqual({ Start: [0, 0], Set: [200, 0], New: [400, 0], End: [600, 0] });
  });

  it('moves others only as far as is needed', () => {
    const file = chain(
      [node('Set', 0), node('End', 300), node('Later', 500)],
      [
        ['Set', 'End'],
        ['End', 'Later'],
      ],
    );
    expect(added(file, into(file, 'Set', 'End', 160))).toMatchObject({ New: [200, 0], End: [400, 0], Later: [600, 0] });
  });

  it('moves nodes it would overlap, but none before it', () => {
    const file = chain([node('Set', 0), node('End', 400), node('Flush', 260, 40), node('Before', 180, 300)], [['Set', 'End']]);
    expect(added(file, into(file, 'Set', 'End', 200))).toMatchObject({
      New: [200, 0],
      Flush: [400, 40],
      End: [540, 0],
      Before: [180, 300],
    });
  });

  it('moves nothing if there is space', () => {
    const file = chain([node('Set', 0), node('End', 400), node('Note', 200, -40, stickyNoteType)], [['Set', 'End']]);
    expect(added(file, into(file, 'Set', 'End', 200))).toMatchObject({ New: [200, 0], End: [400, 0], Note: [200, -40] });
  });

  it('stays at the requested position in a connection that leads back', () => {
    const file = chain([node('Set', 400), node('Start', 0)], [['Set', 'Start']]);
    expect(added(file, into(file, 'Set', 'Start', 200, 120))).toMatchObject({ Set: [400, 0], New: [200, 120], Start: [0, 0] });
  });
});

describe('from a port', () => {
  const from: PortRef = { node: 'Set', side: 'output', index: 0, type: 'main' };

  it.each([
    ['next to its source, below it', 120, 300],
    ['left of its source', -160, 200],
    ['touching its source', 100, 0],
  ])('stands where it was dropped: %s', (_, x, y) => {
    expect(added(chain([node('Set', 0)]), { kind: 'from', from, at: { x, y } })).toMatchObject({ New: [x, y] });
  });

  it('ignores the corner of a note', () => {
    const file = chain([node('Set', 0), node('Note', 280, 300, stickyNoteType)]);
    expect(added(file, { kind: 'from', from, at: { x: 300, y: 300 } })).toMatchObject({ New: [300, 300] });
  });

  it('is placed elsewhere if another node is there', () => {
    const file = chain([node('Set', 0), node('Other', 280, 300)]);
    expect(added(file, { kind: 'from', from, at: { x: 300, y: 300 } })).toMatchObject({ New: [340, 460] });
  });

  it('is placed behind the node it was requested for', () => {
    expect(added(chain([node('Set', 10, 30)]), { kind: 'from', from, at: { x: 10, y: 30 } })).toMatchObject({ New: [220, 40] });
  });
});

describe('behind the selected node', () => {
  it('takes the next free output, then none, and never lies on another node', () => {
    const context = opened(chain([node('If', 0, 0, 'forked')]));
    for (let each = 0; each < 4; each++) {
      context.dispatch(editorActions.selected(['If']));
      addNodeOfType(context, { type: 'plain' }, afterSelection(context));
    }
    const { connections } = context.editor().history.present;
    expect(connections['If']?.['main']?.map((targets) => targets?.map(({ node: name }) => name))).toEqual([['New'], ['New1'], ['New2']]);
    expect(positionsIn(context)).toMatchObject({ New: [200, 0], New1: [200, 160], New2: [200, 320], New3: [200, 480] });
  });

  it('uses the only output again', () => {
    const context = opened(chain([node('Set', 0, 0)]));
    for (let each = 0; each < 2; each++) {
      context.dispatch(editorActions.selected(['Set']));
      addNodeOfType(context, { type: 'plain' }, afterSelection(context));
    }
    const { connections } = context.editor().history.present;
    expect(connections['Set']?.['main']?.map((targets) => targets?.map(({ node: name }) => name))).toEqual([['New', 'New1']]);
  });
});

it('names a node after its default action, otherwise after its type', () => {
  const context = opened(chain([]));
  for (const type of ['sheets', 'sheets', 'plain']) addNodeOfType(context, { type });
  expect(Object.keys(positionsIn(context))).toEqual(['Append row in sheet', 'Append row in sheet1', 'New']);
});

describe('attached nodes', () => {
  const attach = (root: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, { ai_tool: [[{ node: root, type: 'ai_tool', index: 0 }]] }]));
  const toolInput: PortRef = { node: 'Agent', side: 'input', index: 0, type: 'ai_tool' };
  const at: CreatorPlace = { kind: 'from', from: toolInput, at: { x: 160, y: 180 } };

  it('stand side by side below their root node, connected to it', () => {
    const context = opened(chain([node('Agent', 0, 0, 'agent')]));
    for (let count = 0; count < 3; count++) addNodeOfType(context, { type: 'tool' }, at);
    const { nodes, connections } = context.editor().history.present;
    expect(nodes.map(({ position }) => position)).toEqual([
      [0, 0],
      [160, 180],
      // Names and issues of nodes are wider than the nodes: up to 168.
      [340, 180],
      [520, 180],
    ]);
    expect(connections).toEqual(attach('Agent', ['New', 'New1', 'New2']));
  });

  it('move with their root node when it makes room', () => {
    const file = chain([node('Start', 0), node('Agent', 200, 0, 'agent'), node('Tool', 140, 200, 'tool')], [['Start', 'Agent']]);
    const linked = { ...file, connections: { ...file.connections, ...attach('Agent', ['Tool']) } };
    expect(added(linked, into(linked, 'Start', 'Agent', 100))).toMatchObject({ Agent: [400, 0], Tool: [340, 200] });
  });

  it('are not inserted into connections, nor is anything inserted into theirs', () => {
    const file = chain([node('Start', 0), node('End', 400)], [['Start', 'End']]);
    const context = opened(file);
    addNodeOfType(context, { type: 'tool' }, into(file, 'Start', 'End', 200));
    expect(context.editor().history.present.connections).toEqual(file.connections);
    const linked = { ...chain([node('Agent', 0, 0, 'agent'), node('Tool', 0, 300, 'tool')]), connections: attach('Agent', ['Tool']) };
    const edge = edgeId(linked, { source: 'Tool', sourceOutput: 0, target: 'Agent', targetInput: 0, type: 'ai_tool' });
    const other = opened(linked);
    addNodeOfType(other, { type: 'plain' }, { kind: 'into', edge, at: { x: 0, y: 200 } });
    expect(other.editor().history.present.connections).toEqual(linked.connections);
  });

  it('have no node behind them', () => {
    const context = opened(chain([node('Tool', 0, 0, 'tool')]));
    context.dispatch(editorActions.selected(['Tool']));
    expect(afterSelection(context)).toBeUndefined();
  });
});

it('a node behind a wide one does not overlap it', () => {
  const context = opened(chain([node('Agent', 0, 0, 'agent')]));
  context.dispatch(editorActions.selected(['Agent']));
  addNodeOfType(context, { type: 'agent' }, afterSelection(context));
  expect(positionsIn(context)).toEqual({ Agent: [0, 0], New: [340, 0] });
});

// Positions of added nodes, and how others make room for them.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import type { PortRef } from '../canvas/index.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { edgeId } from '../document/edge-ids.ts';
import { typeLookup } from '../view/type-lookup.ts';
import { addNodeOfType, behindSelection } from './add-node.ts';
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

/** An editor with an open workflow. */
function opened(workflow: WorkflowFile): EditorContext {
  let editor = editorSlice.reducer(undefined, editorActions.opened({ workflow }));
  const types = typeLookup([plain, forked, withAction]);
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
function added(workflow: WorkflowFile, place: CreatorPlace): Record<string, readonly number[]> {
  const context = opened(workflow);
  addNodeOfType(context, { type: 'plain' }, place);
  return positionsIn(context);
}

function into(workflow: WorkflowFile, source: string, target: string, x: number, y = 0): CreatorPlace {
  const edge = edgeId(workflow, { source, sourceOutput: 0, target, targetInput: 0, type: 'main' });
  return { kind: 'into', edge, at: { x, y } };
}

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
    expect(added(file, { kind: 'from', from, at: { x: 300, y: 300 } })).toMatchObject({ New: [340, 440] });
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
      addNodeOfType(context, { type: 'plain' }, behindSelection(context));
    }
    const { connections } = context.editor().history.present;
    expect(connections['If']?.['main']?.map((targets) => targets?.map(({ node: name }) => name))).toEqual([['New'], ['New1'], ['New2']]);
    expect(positionsIn(context)).toMatchObject({ New: [200, 0], New1: [200, 160], New2: [200, 320], New3: [200, 480] });
  });

  it('uses the only output again', () => {
    const context = opened(chain([node('Set', 0, 0)]));
    for (let each = 0; each < 2; each++) {
      context.dispatch(editorActions.selected(['Set']));
      addNodeOfType(context, { type: 'plain' }, behindSelection(context));
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

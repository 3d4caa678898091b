// The subtitle of a node, and the issues of a newly added node.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { description as executeWorkflow } from '../../../../engine/nodes/execute-workflow/description.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { editorActions, editorSlice, type EditorState } from '../document/editor-slice.ts';
import { runSlice } from '../runs/run-slice.ts';
import { CanvasModelMaker } from './canvas-model-of.ts';
import { describeNode } from './describe-node.ts';
import { typeLookup } from './type-lookup.ts';

const type = { ...executeWorkflow, name: 'n8n-nodes-base.executeWorkflow' } as unknown as NodeDescription;
const node = (parameters: object): WorkflowNode =>
  ({ id: 'a', name: 'Call', type: type.name, typeVersion: 1.2, position: [0, 0], parameters }) as unknown as WorkflowNode;

describe('the subtitle of Execute Sub-workflow', () => {
  it.each([
    [
      'the name of the workflow',
      { workflowId: { __rl: true, mode: 'list', value: 'w1', cachedResultName: 'Billing' } },
      'Workflow: Billing',
    ],
    ['its id', { workflowId: { __rl: true, mode: 'id', value: 'w1' } }, 'Workflow: w1'],
    ['nothing if none is selected', {}, undefined],
  ])('says %s', (_, parameters, expected) => expect(describeNode(node(parameters), type).subtitle).toBe(expected));
});

describe('the issues of a newly added node', () => {
  const url = { displayName: 'URL', name: 'url', type: 'string', default: '', required: true };
  const types = typeLookup([{ ...type, properties: [url] } as unknown as NodeDescription]);
  const workflow: WorkflowFile = { name: 'W', nodes: [node({})], connections: {} };
  const issuesAfter = (...actions: readonly Parameters<typeof editorSlice.reducer>[1][]): readonly string[] => {
    let editor: EditorState = editorSlice.reducer(undefined, editorActions.opened({ workflow }));
    for (const action of actions) editor = editorSlice.reducer(editor, action);
    const { nodes } = new CanvasModelMaker().make({
      workflow,
      types,
      run: runSlice.getInitialState(),
      untouched: new Set(editor.untouched),
      iconUrl: String,
      itemsText: String,
      waitText: String,
    });
    return nodes.get('a')?.issues ?? [];
  };
  const missing = ['Parameter "URL" is required.'];

  it('are shown once its view is closed, or something runs', () => {
    expect(issuesAfter()).toEqual(missing);
    expect(issuesAfter(editorActions.nodeAdded('a'))).toEqual([]);
    expect(issuesAfter(editorActions.nodeAdded('a'), editorActions.nodeOpened('a'))).toEqual([]);
    expect(issuesAfter(editorActions.nodeAdded('a'), editorActions.nodeOpened('a'), editorActions.nodeOpened(undefined))).toEqual(missing);
    expect(issuesAfter(editorActions.nodeAdded('a'), editorActions.allTouched())).toEqual(missing);
  });
});

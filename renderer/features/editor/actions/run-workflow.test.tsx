// Requests for partial runs refer to earlier results instead of sending them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunData, TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { store } from '../../../state/store.ts';
import { toastClosed } from '../../../state/toasts.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { listeningTriggers, runActions, runSlice } from '../runs/run-slice.ts';
import { disableNodes } from './change-nodes.ts';
import type { EditorContext } from './context.ts';
import { runWorkflow, stopRun } from './run-workflow.ts';
import { chooseStart } from './start-trigger.ts';

const node = (id: string, name: string, parameters: object = {}) => ({ id, name, type: 't', typeVersion: 1, position: [0, 0], parameters });
const to = (target: string) => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
const file = (nodes: object[]): WorkflowFile => ({ name: 'W', nodes, connections: { T: to('A'), A: to('B') } }) as unknown as WorkflowFile;
const before = file([node('t', 'T'), node('a', 'A'), node('b', 'B')]);
const task = (source: string | undefined, count = 1): TaskData => ({
  startTime: 100,
  executionTime: 1,
  executionIndex: 0,
  executionStatus: 'success',
  source: source === undefined ? [] : [{ previousNode: source }],
  data: { main: [Array.from({ length: count }, () => ({ json: {} }))] },
});

let sentBodies: Record<string, unknown>[] = [];
let urls: string[] = [];
let responses: Response[] = [];
let isConnected = true;
beforeEach(() => {
  isConnected = true;
  sentBodies = [];
  urls = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    urls.push(new URL(url).pathname);
    if (body !== undefined) sentBodies.push(JSON.parse(body) as Record<string, unknown>);
    return Promise.resolve(responses.shift());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** An editor that shows a run of `before` while `now` is open. */
function editorWith(now: WorkflowFile, runData: RunData) {
  let editor = editorSlice.reducer(undefined, editorActions.opened({ workflow: before, id: 'w' }));
  let run = runSlice.reducer(undefined, editorActions.opened({ workflow: before, id: 'w' }));
  const notices: string[] = [];
  const dispatch = (action: unknown): unknown => {
    if (typeof action === 'function') return store.dispatch(action as never);
    editor = editorSlice.reducer(editor, action as never);
    run = runSlice.reducer(run, action as never);
    return action;
  };
  dispatch(runActions.executionShown({ executionId: 'e1', runData, outcome: { status: 'success' }, workflow: before, startedAt: 100 }));
  dispatch(editorActions.documentChanged({ workflow: now, label: 'rename' }));
  const context = {
    editor: () => editor,
    run: () => run,
    types: () => ({ description: () => ({ version: 1, group: [], properties: [], inputs: ['main'], outputs: ['main'] }) }),
    credentials: () => undefined,
    isConnected: () => isConnected,
    t: (key: string) => key,
    ui: {
      notify: ({ title }: { title: string }) => notices.push(title),
      considerRun: () => undefined,
      ask: () => Promise.resolve('confirm'),
    },
    dispatch,
  } as unknown as EditorContext;
  return { context, notices, run: () => run };
}

const all: RunData = { T: [task(undefined)], A: [task('T')], B: [task('A')] };
const accepted = (): Response => Response.json({ data: { executionId: 'e2' } });
const resultsGone = (): Response => Response.json({ code: 'RESULTS_GONE', message: 'Gone.' }, { status: 409 });

it('refers to executions with results, and to nodes by their names there', async () => {
  responses = [accepted(), accepted()];
  const now = { ...file([node('t', 'T'), node('a', 'Later'), node('b', 'B', { n: 1 })]), connections: { T: to('Later'), Later: to('B') } };
  const { context, run } = editorWith(now as WorkflowFile, all);
  await runWorkflow(context, 'b');
  expect(sentBodies[0]).not.toHaveProperty('runData');
  expect(sentBodies[0]).toMatchObject({
    destinationNode: 'B',
    dirtyNodeNames: ['Later', 'B'],
    earlierResults: { T: { executionId: 'e1' }, Later: { executionId: 'e1', node: 'A' }, B: { executionId: 'e1' } },
  });
  // A changed node that a run did not reach still counts as changed.
  context.dispatch(runActions.runFoundOver({ outcome: { status: 'success' }, runData: { Later: [task('T')] } }));
  expect(run().origins['a']).toMatchObject({ executionId: 'e2', node: { name: 'Later' } });
  await runWorkflow(context, 'b');
  expect(sentBodies[1]).toMatchObject({
    dirtyNodeNames: ['B'],
    earlierResults: { T: { executionId: 'e1' }, Later: { executionId: 'e2' } },
  });
});

it.each<[string, RunData, object, readonly string[]]>([
  ['sends few results itself', all, { runData: all }, []],
  ['runs from the start instead of sending many', { ...all, A: [task('T', 6000)] }, {}, ['run.fromStart']],
])('%s where the server does not have them any more', async (_name, runData, expected, words) => {
  responses = [resultsGone(), accepted()];
  const { context, notices, run } = editorWith(before, runData);
  await runWorkflow(context, 'b');
  const { runData: sentData, earlierResults } = sentBodies[1] ?? {};
  expect([JSON.parse(JSON.stringify({ runData: sentData })), earlierResults]).toEqual([expected, undefined]);
  expect([notices, run().status, run().executionId]).toEqual([words, 'running', 'e2']);
});

it.each<[string, string, number, string, readonly string[]]>([
  ['runs with the credentials once the user has agreed', 'confirm', 2, 'running', []],
  ['does not run if the user does not agree', 'cancel', 1, 'idle', []],
])('%s, in a workflow of another user', async (_name, response, requests, status, words) => {
  responses = [Response.json({ code: 'CREDENTIALS_NOT_LENT', message: 'It uses "Mail".' }, { status: 409 }), accepted()];
  const { context, notices, run } = editorWith(before, {});
  const questions: unknown[] = [];
  const ask = (question: unknown): Promise<string> => {
    questions.push(question);
    return Promise.resolve(response);
  };
  await runWorkflow({ ...context, ui: { ...context.ui, ask } } as unknown as EditorContext);
  expect(questions).toMatchObject([{ title: 'run.lendTitle', message: 'It uses "Mail".', confirm: 'run.lendConfirm' }]);
  expect([sentBodies.length, run().status, notices]).toEqual([requests, status, words]);
  if (requests > 1) expect(sentBodies[1]).toMatchObject({ lendsCredentials: true });
});

it('runs the root node of an attached node', async () => {
  responses = [accepted()];
  const nodes = [...before.nodes, node('m', 'Model'), node('s', 'Store')] as WorkflowFile['nodes'];
  const link = (target: string, type: string): object => ({ [type]: [[{ node: target, type, index: 0 }]] });
  const connections = { ...before.connections, Model: link('B', 'ai_languageModel'), Store: link('Model', 'ai_memory') };
  const { context } = editorWith({ ...before, nodes, connections } as unknown as WorkflowFile, all);
  await runWorkflow(context, 's');
  expect(sentBodies[0]).toMatchObject({ destinationNode: 'B' });
});

const chat = { ...before, nodes: [{ ...before.nodes[0], type: 'acme.chatTrigger' }, ...before.nodes.slice(1)] } as WorkflowFile;

it.each<[string, WorkflowFile, RunData, string | undefined, boolean]>([
  ['opens the chat instead of waiting for a message', chat, {}, undefined, true],
  ['opens the chat before a node that needs a message', chat, {}, 'b', true],
  ['runs a node with the last message', chat, all, 'b', false],
  ['runs with the pinned message', { ...chat, pinData: { T: [{ json: {} }] } }, {}, undefined, false],
  ['runs another workflow', before, {}, undefined, false],
])('%s', async (_name, workflow, runData, destination, opens) => {
  responses = [accepted()];
  const { context } = editorWith(before, {});
  context.dispatch(editorActions.opened({ workflow, id: 'w' }));
  if (Object.keys(runData).length > 0) {
    const storedRun = { executionId: 'e1', runData, outcome: { status: 'success' }, workflow, startedAt: 100 } as const;
    context.dispatch(runActions.executionShown(storedRun));
  }
  let opened = 0;
  const types = (): object => ({
    description: (type: string) => ({
      version: 1,
      group: type.endsWith('Trigger') ? ['trigger'] : [],
      properties: [],
      inputs: ['main'],
      outputs: ['main'],
    }),
  });
  await runWorkflow({ ...context, types, ui: { ...context.ui, openChat: () => opened++ } } as unknown as EditorContext, destination);
  expect([opened, sentBodies.length]).toEqual(opens ? [1, 0] : [0, 1]);
});

it('starts with the items of a trigger, and continues a run that waits for them', async () => {
  responses = [accepted(), accepted()];
  const { context, run } = editorWith(chat, all);
  const trigger = { name: 'T', items: [{ json: { chatInput: 'Hi' } }] };
  await runWorkflow(context, undefined, { ...trigger, resumes: 'e1' });
  expect([sentBodies[0]?.['triggerToStartFrom'], run().isChat, Object.keys(run().runData)]).toEqual([
    { ...trigger, resumes: 'e1' },
    true,
    ['T', 'A', 'B'],
  ]);
  context.dispatch(runActions.runFoundOver({ outcome: { status: 'success' } }));
  await runWorkflow(context, undefined, trigger);
  expect([sentBodies[1]?.['triggerToStartFrom'], run().runData]).toEqual([trigger, {}]);
});

it('sends nothing without a connection, and says so', async () => {
  isConnected = false;
  const { context, notices } = editorWith(before, all);
  await runWorkflow(context);
  expect([sentBodies, notices]).toEqual([[], ['run.failed']]);
});

it('drops the results of nodes that are disabled', () => {
  const { context, run } = editorWith(before, all);
  disableNodes(context, ['a']);
  expect(Object.keys(run().runData)).toEqual(['T', 'B']);
  disableNodes(context, ['a']);
  expect(Object.keys(run().runData)).toEqual(['T', 'B']);
});

it('takes back what was missing as soon as a run starts', async () => {
  responses = [accepted()];
  const { context } = editorWith(before, all);
  const needed = { displayName: 'Title', name: 'title', type: 'string', default: '', required: true };
  let properties: readonly object[] = [needed];
  const description = (): object => ({ version: 1, group: [], properties, inputs: ['main'], outputs: ['main'] });
  const keys: (string | undefined)[] = [];
  const closed: string[] = [];
  const running = {
    ...context,
    types: () => ({ description }),
    ui: { ...context.ui, notify: ({ key }: { key?: string }) => keys.push(key) },
    dispatch: (action: unknown) => {
      if (toastClosed.match(action as never)) closed.push((action as ReturnType<typeof toastClosed>).payload);
      return context.dispatch(action as never);
    },
  } as unknown as EditorContext;
  await runWorkflow(running, 'b');
  expect([keys, closed, sentBodies]).toEqual([[expect.any(String)], [], []]);
  properties = [];
  await runWorkflow(running, 'b');
  expect([closed, sentBodies.length]).toEqual([keys, 1]);
});

describe('with several triggers', () => {
  const trigger = (id: string, name: string): object => ({ ...node(id, name, {}), type: 'acme.hookTrigger' });
  const two = {
    ...file([trigger('t', 'T'), trigger('u', 'U'), node('a', 'A'), { ...node('b', 'B'), type: 'needy' }]),
    connections: { T: to('A'), U: to('B') },
  } as unknown as WorkflowFile;
  const needed = { displayName: 'Title', name: 'title', type: 'string', default: '', required: true };
  const types = (): object => ({
    description: (type: string) => ({
      version: 1,
      group: type.endsWith('Trigger') ? ['trigger'] : [],
      properties: type === 'needy' ? [needed] : [],
      inputs: ['main'],
      outputs: ['main'],
    }),
  });
  const opened = () => {
    const { context, notices, run } = editorWith(before, {});
    context.dispatch(editorActions.opened({ workflow: two, id: 'w' }));
    const pages: string[] = [];
    const ui = { ...context.ui, openPage: (address: string) => pages.push(address) };
    return { context: { ...context, types, ui } as unknown as EditorContext, notices, run, pages };
  };

  it('starts from the one that was chosen last, and checks only what it reaches', async () => {
    responses = [accepted()];
    const { context, notices } = opened();
    await runWorkflow(context);
    expect([notices, sentBodies[0]?.['triggerToStartFrom']]).toEqual([[], { name: 'T' }]);
    context.dispatch(runActions.runFoundOver({ outcome: { status: 'success' } }));
    chooseStart(context, 'u');
    await runWorkflow(context);
    expect([notices, sentBodies.length]).toEqual([['run.issuesTitle'], 1]);
  });

  it('a message checks only what the chat reaches', async () => {
    responses = [accepted()];
    const { context, notices } = opened();
    chooseStart(context, 'u');
    await runWorkflow(context, undefined, { name: 'T', items: [{ json: {} }] });
    expect([notices, sentBodies[0]?.['triggerToStartFrom']]).toEqual([[], { name: 'T', items: [{ json: {} }] }]);
  });

  it('knows which ones listen, by their present names, and opens their form', async () => {
    const form = 'http://localhost/form-test/x';
    const listening = [{ node: 'T', url: form, methods: ['GET', 'POST'], isForm: true }];
    responses = [Response.json({ data: { waitingForWebhook: true, listening } })];
    const { context, run, pages } = opened();
    await runWorkflow(context);
    expect([run().status, pages]).toEqual(['waitingForEvent', [form]]);
    const renamed = { ...two, nodes: two.nodes.map((each) => (each.id === 't' ? { ...each, name: 'Renamed' } : each)) };
    context.dispatch(editorActions.documentChanged({ workflow: renamed, label: 'rename' }));
    expect(['Renamed', 'T', 'U'].map((name) => listeningTriggers(run(), name).length)).toEqual([1, 0, 0]);
  });
});

describe('an unsaved workflow', () => {
  const listening = (): Response => Response.json({ data: { waitingForWebhook: true, listening: [{ node: 'T' }] } });
  const unsaved = (workflow: WorkflowFile) => {
    const editor = editorWith(before, {});
    editor.context.dispatch(editorActions.opened({ workflow }));
    return editor;
  };

  it.each<[string, WorkflowFile]>([
    ['a new one', before],
    ['one with the id of a file', { ...before, id: '77' }],
  ])('is run and no longer listened to under the same placeholder id: %s', async (_name, workflow) => {
    responses = [listening(), Response.json({ data: true })];
    const { context, run } = unsaved(workflow);
    await runWorkflow(context);
    expect([sentBodies[0], run().status]).toMatchObject([{ workflowData: { id: '__EMPTY__' } }, 'waitingForEvent']);
    await stopRun(context);
    expect([urls.at(-1), run().status]).toEqual(['/rest/test-webhook/__EMPTY__', 'idle']);
  });

  it('that is saved while it listens is no longer listened to under the id that it had', async () => {
    responses = [listening(), Response.json({ data: true })];
    const { context } = unsaved(before);
    await runWorkflow(context);
    const { visit, history, tags } = context.editor();
    const saved = { id: 'new', name: 'W', version: 1, isActive: false, tags, visit, sentFile: history.present, sentTags: tags, at: 1 };
    context.dispatch(editorActions.savedOnServer(saved));
    await stopRun(context);
    expect([context.editor().id, urls.at(-1)]).toEqual(['new', '/rest/test-webhook/__EMPTY__']);
  });
});

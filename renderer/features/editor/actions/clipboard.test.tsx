// Pasting and importing: whole workflows, parts, and rejected input.
import { describe, expect, it } from 'vitest';
import { stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { eventually } from '../../../testing/setup.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { takeHandedOver } from '../../../state/handed-over.ts';
import { copiedText, importFile, insert, matchCredentials, paste } from './clipboard.ts';
import type { DialogChoice, EditorContext, Notice, Question, Replacement } from './context.ts';

const node = { id: 'a', name: 'A', type: 'n8n-nodes-base.webhook', typeVersion: 1, position: [0, 0], parameters: {}, webhookId: 'hook' };
const matching = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, value instanceof RegExp ? (expect.stringMatching(value) as unknown) : value]),
  );
const workflowWith = (more: object = {}): WorkflowFile =>
  ({ name: 'Given', nodes: [node, { ...node, id: 'b', name: 'B' }], connections: {}, ...more }) as unknown as WorkflowFile;

/** An editor with an empty workflow, which is saved if it has an id. */
function begin(id?: string, nodes: readonly object[] = []) {
  const workflow = { name: 'Own', nodes, connections: {}, settings: { timezone: 'Europe/Paris' } } as unknown as WorkflowFile;
  let state = editorSlice.reducer(undefined, editorActions.opened({ workflow, ...(id === undefined ? {} : { id }) }));
  const notices: Notice[] = [];
  const questions: Question[] = [];
  const went: unknown[] = [];
  const displayedNodes: (readonly string[])[] = [];
  const replacements: Replacement[] = [];
  let isAgreed = true;
  let dialogChoice: DialogChoice = 'confirm';
  let [count, fits] = [0, 0];
  const context = {
    editor: () => state,
    dispatch: (action: unknown) =>
      typeof action === 'function' ? Promise.resolve({ data: [] }) : (state = editorSlice.reducer(state, action as never)),
    types: () => ({ description: () => undefined }),
    canvas: () => ({
      zoomToFit: () => (fits += 1),
      centre: () => ({ x: 0, y: 0 }),
      bringIntoView: (...ids: readonly string[]) => displayedNodes.push(ids),
    }),
    ui: {
      notify: (notice: Notice) => notices.push(notice),
      ask: (question: Question) => Promise.resolve((questions.push(question), dialogChoice)),
      goTo: (...to: readonly unknown[]) => went.push(to),
      agreeToReplacement: (replacement: Replacement) => Promise.resolve((replacements.push(replacement), isAgreed)),
    },
    t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
    newId: () => `new-${++count}`,
  } as unknown as EditorContext;
  const responses = (choice: DialogChoice): void => void (dialogChoice = choice);
  const refuse = (): void => void (isAgreed = false);
  const undo = (): void => void (state = editorSlice.reducer(state, editorActions.undo()));
  return {
    context,
    undo,
    refuse,
    replacements,
    file: () => state.history.present,
    notices,
    fits: () => fits,
    questions,
    went,
    displayedNodes,
    responses,
  };
}

it('numbers that JavaScript cannot represent are copied and pasted with all digits, in parameters and pinned data', async () => {
  const { context, file } = begin();
  const digits = '{"id":17169973925117969,"list":[0.12345678901234567890123]}';
  const text = JSON.stringify(workflowWith({ nodes: [node], pinData: { A: [{ json: 'HERE' }] } })).replace('"HERE"', digits);
  await paste(context, text.replace('"parameters":{}', `"parameters":{"size":17169973925117969,"rows":[${digits}]}`));
  context.dispatch(editorActions.selected([file().nodes[0]?.id ?? '']));
  const copied = copiedText({ ...context, instanceId: () => 'i' }) ?? '';
  await paste(context, copied);
  const all = stringifyExactly(file());
  expect(all.split(digits)).toHaveLength(5);
  expect(all.split('"size":17169973925117969')).toHaveLength(3);
});

describe('an imported workflow', () => {
  it('is brought into view if the canvas was empty', async () => {
    const { context, fits } = begin();
    await insert(context, workflowWith());
    await eventually(() => expect(fits()).toBe(1));
    await insert(context, workflowWith());
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(fits()).toBe(1);
  });

  it('gets new ids, keeps its names, and gives a new workflow its name and settings', async () => {
    const { context, file } = begin();
    await insert(context, workflowWith({ settings: { timezone: 'Asia/Tokyo' } }));
    expect(file()).toMatchObject({ name: 'Given', settings: { timezone: 'Asia/Tokyo' }, nodes: [{ name: 'A' }, { name: 'B' }] });
    const ids = file().nodes.flatMap(({ id, webhookId }) => [id, webhookId]);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id) => id?.startsWith('new-'))).toBe(true);
  });

  it.each([7, { a: 1 }])('keeps the existing name if its own is not a string: %j', async (name) => {
    const { context, file } = begin();
    await paste(context, JSON.stringify(workflowWith({ name })));
    expect(file()).toMatchObject({ name: 'Own', nodes: [{ name: 'A' }, { name: 'B' }] });
  });

  it('does not change name and settings of a saved workflow', async () => {
    const { context, file } = begin('w');
    await insert(context, workflowWith({ settings: { timezone: 'Asia/Tokyo' } }));
    expect(file()).toMatchObject({ name: 'Own', settings: { timezone: 'Europe/Paris' }, nodes: [{ name: 'A' }, { name: 'B' }] });
  });

  it.each([
    ['Mars/Olympus', ['import.unknownZone Mars/Olympus']],
    [7, ['import.unknownZone 7']],
    ['DEFAULT', []],
  ])('brings no time zone that is unknown: %s', async (timezone, notice) => {
    const { context, file, notices } = begin();
    await insert(context, workflowWith({ settings: { timezone, executionOrder: 'v0' } }));
    expect(file().settings).toEqual({ executionOrder: 'v0', ...(notice.length === 0 ? { timezone } : {}) });
    expect(notices.map(({ title }) => title)).toEqual(notice);
  });

  it.each([null, { x: null }])('may have invalid credentials: %j', async (credentials) => {
    const { context, file } = begin();
    await paste(context, JSON.stringify(workflowWith({ nodes: [{ ...node, credentials }] })));
    expect(file().nodes).toMatchObject([{ name: 'A', credentials: {} }]);
  });
});

describe('copies in a workflow that has nodes', () => {
  const existing = [
    { ...node, id: 'own', name: 'Own', type: 'acme.start' },
    { ...node, id: 'next', name: 'Next', position: [200, 0] },
  ];
  const copied = { nodes: [node, { ...node, id: 'b', name: 'B', position: [200, 0] }], connections: {} };

  it('lie beside what is there, near the middle of the view, and are brought into view and selected', async () => {
    const { context, file, questions, displayedNodes } = begin('w', existing);
    for (let times = 0; times < 3; times++) await paste(context, JSON.stringify(copied));
    expect(questions).toEqual([]);
    const boxes = file().nodes.map(({ position: [x, y] }) => ({ x, y }));
    expect(boxes).toHaveLength(8);
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) expect(Math.abs(one.x - other.x) >= 100 || Math.abs(one.y - other.y) >= 160).toBe(true);
    expect(boxes.every(({ x, y }) => Math.abs(x) < 1000 && Math.abs(y) < 1000)).toBe(true);
    await eventually(() => expect(displayedNodes.at(-1)).toEqual(context.editor().selection));
    expect(displayedNodes.at(-1)).toHaveLength(2);
  });

  it('of a whole workflow are added only after a question', async () => {
    const { context, file, questions, responses, went } = begin('w', existing);
    responses('cancel');
    await importFile(context, new File([JSON.stringify(workflowWith())], 'one.json'));
    await paste(context, JSON.stringify(workflowWith()));
    expect(questions).toMatchObject(
      Array.from({ length: 2 }, () => ({
        title: 'import.where Given',
        confirm: 'import.addHere',
        other: 'import.openAsNew',
        another: 'import.replace',
      })),
    );
    expect(file().nodes).toHaveLength(2);
    responses('confirm');
    await paste(context, JSON.stringify(workflowWith()));
    expect(file()).toMatchObject({ name: 'Own', nodes: { length: 4 } });
    expect(went).toEqual([]);
  });

  it('open as a new workflow if that is the answer, with all triggers', async () => {
    const { context, file, responses, went } = begin('w', existing);
    responses('other');
    await importFile(context, new File([JSON.stringify(workflowWith())], 'one.json'));
    expect(file().nodes).toHaveLength(2);
    expect(went).toMatchObject([['/workflow', { brings: {} }]]);
    const [[, { brings }]] = went as [[string, { brings: unknown }]];
    expect(takeHandedOver(brings)).toMatchObject({ type: 'workflow', workflow: { name: 'Given', nodes: [{ name: 'A' }, { name: 'B' }] } });
  });

  it('replace the open one in one step that can be undone, after the difference was shown', async () => {
    const { context, file, replacements, responses, undo } = begin('w', existing);
    responses('another');
    const before = file();
    const [first] = existing;
    const nodes = [
      { ...first, parameters: { path: 'new' } },
      { ...node, id: 'foreign', name: 'New' },
    ];
    await importFile(context, new File([JSON.stringify(workflowWith({ nodes, pinData: { New: [] } }))], 'one.json'));
    expect(replacements).toMatchObject([{ before, after: file() }]);
    expect(file()).toMatchObject({ name: 'Own', settings: { timezone: 'Europe/Paris' }, pinData: { New: [] } });
    // Nodes that both have keep their ids and addresses; others get new ones.
    expect(file().nodes).toMatchObject(
      [
        { ...first, parameters: { path: 'new' } },
        { id: /^new-/, webhookId: /^new-/ },
      ].map(matching),
    );
    undo();
    expect(file()).toEqual(before);
  });

  it('replace nothing if the user does not agree', async () => {
    const { context, file, refuse, responses } = begin('w', existing);
    responses('another');
    refuse();
    const before = file();
    await paste(context, JSON.stringify(workflowWith()));
    expect(file()).toBe(before);
  });

  it('name the triggers that are left out, in the question and afterwards', async () => {
    const { context, file, questions, notices } = begin('w', existing);
    Object.assign(context, {
      types: () => ({ description: (type: string) => (type === 'acme.start' ? { maxNodes: 1, inputs: [], outputs: [] } : undefined) }),
    });
    const nodes = [
      { ...node, name: 'Own', type: 'acme.start' },
      { ...node, id: 'b', name: 'B' },
    ];
    await paste(context, JSON.stringify(workflowWith({ nodes })));
    expect(questions).toMatchObject([{ message: 'import.whereQuestion import.ifAdded import.reusedBy Own Own' }]);
    expect(file().nodes.map(({ name }) => name)).toEqual(['Own', 'Next', 'B']);
    expect(notices[0]).toMatchObject({ kind: 'warning', title: 'import.reused.one 1', message: 'import.reusedBy Own Own' });
    await paste(context, JSON.stringify({ nodes, connections: {} }));
    expect(questions).toHaveLength(1);
    expect(notices.at(-1)).toMatchObject({ title: 'import.reused.one 1', message: 'import.reusedBy Own Own' });
  });
});

describe('a rejected import', () => {
  const text = JSON.stringify(workflowWith({ nodes: [node, { name: 'B' }] }));
  const reason = {
    kind: 'error',
    title: 'import.failed',
    message: 'The node "B" has no type. Add a "type", such as "n8n-nodes-base.set", or remove it from the file.',
  };

  it('is reported with the reason, pasted or from a file', async () => {
    const { context, file, notices } = begin();
    expect(await paste(context, text)).toBe(true);
    await importFile(context, new File([text], 'one.json'));
    expect(notices).toEqual([reason, reason]);
    expect(file().nodes).toEqual([]);
  });

  it.each([
    ['an invalid node', JSON.stringify(workflowWith({ nodes: [7] })), 'Node 0 of the workflow is not an object.'],
    ['half a workflow', '{"nodes": [], "connections"', 'The file is not JSON'],
  ])('is %s', async (_name, pasted, message) => {
    const { context, notices } = begin();
    await paste(context, pasted);
    expect(notices).toMatchObject([{ kind: 'error', message: expect.stringContaining(message) as string }]);
  });

  it('excludes other pasted text, but includes every file', async () => {
    const { context, notices } = begin();
    expect(await paste(context, 'some words')).toBe(false);
    expect(await paste(context, '{"a": 1}')).toBe(false);
    expect(notices).toEqual([]);
    await importFile(context, new File(['{"a": 1}'], 'one.json'));
    expect(notices).toMatchObject([{ message: expect.stringContaining('The file is not a workflow: it has no "nodes".') as string }]);
  });
});

describe('an import', () => {
  const of = (type: string, name: string): object => ({ id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} });
  const fileOf = (nodes: readonly object[]): File => new File([JSON.stringify(workflowWith({ nodes }))], 'workflow.json');

  it('reports the number of nodes, and the types that are not installed', async () => {
    const { context, notices } = begin();
    const missing = ['n8n-nodes-evolution-api.evolutionApi', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 'n8n-nodes-base.slack'];
    await importFile(
      context,
      fileOf([of('n8n-nodes-base.stickyNote', 'Note'), ...[...missing, ...missing].map((type, at) => of(type, `N${at}`))]),
    );
    expect(notices).toMatchObject([
      {
        kind: 'warning',
        title: 'import.done.other 6',
        message: 'import.missing.other 6 Evolution Api, Lm Chat Open Ai, Slack',
        details: missing.join('\n'),
      },
    ]);
  });

  it('names a few types if many are missing', async () => {
    const { context, notices } = begin();
    await importFile(context, fileOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => of(`n8n-nodes-base.${name}`, name))));
    expect(notices[0]?.message).toBe('import.missing.other 7 import.more A, B, C, D, E 2');
  });

  it('is also reported if all types are installed, and if a whole workflow is pasted, but not for pasted nodes', async () => {
    const { context, notices } = begin();
    Object.assign(context, { types: () => ({ description: () => ({ name: 'x', inputs: ['main'], outputs: ['main'] }) }) });
    await paste(context, JSON.stringify(workflowWith({ name: undefined })));
    expect(notices).toEqual([]);
    await importFile(context, fileOf([of('n8n-nodes-base.set', 'A')]));
    expect(notices).toMatchObject([{ kind: 'success', title: 'import.done.one 1' }]);
    await paste(context, JSON.stringify(workflowWith()));
    expect(notices).toMatchObject([{}, { kind: 'success', title: 'import.done.other 2' }]);
  });
});

const ownCredentials = [
  { id: '1', name: 'Mail', type: 'smtp' },
  { id: '2', name: 'Twice', type: 'smtp' },
  { id: '3', name: 'Twice', type: 'smtp' },
  { id: '4', name: 'Mail', type: 'imap' },
];
const nodeWith = (reference: NonNullable<WorkflowNode['credentials']>[string]): WorkflowNode => ({
  id: 'n',
  name: 'N',
  type: 't',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  credentials: { smtp: reference },
});

describe('credentials of copied nodes', () => {
  it.each<[string, NonNullable<WorkflowNode['credentials']>[string], unknown]>([
    ['stay if the id is known', { id: '1', name: 'Another name' }, { id: '1', name: 'Another name' }],
    ['are found by a unique name', { id: '99', name: 'Mail' }, { id: '1', name: 'Mail' }],
    ['are found by a name alone, as old files have it', 'Mail', { id: '1', name: 'Mail' }],
    ['stay if two have the name', { id: '99', name: 'Twice' }, { id: '99', name: 'Twice' }],
    ['stay if none has it', { id: '99', name: 'Nobody' }, { id: '99', name: 'Nobody' }],
    ['are not of another type', { id: '4', name: 'None' }, { id: '4', name: 'None' }],
  ])('%s', (_name, input, expected) => {
    expect(matchCredentials(nodeWith(input), ownCredentials).credentials).toEqual({ smtp: expected });
  });

  it('are unchanged if there are none', () => {
    const { credentials: _none, ...plain } = nodeWith('x');
    expect(matchCredentials(plain, ownCredentials)).toBe(plain);
  });
});

it.each([
  ['no credentials', null],
  ['an invalid entry', { smtp: null, imap: 7 }],
])('leaves nodes with %s as they are', (_name, credentials) => {
  const odd = { ...nodeWith('Mail'), credentials } as unknown as WorkflowNode;
  expect(matchCredentials(odd, ownCredentials)).toBe(odd);
});

// Execute Workflow: where the workflow comes from, the number of calls, their input and their output.
import type { AdmittedWorkflow } from '../../execution/index.ts';
import { stored } from '../../testing/build-workflow.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { HttpResponse } from '../../sdk/index.ts';
import { runNode, type NodeCase, type NodeOutcome } from '../../testing/run-node.ts';
import { mapInputs } from '../_shared/called-workflow/workflow-inputs.ts';

const type = 'n8n-nodes-base.executeWorkflow';

/** A workflow that adds `seen: true` to its items; `more` nodes follow. */
function called(...more: WorkflowFile['nodes']): WorkflowFile {
  const chain = ['Called', 'Mark', ...more.map(({ name }) => name)];
  const mark = { includeOtherFields: true, assignments: { assignments: [{ name: 'seen', value: true, type: 'boolean' }] } };
  return {
    id: 'sub',
    nodes: [
      { name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
      { name: 'Mark', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [0, 0], parameters: mark },
      ...more,
    ],
    connections: Object.fromEntries(
      chain.slice(0, -1).map((name, at) => [name, { main: [[{ node: chain[at + 1] as string, type: 'main', index: 0 }]] }]),
    ),
  };
}

const after = (nodeType: string, parameters: Record<string, unknown>): WorkflowFile['nodes'][number] => ({
  name: 'After',
  type: `n8n-nodes-base.${nodeType}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

const database = new Map<string, WorkflowFile>([
  ['sub', called()],
  ['one', called(after('limit', {}))],
  ['failing', called(after('stopAndError', { errorMessage: 'No stock' }))],
  ['waiting', called(after('wait', { amount: 2, unit: 'hours' }))],
]);

function call(input: NodeCase['parameters'], more: Partial<NodeCase> = {}): Promise<NodeOutcome> {
  const workflow = async (id: string): Promise<AdmittedWorkflow | undefined> => {
    const file = database.get(id);
    return file === undefined ? undefined : stored(file);
  };
  return runNode({ type, parameters: input, items: [{ n: 1 }, { n: 2 }], ...more, ports: { workflow, ...more.ports } });
}

const chosen = (value: string): Record<string, unknown> => ({ workflowId: { __rl: true, mode: 'list', value } });

describe('execute workflow', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'execute-workflow-'));
    await writeFile(join(folder, 'workflow.json'), JSON.stringify(called()));
    await writeFile(join(folder, 'broken.json'), '{');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const both = [
    { n: 1, seen: true },
    { n: 2, seen: true },
  ];

  it.each([
    ['an id, in version 1', 1, { workflowId: 'sub' }],
    ['a workflow chosen from a list', 1.1, chosen('sub')],
    ['an id from the item', 1.2, { workflowId: { __rl: true, mode: 'id', value: '={{ "s" + "ub" }}' } }],
    ['JSON', 1.3, { source: 'parameter', workflowJson: JSON.stringify(called()) }],
    ['an object', 1, { source: 'parameter', workflowJson: called() }],
  ])('calls a workflow given by %s', async (_, version, parameters) => {
    const { json, error } = await call(parameters, { version });
    expect(error).toBeUndefined();
    expect(json).toEqual(both);
  });

  it('calls a workflow from a file', async () => {
    expect((await call({ source: 'localFile', workflowPath: join(folder, 'workflow.json') })).json).toEqual(both);
  });

  it('calls a workflow from a URL', async () => {
    const requestedIds: string[] = [];
    const request = async ({ url }: { url: string }): Promise<HttpResponse> => {
      requestedIds.push(url);
      return responseOf(200, JSON.stringify(called()));
    };
    const { json } = await call({ source: 'url', workflowUrl: 'http://127.0.0.1/w.json' }, { ports: { http: { request } } });
    expect(json).toEqual(both);
    expect(requestedIds).toEqual(['http://127.0.0.1/w.json']);
  });

  it.each([
    ['no workflow is chosen', {}, 'No workflow to call is set'],
    ['the workflow does not exist', chosen('lost'), 'does not exist'],
    [
      'a file is missing',
      { source: 'localFile', workflowPath: '/nowhere/w.json' },
      'The file "/nowhere/w.json" could not be found, [item 0]',
    ],
    ['the JSON is none', { source: 'parameter', workflowJson: '{' }, 'is not valid JSON'],
    ['the JSON is not a workflow', { source: 'parameter', workflowJson: '{"a": 1}' }, 'it has no list of nodes'],
    ['the workflow fails', chosen('failing'), 'No stock'],
  ])('fails if %s', async (_, parameters, message) => {
    const { error } = await call(parameters);
    expect(error?.message).toContain(message);
  });

  it('reveals nothing of the content of a file that is not a workflow', async () => {
    const path = join(folder, 'shadow');
    await writeFile(path, 'root:$6$secret:19000:0:99999:7:::\n');
    const { error } = await call({ source: 'localFile', workflowPath: path });
    expect(error?.message).toContain('is not valid JSON');
    expect(JSON.stringify([error, error?.cause, String(error?.stack)])).not.toContain('root');
  });

  it('opens neither devices nor files that are nested too deep', async () => {
    const { error } = await call({ source: 'localFile', workflowPath: '/dev/zero' });
    expect(error?.message).toBe('Access to the file "/dev/zero" is not allowed: it belongs to the operating system.');
    const path = join(folder, 'deep.json');
    await writeFile(path, '['.repeat(200_000) + ']'.repeat(200_000));
    expect((await call({ source: 'localFile', workflowPath: path })).error?.message).toMatch(/is nested more than 1000 levels deep/);
  });

  it('fails if the URL returns no workflow', async () => {
    const http = { request: async () => responseOf(404, 'gone') };
    const { error } = await call({ source: 'url', workflowUrl: 'http://127.0.0.1/w.json' }, { ports: { http } });
    expect(error).toMatchObject({ code: 'NODE_REQUEST_FAILED', httpCode: '404' });
  });

  it('calls once with all items, and pairs results with the items at the same index', async () => {
    const { outputs } = await call(chosen('sub'));
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  });

  it('traces results back to their source items', async () => {
    const { outputs } = await call(chosen('one'));
    expect(outputs).toEqual([[{ json: { n: 1, seen: true }, pairedItem: { item: 0 } }]]);
  });

  it('waits if the called workflow waits', async () => {
    const { json, error } = await call(chosen('waiting'));
    expect([error?.message, json]).toEqual([undefined, both]);
  });

  it('calls for each item', async () => {
    const { outputs } = await call({ ...chosen('one'), mode: 'each' });
    expect(outputs).toEqual([
      [
        { json: { n: 1, seen: true }, pairedItem: { item: 0 } },
        { json: { n: 2, seen: true }, pairedItem: { item: 1 } },
      ],
    ]);
  });

  it('chooses the workflow for each item', async () => {
    const workflowId = { __rl: true, mode: 'id', value: '={{ $json.n === 1 ? "sub" : "lost" }}' };
    const { json } = await call({ workflowId, mode: 'each' }, { node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ n: 1, seen: true }, { error: expect.stringContaining('"lost"') as string }]);
  });

  it.each(['once', 'each'])('passes the input on at once without waiting (%s)', async (mode) => {
    const { json } = await call({ ...chosen('failing'), mode, options: { waitForSubWorkflow: false } });
    expect(json).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('continues with one error item if the only call fails', async () => {
    const { outputs } = await call(chosen('failing'), { node: { onError: 'continueRegularOutput' } });
    expect(outputs).toMatchObject([[{ json: { error: 'No stock' }, pairedItem: [{ item: 0 }, { item: 1 }] }]]);
  });

  it('passes mapped fields', async () => {
    const workflowInputs = {
      mappingMode: 'defineBelow',
      value: { double: '={{ $json.n * 2 }}' },
      schema: [
        { id: 'double', type: 'number' },
        { id: 'other', type: 'string' },
      ],
    };
    const { json } = await call({ ...chosen('sub'), workflowInputs }, { version: 1.2 });
    expect(json).toEqual([
      { n: 1, double: 2, seen: true },
      { n: 2, double: 4, seen: true },
    ]);
  });
});

function responseOf(status: number, text: string): HttpResponse {
  const bytes = new TextEncoder().encode(text);
  return {
    status,
    statusText: '',
    headers: {},
    url: '',
    bytes: async () => bytes,
    stream: async function* () {
      yield bytes;
    },
  };
}

describe('mapInputs', () => {
  const schema = [
    { id: 'a', type: 'number' },
    { id: 'b', type: 'string' },
    { id: 'gone', type: 'string', removed: true },
  ];
  it.each([
    ['mapped fields over its own', { mappingMode: 'defineBelow', schema }, { a: 1, b: 'x', gone: 'y' }, { a: 1, extra: 1, b: 'x' }],
    ['its own field where none is mapped', { mappingMode: 'defineBelow', schema }, { b: 'x' }, { a: 'own', extra: 1, b: 'x' }],
    ['its own fields if none are mapped', { mappingMode: 'defineBelow', schema }, {}, { a: 'own', extra: 1 }],
    [
      'no field that is mapped to null',
      { mappingMode: 'defineBelow', schema },
      { a: null, b: null },
      { a: undefined, b: undefined, extra: 1 },
    ],
    ['fields that the schema lacks', { mappingMode: 'defineBelow', schema }, { z: [1] }, { a: 'own', extra: 1, z: [1] }],
    ['converted values', { mappingMode: 'defineBelow', schema, attemptToConvertTypes: true }, { a: '1', b: 2 }, { a: 1, b: 2, extra: 1 }],
    [
      'converted texts',
      { mappingMode: 'defineBelow', schema, attemptToConvertTypes: true, convertFieldsToString: true },
      { a: '1', b: { c: 2 } },
      { a: 1, b: '{"c":2}', extra: 1 },
    ],
    ['fields of the item by name', { mappingMode: 'autoMapInputData', schema }, {}, { a: 'own', extra: 1 }],
    ['values without a schema', { mappingMode: 'defineBelow', schema: [] }, { z: 1 }, { a: 'own', extra: 1, z: 1 }],
    ['the item if no fields are declared', { mappingMode: 'defineBelow', schema: [] }, null, undefined],
    ['the item if it is passed through', { mappingMode: 'passThrough', schema }, { a: 1 }, undefined],
  ])('returns %s', (_, mapping, values, expected) => {
    expect(mapInputs({ a: 'own', extra: 1 }, mapping, values, 0)).toStrictEqual(expected);
  });

  it('fails for a value of another type', () => {
    expect(() => mapInputs({}, { mappingMode: 'defineBelow', schema }, { a: '1' }, 2)).toThrow(
      "'a' expects a number but we got '1' [item 2]",
    );
  });

  it('fails for a value that cannot be converted', () => {
    const mapping = { mappingMode: 'defineBelow', schema, attemptToConvertTypes: true };
    expect(() => mapInputs({}, mapping, { a: 'x' }, 3)).toThrow("'a' expects a number but we got 'x' [item 3]");
  });
});

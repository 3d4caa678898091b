// Workflows that a model calls: their input, what they return, and the link to their execution.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedWorkflow } from '../../execution/index.ts';
import { stored } from '../../testing/build-workflow.ts';
import { callTool, type ToolOutcome } from '../../testing/models/call-tool.ts';

/** A workflow that returns two items, the first one with its input. */
function called(...more: WorkflowFile['nodes']): WorkflowFile {
  const chain = ['Called', 'List', 'Split', ...more.map(({ name }) => name)];
  const node = (name: string, type: string, typeVersion: number, parameters: JsonObject): WorkflowFile['nodes'][number] => ({
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0],
    parameters,
  });
  return {
    id: 'weather',
    nodes: [
      node('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
      node('List', 'set', 3.4, {
        mode: 'raw',
        jsonOutput: '={{ { list: [{ response: "Sunny", input: $json }, { response: "Rainy" }] } }}',
        options: {},
      }),
      node('Split', 'splitOut', 1, { fieldToSplitOut: 'list', options: {} }),
      ...more,
    ],
    connections: Object.fromEntries(
      chain.slice(0, -1).map((name, at) => [name, { main: [[{ node: chain[at + 1] as string, type: 'main', index: 0 }]] }]),
    ),
  };
}

const failing: WorkflowFile = called({
  name: 'Fail',
  type: 'n8n-nodes-base.stopAndError',
  typeVersion: 1,
  position: [0, 0],
  parameters: { errorMessage: 'No weather today' },
});

const workflows = new Map<string, WorkflowFile>([
  ['weather', called()],
  ['failing', { ...failing, id: 'failing' }],
]);
const workflow = async (id: string): Promise<AdmittedWorkflow | undefined> => {
  const file = workflows.get(id);
  return file === undefined ? undefined : stored(file);
};

const call = (version: number, parameters: JsonObject, args: JsonObject): Promise<ToolOutcome> =>
  callTool({
    type: 'toolWorkflow',
    version,
    parameters: { description: 'Weather', ...parameters },
    args,
    ports: { workflow },
    items: [{ user: 'Ada' }],
  });

const byId = (value = 'weather'): JsonObject => ({ workflowId: { __rl: true, mode: 'id', value } });
const mapped = (value: JsonObject, ...ids: readonly string[]): JsonObject => ({
  workflowInputs: {
    mappingMode: 'defineBelow',
    value,
    matchingColumns: [],
    schema: ids.map((id) => ({ id, displayName: id, type: id === 'days' ? 'number' : 'string', required: false, display: true })),
    attemptToConvertTypes: true,
    convertFieldsToString: false,
  },
});

/** The input of the called workflow. */
function inputIn(reply: string): unknown {
  const parsed = JSON.parse(reply) as JsonObject | JsonObject[];
  return [parsed].flat()[0]?.['input'];
}

describe('the workflow tool, version 1', () => {
  it.each([
    [1, { workflowId: 'weather', name: 'weather' }, 'weather'],
    [1.1, { workflowId: 'weather', name: 'get weather' }, 'get_weather'],
    [1.2, { ...byId(), name: 'weather' }, 'weather'],
  ])('returns one field of the first item: version %d', async (version, parameters, name) => {
    const { tools, reply, run } = await call(version, parameters, { query: 'Rome' });
    expect(tools).toMatchObject([{ name, description: 'Weather', parameters: { required: ['query'] } }]);
    expect(reply).toBe('Sunny');
    expect(run?.inputOverride).toEqual({ ai_tool: [[{ json: { query: 'Rome' } }]] });
    const other = await call(version, { ...parameters, responsePropertyName: 'input' }, { query: 'Rome' });
    expect(JSON.parse(other.reply)).toEqual({ query: 'Rome' });
  });

  it('returns the first item since 1.3', async () => {
    const { reply } = await call(1.3, byId(), { query: 'Rome' });
    expect(JSON.parse(reply)).toEqual({ response: 'Sunny', input: { query: 'Rome' } });
  });

  it('passes an object as the query by a schema, and extra fields', async () => {
    const values = [
      { name: 'user', type: 'stringValue', stringValue: '={{ $json.user }}' },
      { name: 'days', type: 'numberValue', numberValue: '3' },
      { name: 'metric', type: 'booleanValue', booleanValue: 'true' },
      { name: 'list', type: 'arrayValue', arrayValue: '[1, 2]' },
      { name: 'more', type: 'objectValue', objectValue: '={ "user": "{{ $json.user }}" }' },
      { name: 'old', stringValue: 'text' },
    ];
    const parameters = { ...byId(), specifyInputSchema: true, jsonSchemaExample: '{ "city": "Rome" }', fields: { values } };
    const { tools, reply } = await call(1.3, parameters, { city: 'Oslo' });
    expect(tools[0]?.parameters).toEqual({ type: 'object', properties: { city: { type: 'string' } } });
    expect(inputIn(reply)).toEqual({
      query: { city: 'Oslo' },
      user: 'Ada',
      days: 3,
      metric: true,
      list: [1, 2],
      more: { user: 'Ada' },
      old: 'text',
    });
  });

  it('tells the model which field the workflow did not return', async () => {
    const { reply } = await call(1.2, { ...byId(), responsePropertyName: 'answer' }, { query: 'Rome' });
    expect(reply).toContain('The workflow returned no field \\"answer\\".');
  });
});

describe('the workflow tool, version 2', () => {
  const inputs = mapped(
    { city: "={{ $fromAI('city', 'Which city', 'string') }}", days: "={{ $fromAI('days', '', 'number', 1) }}", user: '={{ $json.user }}' },
    'city',
    'days',
    'user',
  );

  it.each([
    [2, { name: 'weather' }, 'weather'],
    [2.1, { name: 'weather' }, 'weather'],
    [2.2, { name: 'weather' }, 'My_tool'],
  ])('passes what the model chose to the inputs of the workflow: version %d', async (version, parameters, name) => {
    const { tools, reply, run } = await call(version, { ...parameters, ...byId(), ...inputs }, { city: 'Rome', days: '2' });
    expect(tools).toMatchObject([
      {
        name,
        parameters: { properties: { city: { type: 'string', description: 'Which city' }, days: { type: 'number' } }, required: ['city'] },
      },
    ]);
    expect(inputIn(reply)).toEqual({ city: 'Rome', days: 2, user: 'Ada' });
    expect(run?.inputOverride).toEqual({ ai_tool: [[{ json: { city: 'Rome', days: '2' } }]] });
  });

  it.each([
    [2, { response: 'Sunny' }],
    [2.1, [{ response: 'Sunny' }, { response: 'Rainy' }]],
  ])('returns all items since 2.1: version %d', async (version, expected) => {
    const { reply } = await call(version, byId(), { query: 'Rome' });
    expect(JSON.parse(reply)).toMatchObject(expected);
  });

  it('passes a text if the model chooses no input', async () => {
    const { tools, reply } = await call(2.2, { ...byId(), ...mapped({ user: '={{ $json.user }}' }, 'user') }, { query: 'Rome' });
    expect(tools[0]?.parameters).toMatchObject({ required: ['query'] });
    expect(inputIn(reply)).toEqual({ query: 'Rome', user: 'Ada' });
  });

  it('links its run with the execution of the workflow', async () => {
    const { run } = await call(2.2, byId(), { query: 'Rome' });
    expect(run?.metadata).toEqual({ subExecution: { executionId: expect.stringMatching(/./), workflowId: 'weather' } });
  });

  it('tells the model why the workflow failed, and links the failed execution', async () => {
    const { reply, run } = await call(2.2, byId('failing'), { query: 'Rome' });
    expect(reply).toContain('No weather today');
    expect(run?.error?.message).toBe('No weather today');
    expect(run?.metadata).toEqual({ subExecution: { executionId: expect.stringMatching(/./), workflowId: 'failing' } });
  });

  it('runs a workflow that is defined in the node', async () => {
    const parameters = { source: 'parameter', workflowJson: JSON.stringify(called()) };
    const { reply } = await call(2.2, parameters, { query: 'Rome' });
    expect(inputIn(reply)).toEqual({ query: 'Rome' });
  });

  it('tells the model that there is no workflow to call', async () => {
    const { reply } = await call(2.2, byId(''), { query: 'Rome' });
    expect(reply).toContain('No workflow to call is set.');
  });
});

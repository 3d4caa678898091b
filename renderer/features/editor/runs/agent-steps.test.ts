// The steps of an agent, from recorded runs.
import { describe, expect, it } from 'vitest';
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { agentSteps, ownCalls, totalsOf } from './agent-steps.ts';
import { costText, usedModels } from './model-use.ts';

const attach = (type: string, to: string): WorkflowFile['connections'][string] => ({ [type]: [[{ node: to, type, index: 0 }]] });
const graph = new WorkflowGraph({
  nodes: ['Agent', 'Model', 'Search', 'Researcher', 'Second'].map((name) => ({ name, type: 't', position: [0, 0], parameters: {} })),
  connections: {
    Model: attach('ai_languageModel', 'Agent'),
    Search: attach('ai_tool', 'Agent'),
    Researcher: attach('ai_tool', 'Agent'),
    Second: attach('ai_languageModel', 'Researcher'),
  },
} as unknown as WorkflowFile);

const use = (user: string, type: string, order: number, input: object, output: object, more: Partial<TaskData> = {}): TaskData => ({
  startTime: 0,
  executionTime: 5,
  executionIndex: order,
  executionStatus: 'success',
  source: [{ previousNode: user }],
  inputOverride: { [type]: [[{ json: { ...input } }]] },
  data: { [type]: [[{ json: { ...output } }]] },
  ...more,
});
const answer = (generation: object, prompt: number): object => ({
  model: 'gpt-5-mini',
  response: { generations: [[generation]] },
  tokenUsage: { promptTokens: prompt, completionTokens: 2, totalTokens: prompt + 2 },
});

const runData = {
  Model: [
    use(
      'Agent',
      'ai_languageModel',
      1,
      {},
      answer({ text: '', reasoning: 'Hm', toolCalls: [{ name: 'Search', args: { q: 'moon' } }] }, 10),
    ),
    use('Agent', 'ai_languageModel', 5, {}, answer({ text: 'Old' }, 20)),
    use('Agent', 'ai_languageModel', 9, {}, answer({ text: 'Other run' }, 1), { source: [{ previousNode: 'Agent', previousNodeRun: 1 }] }),
  ],
  Search: [use('Agent', 'ai_tool', 2, { q: 'moon' }, { response: [{ age: 4.5 }] })],
  Researcher: [use('Agent', 'ai_tool', 3, { prompt: 'Look' }, {}, { error: { name: 'Error', message: 'No luck' } })],
  Second: [use('Researcher', 'ai_languageModel', 4, {}, answer({ text: 'Nothing' }, 30))],
};

it('are the uses of one run, in the order in which they began, with those of nested agents', () => {
  const steps = agentSteps(graph, runData, { name: 'Agent', run: 0 });
  expect(steps.map(({ node, run }) => `${node} ${run}`)).toEqual(['Model 0', 'Search 0', 'Researcher 0', 'Model 1']);
  expect(steps[0]).toMatchObject({
    model: 'gpt-5-mini',
    thought: 'Hm',
    calls: [{ name: 'Search', args: { q: 'moon' } }],
    tokens: { prompt: 10, answer: 2 },
  });
  expect(steps[1]).toMatchObject({ input: { q: 'moon' }, output: [{ age: 4.5 }] });
  expect(steps[2]).toMatchObject({ error: 'No luck', steps: [{ node: 'Second', text: 'Nothing' }] });
  expect(totalsOf(steps)).toMatchObject({ models: 3, tools: 2, tokens: { prompt: 60, answer: 6 } });
});

it('are none for a node that nothing is attached to, or that has not run', () => {
  expect(agentSteps(graph, runData, { name: 'Search', run: 0 })).toEqual([]);
  expect(agentSteps(graph, {}, { name: 'Agent', run: 0 })).toEqual([]);
  expect(agentSteps(graph, JSON.parse('{"__proto__":[{}]}') as typeof runData, { name: '__proto__', run: 0 })).toEqual([]);
});

it('are read from what other programs have recorded, too', () => {
  const other = {
    Model: [
      use('Agent', 'ai_languageModel', 1, { text: 'Hi' }, { response: 'plain' }),
      use('Agent', 'ai_languageModel', 2, {}, { text: 'x' }),
    ],
  };
  expect(agentSteps(graph, other, { name: 'Agent', run: 0 })).toMatchObject([
    { node: 'Model', calls: [] },
    { node: 'Model', calls: [] },
  ]);
});

describe('the use of models', () => {
  const call = (cost?: number): object => ({
    provider: 'openai',
    model: 'gpt-5-mini',
    milliseconds: 7,
    tokens: { input: 10, output: 2 },
    ...(cost === undefined ? {} : { cost }),
  });
  const priced = {
    Model: [use('Agent', 'ai_languageModel', 1, {}, answer({ text: 'Old' }, 10), { metadata: { modelUse: [call(0.25)] } })],
    Researcher: [use('Agent', 'ai_tool', 2, {}, {})],
    Second: [use('Researcher', 'ai_languageModel', 3, {}, answer({ text: 'Hm' }, 30), { metadata: { modelUse: [call()] } })],
    Direct: [use('', 'main', 0, {}, {}, { metadata: { modelUse: [call(0.5), call(0.5), { broken: true }] } })],
  };
  const texts = (key: string, values: object): string => `${key} ${JSON.stringify(values)}`;

  it('adds up per node, with what has no price apart', () => {
    const { cost } = totalsOf(agentSteps(graph, priced, { name: 'Agent', run: 0 }));
    expect(cost).toEqual({ calls: 2, cost: 0.25, unpriced: 1 });
    expect(costText(texts, cost)).toBe('steps.costWithUnpriced {"cost":"$0.25","count":1}');
  });

  it('of a node that asks a service itself is a step per call', () => {
    const steps = ownCalls('Direct', 0, priced.Direct[0]);
    expect(steps).toMatchObject([
      { node: 'Direct', model: 'gpt-5-mini', time: 7, tokens: { prompt: 10, answer: 2 } },
      { model: 'gpt-5-mini' },
    ]);
    expect(totalsOf(steps)).toMatchObject({ models: 2, cost: { cost: 1 } });
  });

  it('adds up per execution', () => {
    expect(usedModels(priced)).toEqual({ calls: 4, input: 40, output: 8, cost: 1.25, unpriced: 1 });
  });

  it.each([
    [{ calls: 0, cost: 0, unpriced: 0 }, ''],
    [{ calls: 2, cost: 0, unpriced: 2 }, 'steps.noPrice {}'],
    [{ calls: 1, cost: 0, unpriced: 0 }, '$0.00'],
    [{ calls: 1, cost: 0.000123, unpriced: 0 }, '$0.00012'],
    [{ calls: 1, cost: 12.345, unpriced: 0 }, '$12.35'],
  ])('of %o costs "%s"', (sum, text) => {
    expect(costText(texts, sum)).toBe(text);
  });
});

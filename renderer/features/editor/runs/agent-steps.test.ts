// The steps of an agent, from recorded runs.
import { expect, it } from 'vitest';
import type { TaskData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { agentSteps, totalsOf } from './agent-steps.ts';

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
  expect(totalsOf(steps)).toEqual({ models: 3, tools: 2, tokens: { prompt: 60, answer: 6 } });
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

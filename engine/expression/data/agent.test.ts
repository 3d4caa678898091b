// Values provided by language models, and the tools of an agent.
import { describe, expect, it } from 'vitest';
import type { RunData } from '../../contract/run-data.ts';
import { evaluate, evaluationError, itemsOf, ran, type SampleRun } from '../../testing/sample-run.ts';

const model = (json: Record<string, unknown>): RunData =>
  ({ Here: [{ ...ran([]), inputOverride: { ai_tool: [[{ json }]] } }] }) as unknown as RunData;

describe('$fromAI', () => {
  it.each<[code: string, run: SampleRun, value: unknown]>([
    ['$fromAI("city")', { items: itemsOf({ city: 'Oslo' }) }, 'Oslo'],
    ['$fromAi("city")', { items: itemsOf({ city: 'Oslo' }) }, 'Oslo'],
    ['$fromai("city")', { items: itemsOf({ city: 'Oslo' }) }, 'Oslo'],
    ['$fromAI("city", "a town")', { runData: model({ city: 'Rome' }), items: itemsOf({ city: 'Oslo' }) }, 'Rome'],
    ['$fromAI("city")', { runData: model({ city: 'Rome' }), items: itemsOf({}, { city: 'Oslo' }), itemIndex: 1 }, 'Rome'],
    ['$fromAI("city")', { runData: model({ query: { city: 'Rome' } }) }, 'Rome'],
    ['$fromAI("city")', { runData: model({ query: 'Rome' }) }, undefined],
    ['$fromAI("zip", "its code", "number", 150)', { items: itemsOf({ city: 'Oslo' }) }, 150],
    ['$fromAI("zip")', { items: itemsOf({ city: 'Oslo' }) }, undefined],
    ['$fromAI("toString")', {}, undefined],
    ['$fromAI("city")', { items: [] }, undefined],
  ])('%s', (code, run, value) => expect(evaluate(code, run)).toEqual(value));

  it.each([
    ['$fromAI()', "Add a key, e.g. $fromAI('placeholder_name')"],
    ['$fromAI("")', "Add a key, e.g. $fromAI('placeholder_name')"],
    ['$fromAI("two words")', 'Invalid parameter key'],
    ['$fromAI("x".repeat(65))', 'Invalid parameter key'],
  ])('%s fails', (code, message) =>
    expect(evaluationError(code)).toMatchObject({ message, context: { type: 'invalid_from_ai_key', node: 'Here' } }),
  );
});

describe('$agentInfo', () => {
  const run: SampleRun = {
    nodes: [
      { name: 'Start' },
      { name: 'Loose', type: 'test.toolLoose', parameters: { query: "={{ $fromAI('term', 'what to look for') }}" } },
      { name: 'Elsewhere', type: 'test.toolElsewhere' },
      {
        name: 'Mail',
        type: 'test.mailTool',
        parameters: {
          resource: 'message',
          operation: 'send',
          to: '={{ $fromAI("to") }}',
          more: [{ text: '={{ $fromai(`body`) }}' }, null],
        },
        credentials: { mail: { id: '1', name: 'Mine' } },
      },
      { name: 'Memory', type: 'test.memory' },
      { name: 'Other', type: 'test.agent' },
      { name: 'Here', type: 'test.agent' },
    ],
    connections: {
      Start: { main: [[{ node: 'Here', type: 'main', index: 0 }]] },
      Mail: { ai_tool: [[{ node: 'Here', type: 'ai_tool', index: 0 }]] },
      Elsewhere: { ai_tool: [[{ node: 'Other', type: 'ai_tool', index: 0 }]] },
      Memory: { ai_memory: [[{ node: 'Here', type: 'ai_memory', index: 0 }]] },
    },
  };

  it('lists the memory and tools of an agent, connected ones first', () => {
    expect(evaluate('$agentInfo', run)).toEqual({
      memoryConnectedToAgent: true,
      tools: [
        {
          connected: true,
          name: 'Mail',
          nodeType: 'test.mailTool',
          type: 'test.mailTool',
          resource: 'message',
          operation: 'send',
          hasCredentials: true,
          aiDefinedFields: ['to', 'body'],
        },
        {
          connected: false,
          name: 'Loose',
          nodeType: 'test.toolLoose',
          type: 'test.toolLoose',
          resource: null,
          operation: null,
          hasCredentials: false,
          aiDefinedFields: ['term'],
        },
      ],
    });
  });

  it('is undefined for other nodes', () => expect(evaluate('$agentInfo')).toBeUndefined());
});

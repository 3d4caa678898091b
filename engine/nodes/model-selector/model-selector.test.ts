// One of several models answers.
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiServer } from '../../testing/models/open-ai-server.ts';
import { listedValues, runRootNode, type AttachedNode, type RootOutcome, type RootRun } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';
import type { StubServer } from '../../testing/stub-server.ts';

let server: StubServer;
afterEach(() => server.close());

const model = (name: string, input: number): AttachedNode => ({
  name,
  type: 'lmChatOpenAi',
  by: 'ai_languageModel',
  to: 'Selector',
  input,
  parameters: { model: { __rl: true, mode: 'id', value: name.toLowerCase() } },
});

const rule = (modelIndex: number, kind?: string): JsonObject => ({
  modelIndex,
  conditions: {
    options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
    combinator: 'and',
    conditions:
      kind === undefined
        ? []
        : [{ id: '1', leftValue: '={{ $json.kind }}', rightValue: kind, operator: { type: 'string', operation: 'equals' } }],
  },
});

interface Selected extends Partial<RootRun> {
  readonly script?: Script;
  readonly models?: readonly AttachedNode[];
}

async function select(rules: readonly JsonObject[], { script, models, ...run }: Selected = {}): Promise<RootOutcome> {
  server = await openAiServer(script ?? ((body) => ({ text: `From ${String(body['model'])}` })));
  return runRootNode({
    type: 'agent',
    parameters: { promptType: 'define', text: 'Hi' },
    items: [{ kind: 'hard' }, { kind: 'easy' }],
    attached: [
      { name: 'Selector', type: 'modelSelector', by: 'ai_languageModel', parameters: { numberInputs: 3, rules: { rule: rules } } },
      ...(models ?? [model('Small', 0), model('Middle', 1), model('Large', 2)]),
    ],
    credentials: { openAiApi: { apiKey: 'sk-test', url: `${server.address}/v1` } },
    ...run,
  });
}

const runsOf = ({ runData }: RootOutcome): Record<string, number> =>
  Object.fromEntries(['Selector', 'Small', 'Middle', 'Large'].map((name) => [name, runData[name]?.length ?? 0]));

describe('the Model Selector', () => {
  it('has the model of the first matching rule answer, for each item', async () => {
    const outcome = await select([rule(3, 'hard'), rule(1), rule(2)]);
    expect(outcome.error).toBeUndefined();
    expect(outcome.json).toEqual([{ output: 'From large' }, { output: 'From small' }]);
    expect(runsOf(outcome)).toEqual({ Selector: 2, Small: 1, Middle: 0, Large: 1 });
  });

  it('records the tokens once, with the model that answered', async () => {
    const { runData } = await select([rule(3)], { items: [{}] });
    expect(runData['Large']?.[0]?.data?.['ai_languageModel']?.[0]?.[0]?.json).toMatchObject({ tokenUsage: { totalTokens: 15 } });
    expect(runData['Selector']?.[0]?.data?.['ai_languageModel']?.[0]?.[0]?.json).toEqual({ selectedNode: 'Large', model: 'large' });
  });

  it('counts inputs, also if one of them is empty', async () => {
    const { json } = await select([rule(3)], { models: [model('Small', 0), model('Large', 2)], items: [{}] });
    expect(json).toEqual([{ output: 'From large' }]);
    await server.close();
    const { error } = await select([rule(2)], { models: [model('Small', 0), model('Large', 2)], items: [{}] });
    expect(error).toContain('The node "Selector" needs a language model at its input 2.');
  });

  it('repeats requests as often as the model says', async () => {
    const script: Script = [{ status: 503, error: 'Busy' }, { text: 'Hello' }];
    const { json } = await select([rule(1)], { script, items: [{}] });
    expect(json).toEqual([{ output: 'Hello' }]);
  });

  it('says that no rule matches', async () => {
    const { error } = await select([rule(1, 'hard'), rule(2, 'middling')]);
    expect(error).toContain('No rule of the node "Selector" matches item 1.');
  });

  it('lists as many models as it has inputs', async () => {
    server = await openAiServer([]);
    expect(await listedValues({ type: 'modelSelector', parameters: { numberInputs: 4 } })).toEqual([1, 2, 3, 4]);
  });
});

// Switch: the outputs of each item, in all versions.
import { describe, expect, it } from 'vitest';
import { sampleView } from '../../testing/sample-run.ts';
import { compileExpression, createScope, type RunView } from '../../expression/index.ts';
import { Executor } from '../../execution/index.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';
import { switchNode } from './index.ts';
import { outputCount } from './output-index.ts';

const type = 'n8n-nodes-base.switch';
const items = [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 7 }];
const routes = ({ outputs }: NodeOutcome): unknown[] => outputs.map((list) => list?.map(({ json }) => json['n']));

describe('switch, version 1', () => {
  const rule = (operation: string, value2: number, output: number): Record<string, unknown> => ({ operation, value2, output });
  const rules = (...list: readonly unknown[]): Record<string, unknown> => ({ value1: '={{ $json.n }}', rules: { rules: list } });
  it.each([
    ['the first matching rule', rules(rule('equal', 1, 3), rule('larger', 0, 2)), [[], [], [2, 7], [1]]],
    ['the fallback', { ...rules(rule('equal', 1, 1)), fallbackOutput: 0 }, [[0, 2, 7], [1], [], []]],
    ['the operation a new rule has', rules({ value2: 2, output: 1 }), [[], [0, 1], [], []]],
    ['an expression', { mode: 'expression', output: '={{ $json.n % 4 }}' }, [[0], [1], [2], [7]]],
    [
      'texts',
      {
        dataType: 'string',
        value1: '={{ "item " + $json.n }}',
        rules: {
          rules: [
            { value2: 'item 7', output: 1 },
            { operation: 'regex', value2: '[01]', output: 2 },
          ],
        },
      },
      [[], [7], [0, 1], []],
    ],
  ])('sorts by %s', async (_, parameters, expected) => {
    expect(routes(await runNode({ type, version: 1, parameters, items }))).toEqual(expected);
  });

  it('has four outputs', async () => {
    const { error } = await runNode({ type, version: 1, parameters: { mode: 'expression', output: 4 } });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: 'The output 4 is not allowed. It has to be between 0 and 3!' });
  });
});

describe('switch, version 2', () => {
  const parameters = {
    value1: '={{ $json.n }}',
    rules: {
      rules: [
        { operation: 'equal', value2: 1, outputKey: 'one' },
        { operation: 'larger', value2: 1, outputKey: 'more' },
      ],
    },
  };
  it.each([
    ['an output for each rule', parameters, [[1], [2, 7]]],
    [
      'a fallback',
      { ...parameters, fallbackOutput: 0 },
      [
        [0, 1],
        [2, 7],
      ],
    ],
    [
      'an expression',
      { mode: 'expression', outputsAmount: 2, output: '={{ $json.n % 2 }}' },
      [
        [0, 2],
        [1, 7],
      ],
    ],
  ])('sorts by %s', async (_, parameters, expected) => {
    expect(routes(await runNode({ type, version: 2, parameters: parameters, items }))).toEqual(expected);
  });
});

describe('switch, version 3 and later', () => {
  const is = (operation: string, rightValue: unknown, more = {}): Record<string, unknown> => ({
    conditions: {
      combinator: 'and',
      options: { typeValidation: 'strict' },
      conditions: [{ leftValue: '={{ $json.n }}', rightValue, operator: { type: 'number', operation } }],
    },
    ...more,
  });
  const rules = (...values: readonly unknown[]): Record<string, unknown> => ({ rules: { values } });
  const two = rules(is('equals', 1), is('gt', 0));
  it.each([
    ['the first matching rule', 3, two, [[1], [2, 7]]],
    ['all matching rules', 3.2, { ...two, options: { allMatchingOutputs: true } }, [[1], [1, 2, 7]]],
    ['an extra output', 3.1, { ...two, options: { fallbackOutput: 'extra' } }, [[1], [2, 7], [0]]],
    [
      'a fallback onto a rule',
      3.3,
      { ...two, options: { fallbackOutput: 0 } },
      [
        [0, 1],
        [2, 7],
      ],
    ],
    ['no fallback', 3.4, { ...two, options: { fallbackOutput: 'none' } }, [[1], [2, 7]]],
    [
      'an expression',
      3.2,
      { mode: 'expression', numberOutputs: 2, output: '={{ $json.n % 2 }}' },
      [
        [0, 2],
        [1, 7],
      ],
    ],
    ['four outputs by default', 3.2, { mode: 'expression', output: '={{ $json.n % 3 }}' }, [[0], [1, 7], [2], []]],
    ['converted values', 3.2, { ...rules(is('equals', '1')), looseTypeValidation: true }, [[1]]],
    ['converted values, by the option', 3, { ...rules(is('equals', '1')), options: { looseTypeValidation: true } }, [[1]]],
  ])('sorts by %s (%d)', async (_, version, parameters, expected) => {
    const outcome = await runNode({ type, version, parameters, items });
    expect(outcome.error).toBeUndefined();
    expect(routes(outcome)).toEqual(expected);
  });

  it.each<[what: string, version: number, parameters: Record<string, unknown>, expected: unknown[]]>([
    ['none but the one a new node has', 3.4, {}, ['none', 'extra', ['Output 0', 0]]],
    ['without names', 3, rules({}, {}), ['none', 'extra', ['Output 0', 0], ['Output 1', 1]]],
    [
      'with names',
      3.2,
      rules({ renameOutput: true, outputKey: 'Paid' }, { outputKey: 'unused' }, { renameOutput: true, outputKey: '={{ $json.a }}' }),
      ['none', 'extra', ['Paid (Output 0)', 0], ['Output 1', 1], ['Output 2', 2]],
    ],
    ['of version 2', 2, { rules: { rules: [{ outputKey: 'one' }, {}] } }, [-1, ['one (Output 0)', 0], ['Output 1', 1]]],
    ['that are no list', 2, { rules: { rules: 'x' } }, [-1]],
  ])('offers the outputs of the rules as fallback: rules %s', async (_, version, parameters, expected) => {
    const node = { name: 'Node', type, typeVersion: version, position: [0, 0] as [number, number], parameters };
    const { context, type: nodeType } = await new Executor(fakePorts()).detachedNode({ nodes: [node], connections: {} }, 'Node', {
      mode: 'internal',
      signal: new AbortController().signal,
    });
    const options = (await nodeType.methods?.loadOptions?.['getFallbackOutputOptions']?.(context)) ?? [];
    expect(options.map(({ name, value }) => (typeof value === 'number' && value >= 0 ? [name, value] : value))).toEqual(expected);
  });

  it.each([
    ['too high', { mode: 'expression', numberOutputs: 2, output: 5 }, 'The output 5 is not allowed. It has to be between 0 and 1!'],
    ['negative', { mode: 'expression', numberOutputs: 2, output: -1 }, 'The output -1 is not allowed.'],
    ['no number', { mode: 'expression', numberOutputs: 2, output: '={{ $json.missing }}' }, 'The output undefined is not allowed.'],
    ['written unlike its number', { mode: 'expression', numberOutputs: 2, output: '1.0' }, 'The output 1.0 is not allowed.'],
    ['a missing fallback', { ...two, options: { fallbackOutput: 2 } }, 'The output 2 is not allowed.'],
  ])('rejects an output that is %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, version: 3.2, parameters });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining(message) as string });
  });

  it('routes a failing item to the first output as an error item if the node continues on failure', async () => {
    const { outputs } = await runNode({
      type,
      version: 3.2,
      parameters: two,
      items: [{ n: 'x' }, { n: 2 }],
      node: { onError: 'continueRegularOutput' },
    });
    expect(outputs.map((list) => list?.map(({ json }) => json))).toEqual([
      [{ error: expect.stringContaining('Wrong type') as string }],
      [{ n: 2 }],
    ]);
  });

  it('places the error output after those of the rules', async () => {
    const { outputs } = await runNode({
      type,
      version: 3.2,
      parameters: { ...two, options: { fallbackOutput: 'extra' } },
      items: [{ n: 'x' }, { n: 0 }],
      node: { onError: 'continueErrorOutput' },
    });
    expect(outputs.map((list) => list?.length)).toEqual([0, 0, 1, 1]);
  });
});

describe('outputs as the editor shows them', () => {
  const view = (parameters: Record<string, unknown>): RunView =>
    sampleView({ nodes: [{ name: 'Switch', type, typeVersion: 3.2, parameters }], parameters, inputs: [] });
  const names = (version: number, parameters: Record<string, unknown>): unknown => {
    const nodeVersion = switchNode.versions.find(({ description }) => [description.version].flat().includes(version));
    const ports = compileExpression(nodeVersion?.description.outputs as string).evaluate(createScope(view(parameters))) as {
      displayName: string;
    }[];
    return ports.map(({ displayName }) => displayName);
  };
  it.each([
    ['rules', 3.2, { mode: 'rules', rules: { values: [{}, { renameOutput: true, outputKey: 'Paid' }] }, options: {} }, ['0', 'Paid']],
    ['an extra output', 3.2, { mode: 'rules', rules: { values: [{}] }, options: { fallbackOutput: 'extra' } }, ['0', 'Fallback']],
    [
      'a named extra output',
      3.2,
      { mode: 'rules', rules: { values: [] }, options: { fallbackOutput: 'extra', renameFallbackOutput: 'Rest' } },
      ['Rest'],
    ],
    ['an expression', 3.2, { mode: 'expression', numberOutputs: 3 }, ['0', '1', '2']],
    ['rules of version 2', 2, { mode: 'rules', rules: { rules: [{ outputKey: 'a' }, {}] } }, ['a', '1']],
    ['an expression of version 2', 2, { mode: 'expression', outputsAmount: 2 }, ['0', '1']],
  ])('follow %s', (_, version, parameters, expected) => {
    expect(names(version, parameters)).toEqual(expected);
  });
});

describe('outputCount', () => {
  it.each([
    [3, 3],
    ['2', 2],
    ['many', 1],
    [0, 1],
    [1e9, 1],
  ])('of %s is %i', (value, expected) => {
    expect(outputCount(value)).toBe(expected);
  });
});

// $fromAI calls: what a model is asked for, and which expressions do nothing else.
import { describe, expect, it } from 'vitest';
import { expressionDefaults, extractFromAiCalls, isFromAiOnly, otherThanFromAi } from './from-ai.ts';

describe('extractFromAiCalls', () => {
  it.each<[text: string, expected: unknown[]]>([
    [`{{ $fromAI('name') }}`, [{ key: 'name', description: '', type: 'string', defaultValue: undefined }]],
    [`$fromAI("a", "b, (c)", "number", "5")`, [{ key: 'a', description: 'b, (c)', type: 'number', defaultValue: 5 }]],
    [`$fromAI('a', \`it's \\"so\\"\`, 'boolean', TRUE)`, [{ key: 'a', description: `it's "so"`, type: 'boolean', defaultValue: true }]],
    [`$fromai('a', '', 'json', '{"x": [1]}')`, [{ key: 'a', description: '', type: 'json', defaultValue: { x: [1] } }]],
    [`$fromAI('a', f(1, [2, 3]), '', x)`, [{ key: 'a', description: 'f(1, [2, 3])', type: 'string', defaultValue: 'x' }]],
    [
      `Don't ask {{ $fromAI ('a') }} and {{ $fromAi('b') }}`,
      [
        { key: 'a', description: '', type: 'string', defaultValue: undefined },
        { key: 'b', description: '', type: 'string', defaultValue: undefined },
      ],
    ],
    ['nothing', []],
  ])('%s', (text, expected) => {
    expect(extractFromAiCalls(text)).toEqual(expected);
  });

  it.each([
    ['$fromAI()', 'Invalid parameter key ""'],
    ['$fromAI("a b")', 'Invalid parameter key "a b"'],
    ['$fromAI("a", "b", "date")', 'Invalid type "date" of $fromAI("a")'],
    ['$fromAI("a", "b", "number", "many")', 'The default of $fromAI("a") is no number: many'],
    ['$fromAI("a", "b", "number", "")', 'is no number'],
    ['$fromAI("a", "b", "json", "{")', 'is no json'],
    ['$fromAI("a", "b"', 'no closing bracket'],
  ])('refuses %s', (text, message) => {
    expect(() => extractFromAiCalls(text)).toThrow(message);
  });
});

describe('isFromAiOnly', () => {
  it.each([
    [`={{ $fromAI('a') }}`, true],
    [`={{ /* generated */ $fromAI('a', \`b\`, "number", -5) }}`, true],
    [`={{ $fromAI('a', 'b', 'boolean', true) }}`, true],
    [`={{ $fromAI('a') + 1 }}`, false],
    [`={{ $fromAI('a', $env.X) }}`, false],
    ["={{ $fromAI('a', `${$env.X}`) }}", false],
    [`={{ $fromAI('a', 'b' + 'c') }}`, false],
    [`={{ $fromAI('a', -x) }}`, false],
    [`={{ $fromAI(f()) }}`, false],
    [`={{ $fromAI() }}`, false],
    [`={{ $fromAI('a', ) }}`, false],
    [`={{ $fromAI('a' }}`, false],
    [`={{ $fromAI(`, false],
    [`={{ $fromAI( }}`, false],
    [`={{ $fromAI }}`, false],
    [`={{ other('a') }}`, false],
    [`={{ }}`, false],
    [`$fromAI('a')`, false],
  ])('%s: %s', (text, expected) => {
    expect(isFromAiOnly(text)).toBe(expected);
  });
});

it('finds expressions that do more', () => {
  const parameters = {
    url: '={{ $env.X }}',
    ok: `={{ $fromAI('a') }}`,
    plain: 'x',
    fixed: '=x',
    list: [{ v: '={{ 1 }}' }, 5],
    deep: { a: { b: '={{ 2 }}' } },
  };
  expect(otherThanFromAi(parameters)).toEqual([
    { path: 'url', value: '={{ $env.X }}' },
    { path: 'list[0].v', value: '={{ 1 }}' },
    { path: 'deep.a.b', value: '={{ 2 }}' },
  ]);
});

it('collects defaults that are expressions, at any depth', () => {
  const properties = [
    { name: 'a', default: '={{ 1 }}' },
    {
      name: 'b',
      default: 'x',
      options: [
        { name: 'c', displayName: 'C', values: [{ name: 'd', default: '={{ 2 }}' }] },
        { name: 'e', value: 'f' },
      ],
    },
  ];
  expect(expressionDefaults(properties as never)).toEqual(new Set(['={{ 1 }}', '={{ 2 }}']));
});

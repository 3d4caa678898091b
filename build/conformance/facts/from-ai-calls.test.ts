// The values that `$fromAI` calls ask for.
import { describe, expect, it } from 'vitest';
import { extractFromAiCalls } from './from-ai-calls.ts';

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

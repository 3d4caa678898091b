// Recognizes expressions that only ask a model for a value.
import { describe, expect, it } from 'vitest';
import { isFromAiOnly } from './from-ai.ts';

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

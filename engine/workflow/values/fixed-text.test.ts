import { describe, expect, it } from 'vitest';
import { previewExpression } from '../../expression/index.ts';
import { sampleScope } from '../../testing/sample-run.ts';
import { fixedText, isMarkedText, storedText } from './fixed-text.ts';

describe('fixed texts', () => {
  it.each(['abc', '=abc', '==', '=', '={{ 1 }} }}', '={{', '={"a": "\\}}"}', '="{{ a }}"', '=\n{{ a }}\\', '=a{{b}}c'])(
    '%j has itself as its result, and is shown as it was written',
    (text) => {
      const stored = storedText(text);
      const result = stored.startsWith('=') ? previewExpression(stored, sampleScope({ items: [] })) : { ok: true, value: stored };
      expect(result).toEqual({ ok: true, value: text });
      expect(fixedText(stored)).toBe(text);
      expect(isMarkedText(stored)).toBe(text.startsWith('='));
    },
  );

  it.each(['={{ 1 }}', '={{ "a" }}', '={{ "=a" }}', '={{ "={{" + 1 }}', '=a', '=={{ 1 }}'])('%s is an expression', (stored) => {
    expect(isMarkedText(stored)).toBe(false);
    expect(fixedText(stored)).toBe(stored);
  });
});

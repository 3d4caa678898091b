// Messages of failed nodes: the service's own message, with item numbers from 1.
import { describe, expect, it } from 'vitest';
import type { ErrorData } from './run-data.ts';
import { errorDetails, errorSentence } from './error-sentence.ts';

const error = (more: Partial<ErrorData>): ErrorData => ({ name: 'Error', message: 'It broke', ...more });

describe('the sentence of an error', () => {
  it.each<[string, Partial<ErrorData>, string, string | undefined]>([
    ['its message', {}, 'It broke', undefined],
    ["the service's message", { httpCode: '422', description: 'Name\n is missing' }, 'Name is missing (422)', 'It broke'],
    ['the default message if the service sent none', { httpCode: '500' }, 'It broke', undefined],
    ['its message if the system has refused the connection', { httpCode: 'ECONNREFUSED', description: 'Because' }, 'It broke', 'Because'],
    [
      'where invalid syntax is',
      {
        code: 'EXPRESSION_SYNTAX',
        message: 'invalid syntax: Unexpected token',
        description: 'Near: $json.',
        context: { parameter: 'url' },
      },
      'Parameter "url": invalid syntax: Unexpected token. Near: $json.',
      undefined,
    ],
    [
      'where invalid syntax is, by the name of the parameter in the form',
      {
        code: 'EXPRESSION_SYNTAX',
        message: 'invalid syntax',
        context: { parameter: 'assignments.assignments[0].value', parameterLabel: 'Fields to Set › Value (1)' },
      },
      'Parameter "Fields to Set › Value (1)": invalid syntax',
      undefined,
    ],
    ['its message, with an explanation', { description: 'Because' }, 'It broke', 'Because'],
    ['items counted from 1', { message: 'Wrong [item 3] at item 30', context: { itemIndex: 3 } }, 'Wrong [item 4] at item 30', undefined],
  ])('is %s', (_what, more, sentence, details) => {
    expect(errorSentence(error(more))).toBe(sentence);
    expect(errorDetails(error(more))).toBe(details);
  });

  it("is cut if a service's message is long", () => {
    const sentence = errorSentence(error({ httpCode: '400', description: 'x'.repeat(1000) }));
    expect(sentence).toBe(`${'x'.repeat(300)}… (400)`);
  });
});

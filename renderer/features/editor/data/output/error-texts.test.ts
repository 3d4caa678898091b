import { describe, expect, it } from 'vitest';
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { errorTexts, timeText } from './error-texts.ts';

const property = (name: string, displayName: string, more: object = {}): NodeProperty =>
  ({ name, displayName, type: 'string', default: '', ...more }) as unknown as NodeProperty;

const properties = [
  property('url', 'URL'),
  property('options', 'Options', { type: 'collection', options: [property('timeout', 'Timeout')] }),
  property('headers', 'Headers', {
    type: 'fixedCollection',
    options: [{ name: 'values', displayName: 'Header', values: [property('value', 'Value')] }],
  }),
  property('conditions', 'Conditions', { type: 'filter' }),
];

const error = (more: Partial<ErrorData>): ErrorData => ({ name: 'Error', message: 'It broke', ...more });
const texts = (more: Partial<ErrorData>) => errorTexts(error(more), properties, (path) => `Could not find parameter "${path}"`);

describe('texts of an error', () => {
  it.each<[string, Partial<ErrorData>, object]>([
    ['its own message', {}, { message: 'It broke', description: undefined, parameter: undefined }],
    [
      'placeholders of its templates',
      { context: { parameter: 'options.timeout', messageTemplate: 'Bad ‘%%PARAMETER%%’', descriptionTemplate: 'See %%PARAMETER_FULL%%' } },
      { message: 'Bad ‘Timeout’', description: 'See Options › Timeout', parameter: 'Options › Timeout' },
    ],
    [
      'a parameter that is not there',
      { context: { parameter: 'gone', messageTemplate: 'Bad: %%PARAMETER%%' } },
      { message: 'Bad: Could not find parameter "gone"', parameter: 'Could not find parameter "gone"' },
    ],
    ['the message if a template contains no parameter', { context: { messageTemplate: 'Bad %%PARAMETER%%' } }, { message: 'It broke' }],
    [
      'a template without placeholders',
      { context: { messageTemplate: 'Plain' }, description: 'why' },
      { message: 'Plain', description: 'why' },
    ],
    [
      'item and run',
      { context: { itemIndex: 0, runIndex: 2, messageTemplate: 'At [item {{itemIndex}}]' } },
      { message: 'At [item 1]', itemIndex: 0, runIndex: 2 },
    ],
    ['names as they are', { context: { parameter: 'url', messageTemplate: '$& %%PARAMETER%%' } }, { message: '$& URL' }],
  ])('%s', (_what, more, expected) => expect(texts(more)).toMatchObject(expected));

  it('formats the time', () => expect(timeText(new Date(2026, 1, 3, 4, 5, 6).getTime())).toBe('2026-02-03 04:05:06'));
});

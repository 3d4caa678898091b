import { describe, expect, it } from 'vitest';
import { formed, forms } from './returned-forms.ts';

const close = (): void => undefined;

describe('what functions of packages return', () => {
  it.each([
    ['event', [[{ json: {} }]]],
    ['event', [[], null, undefined]],
    ['outputs', null],
    ['outputs', undefined],
    ['outputs', [[{ json: {} }], []]],
    ['items', []],
    ['items', [{ json: {} }]],
    ['request', { url: '/' }],
    ['supply', { response: undefined }],
    ['supply', { response: {}, closeFunction: close }],
    ['listening', undefined],
    ['listening', undefined],
    ['listening', { closeFunction: close, manualTriggerFunction: close }],
    ['webhook', null],
    ['webhook', { noWebhookResponse: true }],
    ['webhook', { workflowData: [[]] }],
    ['loadOptions', []],
    ['loadOptions', [{ name: 'One', value: 1 }]],
    ['listSearch', { results: [] }],
    ['resourceMapping', { fields: [{ id: 'a' }] }],
    ['localResourceMapping', { fields: [] }],
    ['actionHandler', undefined],
    ['actionHandler', 'text'],
  ] as const)('%s may be %j', (form, value) => expect(formed(value, form, 'It')).toBe(value));

  it.each([
    ['event', undefined, 'nothing'],
    ['event', { json: {} }, 'an object'],
    ['event', [{ json: {} }], 'a list with an object'],
    ['outputs', 'text', 'a text'],
    ['outputs', [[], 'text'], 'a list with a text'],
    ['items', undefined, 'nothing'],
    ['items', [[{ json: {} }]], 'a list with a list with an object'],
    ['items', [null], 'a list with null'],
    ['request', [], 'an empty list'],
    ['request', false, 'a boolean'],
    ['supply', {}, 'an object'],
    ['supply', { response: {}, closeFunction: true }, 'an object'],
    ['listening', close, 'a function'],
    ['listening', { closeFunction: {} }, 'an object'],
    ['webhook', [[]], 'a list with an empty list'],
    ['loadOptions', { results: [] }, 'an object'],
    ['loadOptions', ['One'], 'a list with a text'],
    ['listSearch', [], 'an empty list'],
    ['listSearch', { results: 1 }, 'an object'],
    ['resourceMapping', null, 'null'],
    ['localResourceMapping', { fields: [1] }, 'an object'],
  ] as const)('%s may not be %j', (form, value, kind) =>
    expect(() => formed(value, form, 'The function "load"')).toThrow(
      `The function "load" returned ${kind} instead of ${forms[form].name}.`,
    ),
  );

  it.each([
    ['nothing', undefined, 'Tell the authors of the package.'],
    ['a short value', ['One'], 'It returned ["One"]. Tell the authors of the package.'],
    ['a long value', ['x'.repeat(300)], `It returned ["${'x'.repeat(198)}…. Tell the authors of the package.`],
    ['a value without a JSON form', [1n], 'It returned a list with a bigint. Tell the authors of the package.'],
  ])('the description shows %s', (_, value, description) =>
    expect(() => formed(value, 'items', 'It')).toThrow(expect.objectContaining({ description })),
  );
});

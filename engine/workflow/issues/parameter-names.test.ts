import { describe, expect, it } from 'vitest';
import type { NodeProperty } from '../node-type.ts';
import { parameterNames } from './parameter-names.ts';

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

describe('names of parameters', () => {
  it.each([
    ['url', ['URL']],
    ['parameters.url', ['URL']],
    ['options.timeout', ['Options', 'Timeout']],
    ['headers.values[2].value', ['Headers', 'Header', 'Value']],
    ['conditions.conditions[0].leftValue', ['Conditions']],
    ['nothing', undefined],
    ['options.nothing', undefined],
    ['__proto__', undefined],
  ])('%s', (path, names) => expect(parameterNames(properties, path)).toEqual(names));
});

// Names of parameters: display names along a path, and the number of an entry.
import { describe, expect, it } from 'vitest';
import type { NodeProperty } from '../node-type.ts';
import { parameterLabel, parameterNames, propertiesAlong } from './parameter-names.ts';

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
  property('tags', 'Tags', { typeOptions: { multipleValues: true } }),
  property('assignments', 'Fields to Set', { type: 'assignmentCollection' }),
  property('columns', 'Columns', { type: 'resourceMapper' }),
  property('list', 'List', { type: 'resourceLocator' }),
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

  it.each([
    ['url', 'URL'],
    ['options.timeout', 'Options › Timeout'],
    ['headers.values[2].value', 'Headers › Header › Value (3)'],
    ['tags[1]', 'Tags (2)'],
    ['assignments.assignments[0].value', 'Fields to Set › Value (1)'],
    ['conditions.conditions[1].leftValue', 'Conditions › Value (2)'],
    ['conditions.options.caseSensitive', 'Conditions'],
    ['columns.value.email', 'Columns › email'],
    ['list.value', 'List'],
    ['nothing', undefined],
    ['options.__proto__', undefined],
  ])('%s is called %s', (path, label) => expect(parameterLabel(properties, path)).toBe(label));

  it('are those of the first parameter that is shown', () => {
    const twins = [property('id', 'Hidden'), property('id', 'Shown'), property('id', 'Later')];
    expect(propertiesAlong(twins, 'id', ({ displayName }) => displayName !== 'Hidden')).toEqual([twins[1]]);
  });

  it('are looked up with the path of their parent', () => {
    const parents: string[] = [];
    propertiesAlong(properties, 'headers.values[2].value', (_, parent) => parents.push(parent) > 0);
    expect(parents).toEqual(['', 'headers', 'headers.values[2]']);
  });
});

// The form shows exactly the parameters that the parameter logic considers visible.
import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { DisplayOptions, NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { getNodeParameters } from '../../../../engine/workflow/parameters/parameters.ts';
import { endForm, showForm } from '../testing/form.tsx';

afterEach(endForm);

const names = ['a', 'b', 'c', 'd'] as const;
const values = ['x', 'y', '', '={{ 1 }}'];
const rules: fc.Arbitrary<DisplayOptions | undefined> = fc.option(
  fc.record(
    {
      show: fc.dictionary(fc.constantFrom(...names, '/a', '/b'), fc.subarray(values, { minLength: 1 }), { maxKeys: 2 }),
      hide: fc.dictionary(fc.constantFrom(...names, '@version'), fc.subarray<string | number>([...values, 1]), { maxKeys: 1 }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

const field = (name: string, displayOptions: DisplayOptions | undefined, byDefault: string): NodeProperty => ({
  displayName: name.toUpperCase(),
  name,
  type: 'string',
  default: byDefault,
  ...(displayOptions === undefined ? {} : { displayOptions }),
});
const fields = fc
  .array(fc.tuple(fc.constantFrom(...names), rules, fc.constantFrom('x', 'y', '')), { minLength: 1, maxLength: 5 })
  .map((rows) => rows.map(([name, displayOptions, byDefault]) => field(name, displayOptions, byDefault)));
const arbitraryValues = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values));

/** Returns the paths of the rendered fields. */
const drawn = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-drop-path]')].map((one) => one.dataset['dropPath'] ?? '').toSorted();

function counted(properties: readonly NodeProperty[], parameters: JsonObject): JsonObject {
  return getNodeParameters(properties, parameters, { returnDefaults: true, returnNoneDisplayed: false }, { typeVersion: 1 }, null);
}

describe('the visible parameters', () => {
  it('match the parameter logic at the top level', () => {
    fc.assert(
      fc.property(fields, arbitraryValues, (properties, parameters) => {
        showForm({ properties, parameters });
        expect(drawn()).toEqual(Object.keys(counted(properties, parameters)).toSorted());
        endForm();
      }),
      { numRuns: 60 },
    );
  });

  it('match the parameter logic in entries whose rules refer to the top level and to each other', () => {
    const entries = fc.array(arbitraryValues, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fields, arbitraryValues, fields, entries, (top, parameters, inner, list) => {
        const group: NodeProperty = {
          displayName: 'Rows',
          name: 'rows',
          type: 'fixedCollection',
          default: {},
          typeOptions: { multipleValues: true },
          options: [{ name: 'row', displayName: 'Row', values: inner }],
        };
        const properties = [...top, group];
        const all: JsonObject = { ...parameters, rows: { row: list } };
        showForm({ properties, parameters: all });
        const { rows } = counted(properties, all) as { rows: { row: JsonObject[] } };
        const expected = rows.row.flatMap((entry, index) => Object.keys(entry).map((name) => `rows.row[${index}].${name}`));
        expect(drawn().filter((path) => path.startsWith('rows'))).toEqual(expected.toSorted());
        endForm();
      }),
      { numRuns: 40 },
    );
  });

  it('match the parameter logic in a collection: only added ones', () => {
    fc.assert(
      fc.property(arbitraryValues, fields, arbitraryValues, (parameters, inner, added) => {
        const unique = inner.filter(({ name }, at) => inner.findIndex((each) => each.name === name) === at);
        const collection: NodeProperty = { displayName: 'More', name: 'more', type: 'collection', default: {}, options: unique };
        const properties = [field('a', undefined, 'x'), collection];
        const all: JsonObject = { ...parameters, more: added };
        showForm({ properties, parameters: all });
        const { more } = counted(properties, all) as { more: JsonObject };
        expect(drawn().filter((path) => path.startsWith('more'))).toEqual(
          Object.keys(more)
            .map((name) => `more.${name}`)
            .toSorted(),
        );
        endForm();
      }),
      { numRuns: 40 },
    );
  });
});

describe('an unknown version', () => {
  const since2: NodeProperty = {
    displayName: 'Since 2',
    name: 'since2',
    type: 'string',
    default: '',
    displayOptions: { show: { '@version': [2] } },
  };
  const properties = [since2];

  it('shows the parameters of the newest earlier version with a notice, and is kept in the file', () => {
    const form = showForm({ properties, node: { typeVersion: 9 }, description: { version: [1, 2] } });
    expect(drawn()).toEqual(['since2']);
    expect(screen.getByRole('note').textContent).toContain('shown and run as version 2; the workflow keeps version 9');
    expect(form.file().nodes.at(-1)?.typeVersion).toBe(9);
  });

  it('is not mentioned for known versions', () => {
    showForm({ properties, node: { typeVersion: 1 }, description: { version: [1, 2] } });
    expect(drawn()).toEqual([]);
    expect(screen.queryByRole('note')).toBeNull();
  });
});

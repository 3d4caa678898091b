// Display rules: values, conditions, version, tool and feature rules, paths, expressions.
import { describe, expect, it } from 'vitest';
import type { DisplayOptions, DisplayRules } from '../node-type.ts';
import { displayParameter, displayParameterPath } from './visibility.ts';

const description = {
  name: 'acme.mailTool',
  features: { threads: { '@version': [{ _cnd: { gte: 2 } }] }, drafts: true, labels: false, folders: {} },
};

function isVisibleWith(displayOptions: DisplayOptions | undefined, values: object = {}, version = 1, root?: object): boolean {
  return displayParameter(values, { displayOptions }, { typeVersion: version }, description, root);
}

describe('show and hide', () => {
  it.each<[rules: DisplayOptions | undefined, values: object, expected: boolean]>([
    [undefined, {}, true],
    [{}, {}, true],
    [{ show: { mode: ['a', 'b'] } }, { mode: 'b' }, true],
    [{ show: { mode: ['a'] } }, { mode: 'b' }, false],
    [{ show: { mode: ['a'] } }, {}, false],
    [{ show: { mode: ['a'], size: [1] } }, { mode: 'a', size: 2 }, false],
    [{ show: { on: [true] } }, { on: 'true' }, false],
    [{ show: { tags: ['x'] } }, { tags: ['w', 'x'] }, true],
    [{ show: { tags: ['x'] } }, { tags: [] }, false],
    [{ show: { place: ['p1'] } }, { place: { __rl: true, mode: 'id', value: 'p1' } }, true],
    [{ show: { 'options.deep': [1] } }, { options: { deep: 1 } }, true],
    [{ hide: { mode: ['a'] } }, { mode: 'a' }, false],
    [{ hide: { mode: ['a'] } }, { mode: 'b' }, true],
    [{ hide: { mode: ['a'] } }, {}, true],
    [{ hide: { mode: ['a'], size: [1] } }, { mode: 'b', size: 1 }, false],
    [{ show: { mode: ['a'] }, hide: { size: [1] } }, { mode: 'a', size: 1 }, false],
    [{ show: { constructor: ['a'] } }, {}, false],
  ])('%j with %j: %s', (rules, values, expected) => {
    expect(isVisibleWith(rules, values)).toBe(expected);
  });

  it('treats expressions as met for show and as not met for hide', () => {
    expect(isVisibleWith({ show: { mode: ['a'] } }, { mode: '={{ $json.mode }}' })).toBe(true);
    expect(isVisibleWith({ hide: { mode: ['a'] } }, { mode: '={{ $json.mode }}' })).toBe(true);
    expect(isVisibleWith({ show: { mode: ['a'], size: [1] } }, { mode: '={{ $json.mode }}', size: 2 })).toBe(false);
  });

  it('looks up absolute paths at the root', () => {
    expect(isVisibleWith({ show: { '/mode': ['a'] } }, { mode: 'b' }, 1, { mode: 'a' })).toBe(true);
    expect(isVisibleWith({ show: { '/options.mode': ['a'] } }, {}, 1, { options: { mode: 'a' } })).toBe(true);
  });
});

describe('conditions', () => {
  it.each<[condition: object, value: unknown, expected: boolean]>([
    [{ eq: 1 }, 1, true],
    [{ eq: 1 }, 2, false],
    [{ not: 1 }, 2, true],
    [{ not: 1 }, [2, 1], false],
    [{ not: 1 }, undefined, true],
    [{ gt: 1 }, 2, true],
    [{ gte: 2 }, 2, true],
    [{ lt: 3 }, 2, true],
    [{ lte: 1 }, 2, false],
    [{ lt: 3 }, undefined, false],
    [{ lte: 3 }, null, false],
    [{ between: { from: 1, to: 3 } }, 3, true],
    [{ between: { from: 1, to: 3 } }, 4, false],
    [{ between: 1 }, 1, false],
    [{ includes: 'b' }, 'abc', true],
    [{ includes: 'b' }, undefined, false],
    [{ startsWith: 'a' }, 'abc', true],
    [{ startsWith: 'a' }, 5, false],
    [{ endsWith: 'c' }, 'abc', true],
    [{ endsWith: 'c' }, undefined, false],
    [{ regex: '^a.c$' }, 'abc', true],
    [{ regex: '^a.c$' }, undefined, false],
    [{ exists: true }, 'x', true],
    [{ exists: true }, '', false],
    [{ exists: true }, 0, true],
    [{ exists: false }, null, true],
    [{ gte: 1, lt: 3 }, 2, true],
    [{ gte: 1, lt: 3 }, 3, false],
    [{ unheardOf: 1 }, 1, false],
  ])('%j of %j: %s', (condition, value, expected) => {
    expect(isVisibleWith({ show: { field: [{ _cnd: condition }] } }, { field: value })).toBe(expected);
  });
});

describe('@ rules', () => {
  it.each<[rules: DisplayOptions, version: number, expected: boolean]>([
    [{ show: { '@version': [1, 2] } }, 2, true],
    [{ show: { '@version': [1, 2] } }, 2.1, false],
    [{ show: { '@version': [{ _cnd: { gte: 2 } }] } }, 2.1, true],
    [{ hide: { '@version': [1] } }, 1, false],
    [{ show: { '@tool': [true] } }, 1, true],
    [{ hide: { '@tool': [true] } }, 1, false],
    [{ show: { '@feature': ['threads'] } }, 2, true],
    [{ show: { '@feature': ['threads'] } }, 1, false],
    [{ show: { '@feature': [{ _cnd: { not: 'threads' } }] } }, 1, true],
    [{ show: { '@feature': [{ _cnd: { eq: 'drafts' } }] } }, 1, true],
    [{ show: { '@feature': ['labels'] } }, 1, false],
    [{ show: { '@feature': ['folders'] } }, 1, false],
  ])('%j in version %s: %s', (rules, version, expected) => {
    expect(isVisibleWith(rules, {}, version)).toBe(expected);
  });

  it('has no version, tool or feature without node and description', () => {
    const rules: DisplayRules[] = [{ '@version': [1] }, { '@tool': [true] }, { '@feature': ['drafts'] }];
    for (const rule of rules) {
      expect(displayParameter({}, { displayOptions: { show: rule } }, null, null)).toBe(false);
    }
  });
});

describe('displayParameter', () => {
  it('reads disabledOptions on request', () => {
    const property = { disabledOptions: { show: { mode: ['a'] } } };
    expect(displayParameter({ mode: 'b' }, property, null, null, {}, 'disabledOptions')).toBe(false);
    expect(displayParameter({ mode: 'b' }, property, null, null)).toBe(true);
  });

  it('finds siblings by the parent path', () => {
    const values = { mode: 'a', list: { entries: [{ kind: 'x' }, { kind: 'y' }] } };
    const property = { displayOptions: { show: { kind: ['y'], '/mode': ['a'] } } };
    expect(displayParameterPath(values, property, 'list.entries[0]', null, null)).toBe(false);
    expect(displayParameterPath(values, property, 'list.entries[1]', null, null)).toBe(true);
    expect(displayParameterPath(values, property, 'list.entries[9]', null, null)).toBe(false);
    expect(displayParameterPath(values, { displayOptions: { show: { mode: ['a'] } } }, '', null, null)).toBe(true);
  });
});

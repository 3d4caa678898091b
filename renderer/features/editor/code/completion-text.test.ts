// Every name and every method of values that is offered is described.
import { expect, it } from 'vitest';
import { previewExpression, suggestAt } from '../../../../engine/expression/index.ts';
import { addedMethodNames } from '../../../../engine/expression/guard/method-table.ts';
import { itemsOf, sampleScope } from '../../../../engine/testing/sample-run.ts';
import { describedIn } from './completion-text.ts';

const scope = sampleScope({ items: itemsOf({ text: 'a', number: 1, flag: true, list: [1], object: {} }) });
const offered = (code: string) => suggestAt(`={{ ${code}`, code.length + 4, scope, [])?.options ?? [];

/** Whether an example is wrong; data that it names may be missing here. */
const previewFails = (example: string): boolean => {
  const result = previewExpression(`={{ ${example} }}`, scope);
  return !result.ok && (result.reason === 'syntax' || result.text.includes('is not a function'));
};

it('names that are offered everywhere are described', () => {
  const names = offered('');
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => describedIn(name) === undefined).map(({ label }) => label)).toEqual([]);
});

it.each([
  ['string', '$json.text.', 'split()'],
  ['number', '$json.number.', 'toFixed()'],
  ['boolean', '$json.flag.', 'toInt()'],
  ['array', '$json.list.', 'map()'],
  ['object', '$json.object.', 'keys()'],
  ['date', '$now.', 'plus()'],
] as const)('methods of a value of the type %s are described', (kind, code, expected) => {
  const methods = offered(code);
  const isDescribed = (name: string): boolean =>
    methods.some((each) => each.label.replace('()', '') === name.replace('()', '') && describedIn(each) !== undefined);
  expect(isDescribed(expected)).toBe(true);
  expect(addedMethodNames(kind).filter((name) => !isDescribed(`${name}()`))).toEqual([]);
});

it.each([
  '$json.text.',
  '$json.number.',
  '$json.flag.',
  '$json.list.',
  '$json.object.',
  '$now.',
  'new Date().',
  "$now.diff($now, 'days').",
  'Interval.after($now, 5).',
  '$input.',
])('every member of a type is described, and its example can be evaluated: %s', (code) => {
  const members = offered(code).filter(({ about }) => about !== undefined);
  expect(members.length).toBeGreaterThan(0);
  expect(members.filter((each) => describedIn(each) === undefined).map(({ label }) => label)).toEqual([]);
  const examples = members.map((each) => describedIn(each)?.example ?? '');
  expect(examples.filter((example) => previewFails(example))).toEqual([]);
});

it('functions of Math are not described as methods of numbers', () =>
  expect(offered('Math.').filter((each) => each.label === 'round()' && describedIn(each) !== undefined)).toEqual([]));

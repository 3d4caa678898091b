// The rules use the engine's wording.
import { expect, it } from 'vitest';
import { i18n } from '../../i18n/index.ts';
import { emailRule, isEmail, nameRule, passwordFaults, passwordRule } from './person-rules.ts';

const t = i18n.getFixedT('en', 'account');

it.each([
  ['anna@example.com', true],
  [' Anna.Berg+mill@sub.example.co ', true],
  ['anna', false],
  ['anna@', false],
  ['anna@localhost', false],
  ['a b@example.com', false],
  [`${'x'.repeat(250)}@example.com`, false],
])('%s is an address: %s', (text, expected) => expect(isEmail(text)).toBe(expected));

it.each([
  ['Secret12', []],
  ['secret12', ['noCapital']],
  ['Secretsecret', ['noNumber']],
  ['x', ['short', 'noNumber', 'noCapital']],
  [`A1${'x'.repeat(63)}`, ['long']],
])('finds what is wrong with the password %s', (password, faults) => expect(passwordFaults(password)).toEqual(faults));

it('says it in words', () => {
  expect(passwordRule(t)('secret', {})).toBe('The password needs at least 8 characters, a number, a capital letter.');
  expect(nameRule(t)('  ', {})).toBe('This field is required.');
  expect(nameRule(t)('x'.repeat(33), {})).toBe('At most 32 characters.');
  expect(nameRule(t)('x'.repeat(32), {})).toBeUndefined();
  expect(emailRule(t)('', {})).toBe('This field is required.');
});

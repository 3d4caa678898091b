// Errors of the engine in the language of the editor.
import { afterEach, beforeAll, expect, it } from 'vitest';
import { errorTable } from '../../engine/contract/errors.ts';
import english from '../../locales/en/errors.json' with { type: 'json' };
import { errorText, textKeyOf } from './error-text.ts';
import { i18n } from './index.ts';

const german = {
  tagExists: 'Das Schlagwort "{name}" gibt es bereits.',
  forbidden: 'Das dürfen Sie nicht.',
  badRequest: 'Die Anfrage ist ungültig: {reason}',
};

beforeAll(() => i18n.addResourceBundle('de', 'errors', german));
afterEach(() => i18n.changeLanguage('en'));

const exists = { code: 'TAG_EXISTS', message: 'The tag "Billing" already exists. Choose another name.', params: { name: 'Billing' } };

it.each([
  ['in the language of the editor, with its values', 'de', exists, 'Das Schlagwort "Billing" gibt es bereits.'],
  ['in the language of a region', 'de-AT', { code: 'FORBIDDEN', message: 'No.' }, 'Das dürfen Sie nicht.'],
  ['as the engine says it, in English', 'en', exists, exists.message],
  ['as the engine says it, in a language without texts', 'fr', exists, exists.message],
  ['as the engine says it, if the language lacks the text', 'de', { code: 'NOT_FOUND', message: 'Gone.' }, 'Gone.'],
  ['as the engine says it, if a value is missing', 'de', { code: 'BAD_REQUEST', message: 'No name.' }, 'No name.'],
  ['as it is, if its code is not in the table', 'de', { code: 'toString', message: 'Odd.' }, 'Odd.'],
  [
    'with values that look like texts',
    'de',
    { ...exists, params: { name: '$t(cancel) {x}' } },
    'Das Schlagwort "$t(cancel) {x}" gibt es bereits.',
  ],
])('an error is shown %s', async (_, language, error, text) => {
  await i18n.changeLanguage(language);
  expect(errorText(error)).toBe(text);
});

it('has an English text for each code, as the source of translations', () => {
  const keys = Object.keys(errorTable).map(textKeyOf);
  expect(Object.keys(english).toSorted()).toEqual(keys.toSorted());
});

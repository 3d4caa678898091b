// Errors of calls are in the language of the editor.
import { afterEach, expect, it, vi } from 'vitest';
import { i18n } from '../i18n/index.ts';
import { store } from '../state/store.ts';
import { editorApi } from './editor.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await i18n.changeLanguage('en');
});

it.each([
  ['en', 'The tag "Billing" already exists. Choose another name.'],
  ['de', 'Das Schlagwort "Billing" gibt es bereits.'],
])('in %s: %s', async (language, text) => {
  i18n.addResourceBundle('de', 'errors', { tagExists: 'Das Schlagwort "{name}" gibt es bereits.' });
  await i18n.changeLanguage(language);
  const message = 'The tag "Billing" already exists. Choose another name.';
  const error = { code: 'TAG_EXISTS', message, params: { name: 'Billing' }, status: 409 };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(error, { status: 409 })));
  const response = await store.dispatch(editorApi.endpoints.createTag.initiate({ body: { name: 'Billing' } }));
  expect(response.error).toEqual({ ...error, message: text });
});

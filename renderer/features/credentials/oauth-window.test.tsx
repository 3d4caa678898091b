// Which reports about a connection's window are accepted: those of its last page, for its own credential.
import { afterEach, expect, it } from 'vitest';
import { OAUTH_CHANNEL } from '../../../engine/contract/rest/constants.ts';
import { watchOAuthWindow, type OAuthReport } from './oauth-window.ts';

const ORIGIN = 'http://localhost:5678';
const opened = { closed: false };
const reports: OAuthReport[] = [];
let stop: () => void = () => undefined;
const watch = (): void => {
  stop = watchOAuthWindow(opened as Window, 'c1', [ORIGIN], (report) => reports.push(report));
};
afterEach(() => {
  stop();
  reports.length = 0;
});

const post = (data: unknown, origin = ORIGIN, source: unknown = window): void => {
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
};
const store = (value: unknown, key = OAUTH_CHANNEL): void => {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: typeof value === 'string' ? value : JSON.stringify(value) }));
};

it('the message of its own window, from an expected origin', () => {
  watch();
  post('success', ORIGIN, window);
  post('success', 'https://evil.example', opened);
  post({ outcome: 'success' }, ORIGIN, opened);
  expect(reports).toEqual([]);
  post('success', ORIGIN, opened);
  expect(reports).toEqual(['success']);
});

it('reports by the storage for its own credential, whatever else is stored', () => {
  watch();
  store({ credentialId: 'c2', outcome: 'success' });
  store({ credentialId: 'c1', outcome: 'other' });
  store({ credentialId: 'c1', outcome: 'success' }, 'another key');
  store('{oops');
  store('null');
  expect(reports).toEqual([]);
  store({ credentialId: 'c1', outcome: 'failure' });
  expect(reports).toEqual(['failure']);
});

it('nothing once nobody watches', () => {
  watch();
  stop();
  post('success', ORIGIN, opened);
  store({ credentialId: 'c1', outcome: 'success' });
  expect(reports).toEqual([]);
});

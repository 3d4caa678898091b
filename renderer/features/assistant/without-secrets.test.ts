// What is left out of texts that are proposed to be sent to a model.
import { describe, expect, it } from 'vitest';
import { REMOVED, withoutSecrets, withoutSecretText } from './without-secrets.ts';

describe('data', () => {
  it.each<[what: string, value: unknown, expected: unknown]>([
    [
      'fields with telling names',
      { apiKey: 'abc', user: { password: 'x', name: 'Ada' } },
      { apiKey: REMOVED, user: { password: REMOVED, name: 'Ada' } },
    ],
    [
      'values beside telling names',
      [
        { name: 'X-Api-Key', value: 'abc' },
        { name: 'Accept', value: 'text/html' },
      ],
      [
        { name: 'X-Api-Key', value: REMOVED },
        { name: 'Accept', value: 'text/html' },
      ],
    ],
    ['references to credentials', { credentials: { httpBasicAuth: { id: '12', name: 'Mine' } } }, { credentials: REMOVED }],
    ['lists of secrets', { tokens: 5, secrets: ['a', 'b'] }, { tokens: 5, secrets: REMOVED }],
    ['texts in telling forms', { url: 'https://x.org/?token=abc&page=2' }, { url: `https://x.org/?token=${REMOVED}&page=2` }],
  ])('without %s', (_, value, expected) => {
    expect(withoutSecrets(value)).toEqual(expected);
  });

  it('keeps expressions that only read data, and names of credential types', () => {
    const value = { token: '={{ $json.token }}', nodeCredentialType: 'httpHeaderAuth', sendPassword: true };
    expect(withoutSecrets(value)).toEqual(value);
    expect(withoutSecrets({ token: "={{ 'abc' }}" })).toEqual({ token: REMOVED });
  });

  it('leaves out the fields that are named in addition', () => {
    expect(withoutSecrets({ pass: { value: 'a' }, value: 'b' }, new Set(['value']))).toEqual({ pass: { value: REMOVED }, value: REMOVED });
  });
});

describe('texts', () => {
  it.each([
    ['Authorization: Bearer abcdefgh12345', `Authorization: Bearer ${REMOVED}`],
    ['Incorrect API key provided: sk-proj-abcdefghijkl', `Incorrect API key provided: ${REMOVED}`],
    ['postgres://me:pass@db/x', `postgres://${REMOVED}@db/x`],
    ['{"password": "hunter22", "a": 1}', `{"password": "${REMOVED}", "a": 1}`],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.abc', REMOVED],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', REMOVED],
    ['The token is missing', 'The token is missing'],
    ['={{ $json.token }}', '={{ $json.token }}'],
  ])('%s', (text, expected) => {
    expect(withoutSecretText(text)).toBe(expected);
  });
});

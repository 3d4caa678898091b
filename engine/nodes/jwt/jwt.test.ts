// JWT: tokens that the node signs are valid, and all other tokens are rejected.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.jwt';
/** Time of the tests' clock in seconds. */
const now = Date.UTC(2026, 0, 15, 12) / 1000;
const passphrase = { keyType: 'passphrase', secret: 'baz', algorithm: 'HS256' };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = {
  keyType: 'pemKey',
  algorithm: 'RS256',
  privateKey: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', ' '),
  publicKey: rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
const run = (parameters: Record<string, unknown>, credential: Record<string, unknown> = passphrase): Promise<NodeOutcome> =>
  runNode({
    type,
    parameters,
    node: { credentials: { jwtAuth: { id: '1', name: 'JWT' } } },
    ports: { credential: async () => credential },
  });
const sign = async (parameters: Record<string, unknown>, credential?: Record<string, unknown>): Promise<string> => {
  const { json, error } = await run(parameters, credential);
  expect(error).toBeUndefined();
  return String(json[0]?.['token']);
};
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('signing', () => {
  it('writes claims under both of their names', async () => {
    const claims = { audience: 'a', issuer: 'i', jwtid: '1', subject: 's', expiresIn: 60, notBefore: 5 };
    const token = await sign({ claims, options: { kid: 'k' } });
    const { json } = await run({ operation: 'decode', token, options: { complete: true } });
    expect(json).toEqual([
      {
        header: { alg: 'HS256', typ: 'JWT', kid: 'k' },
        payload: {
          iat: now,
          audience: 'a',
          aud: 'a',
          issuer: 'i',
          iss: 'i',
          jwtid: '1',
          jti: '1',
          subject: 's',
          sub: 's',
          exp: now + 60,
          nbf: now + 5,
        },
        signature: token.split('.')[2],
      },
    ]);
  });

  it.each([
    ['unchanged', {}, { my_field_1: 'value 1', my_field_2: 'value 2' }],
    ['as a text', { claimsJson: '{"a":1}' }, { a: 1 }],
    ['with a given time', { claimsJson: '{"iat":1}' }, { iat: 1 }],
  ])('accepts JSON %s', async (_what, parameters, payload) => {
    const token = await sign({ useJson: true, ...parameters });
    expect((await run({ operation: 'decode', token })).json).toEqual([{ payload: { iat: now, ...payload } }]);
  });
});

describe('verifying', () => {
  it.each([
    ['HS512', { ...passphrase, algorithm: 'HS512' }, {}],
    ['RS256 with keys on one line', pem, {}],
    ["PS384 instead of the credential's algorithm", pem, { algorithm: 'PS384' }],
  ])('accepts %s', async (_what, credential, options) => {
    const token = await sign({ claims: { subject: 's' }, options }, credential);
    expect((await run({ operation: 'verify', token, options }, credential)).json).toEqual([
      { payload: { iat: now, sub: 's', subject: 's' } },
    ]);
  });

  it.each<[what: string, claims: Record<string, unknown>, options: Record<string, unknown>, message: string | undefined]>([
    ['expired', { expiresIn: -10 }, {}, 'it has expired'],
    ['expired within the tolerance', { expiresIn: -10 }, { clockTolerance: 11 }, undefined],
    ['expired, ignored', { expiresIn: -10 }, { ignoreExpiration: true }, undefined],
    ['not valid yet', { notBefore: 10 }, {}, 'not valid yet'],
    ['not valid yet, ignored', { notBefore: 10 }, { ignoreNotBefore: true }, undefined],
  ])('checks the times: %s', async (_what, claims, options, message) => {
    const { error } = await run({ operation: 'verify', token: await sign({ claims }), options });
    expect(error?.message.includes(message ?? '')).toBe(message === undefined ? undefined : true);
  });

  it('rejects other keys, a missing signature, and a public key used as a secret', async () => {
    const token = await sign({});
    const changed = `${token.split('.')[0]}.${encode({ sub: 'x' })}.${token.split('.')[2]}`;
    const unsigned = `${encode({ alg: 'none' })}.${encode({ sub: 'x' })}.`;
    const confused = await sign({}, { ...passphrase, secret: pem.publicKey });
    for (const [parameters, credential] of [
      [token, { ...passphrase, secret: 'other' }],
      [changed, passphrase],
      [unsigned, passphrase],
      [confused, pem],
    ] as const) {
      expect((await run({ operation: 'verify', token: parameters }, credential)).error?.message).toContain('is not accepted');
    }
    expect((await run({ operation: 'verify', token: unsigned }, { ...passphrase, algorithm: 'none' })).error?.message).toContain(
      'cannot be verified',
    );
  });
});

it.each<[what: string, parameters: Record<string, unknown>, credential: Record<string, unknown>, message: string]>([
  ['text that is not a token', { operation: 'decode', token: 'x.y' }, passphrase, 'not a JSON web token'],
  ['claims that are not JSON', { useJson: true, claimsJson: '{' }, passphrase, 'The claims are not JSON'],
  ['claims that are a list', { useJson: true, claimsJson: '[]' }, passphrase, 'must be a JSON object'],
  ['an invalid time', { claims: { expiresIn: 'soon' } }, passphrase, 'must be a number of seconds'],
  ['an unsuitable key', {}, { ...passphrase, algorithm: 'RS256' }, 'cannot be signed with RS256'],
  ['no key', {}, { ...pem, privateKey: '' }, 'cannot be signed with RS256'],
])('rejects %s', async (_what, parameters, credential, message) => {
  expect((await run(parameters, credential)).error?.message).toContain(message);
});

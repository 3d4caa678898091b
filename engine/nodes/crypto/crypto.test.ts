// Crypto: known results of known inputs, and the form of random ones.
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.crypto';
const file = { json: {}, binary: { doc: { data: Buffer.from('abc').toString('base64'), mimeType: 'text/plain' } } };

describe('crypto', () => {
  it.each([
    ['MD5 by default', { value: 'abc' }, '900150983cd24fb0d6963f7d28e17f72'],
    ['SHA256', { value: 'abc', type: 'SHA256' }, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['SHA3-256', { value: 'abc', type: 'SHA3-256' }, '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
    ['SHA256 in base64', { value: 'abc', type: 'SHA256', encoding: 'base64' }, 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='],
    ['of an expression', { value: "={{ 'a' + 'bc' }}" }, '900150983cd24fb0d6963f7d28e17f72'],
    ['of a file', { binaryData: true, binaryPropertyName: 'doc' }, '900150983cd24fb0d6963f7d28e17f72'],
    [
      'hmac',
      { action: 'hmac', type: 'SHA256', secret: 'key', value: 'abc' },
      '9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab',
    ],
    [
      'hmac with an empty secret from an expression',
      { action: 'hmac', type: 'MD5', secret: '={{ "" }}', value: '' },
      '74e6f7298a9c2d168935f58c001bad88',
    ],
    [
      'hmac of a file',
      { action: 'hmac', type: 'SHA256', secret: 'key', binaryData: true, binaryPropertyName: 'doc' },
      '9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab',
    ],
  ])('%s', async (_, parameters, expected) => {
    const { outputs, error } = await runNode({ type, version: 1, parameters: { dataPropertyName: 'a.b', ...parameters }, items: [file] });
    expect(error).toBeUndefined();
    expect(outputs[0]).toEqual([{ json: { 'a.b': expected }, binary: file.binary, pairedItem: { item: 0 } }]);
  });

  it.each([
    [1, '900150983cd24fb0d6963f7d28e17f72'],
    [2, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('version %s has its own default hash algorithm', async (version, expected) => {
    const { json } = await runNode({ type, version, parameters: { value: 'abc' }, items: [{}] });
    expect(json).toEqual([{ data: expected }]);
  });

  it.each([
    ['ascii', 20, /^[A-Za-z0-9]{20}$/],
    ['base64', 33, /^[A-Za-z0-9+/]{33}$/],
    ['hex', 7, /^[0-9a-f]{7}$/],
    ['hex', 0, /^$/],
    ['uuid', 5, /^00000000-0000-4000-8000-\d{12}$/],
  ])('generates %s of length %i', async (encodingType, stringLength, pattern) => {
    const { json } = await runNode({ type, version: 1, parameters: { action: 'generate', encodingType, stringLength }, items: [{ n: 1 }] });
    expect(json).toEqual([{ n: 1, data: expect.stringMatching(pattern) as string }]);
  });

  it('signs so that the public key verifies it', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const { json, error } = await runNode({
      type,
      version: 1,
      parameters: { action: 'sign', value: 'abc', algorithm: 'RSA-SHA256', encoding: 'base64', privateKey },
    });
    expect(error).toBeUndefined();
    const verify = createVerify('RSA-SHA256').update('abc');
    expect(verify.verify(keys.publicKey, json[0]?.['data'] as string, 'base64')).toBe(true);
  });

  it('reads the secret from a credential since version 2', async () => {
    const parameters = { action: 'hmac', type: 'SHA256', value: 'abc' };
    const credentials = { crypto: { id: '1', name: 'Mine' } };
    const ports = { credential: async () => ({ hmacSecret: 'key' }) };
    const { json, error } = await runNode({ type, version: 2, parameters, node: { credentials }, ports });
    expect(error).toBeUndefined();
    expect(json[0]?.['data']).toBe('9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab');
    expect((await runNode({ type, version: 2, parameters })).error?.code).toBe('CREDENTIAL_NOT_FOUND');
  });

  it.each([
    ['an unknown algorithm', { value: 'a', type: 'ROT13' }, '"ROT13"'],
    ['a missing file', { binaryData: true, binaryPropertyName: 'nope' }, '"nope"'],
    ['a number', { value: '={{ 5 }}' }, 'must be a text, but it is of the type number'],
    ['a number to authenticate', { action: 'hmac', secret: 'a', value: '={{ 5 }}' }, 'must be a text'],
    ['a missing value', { value: '={{ $json.missing }}' }, 'must be a text'],
    ['null', { value: '={{ null }}' }, 'it is missing'],
    ['a list', { value: '={{ [1] }}' }, 'it is a list'],
    ['an empty secret', { action: 'hmac', value: 'a' }, 'secret is empty'],
    ['a broken key', { action: 'sign', value: 'a', algorithm: 'RSA-SHA256', privateKey: 'x' }, 'private key cannot sign'],
    ['an invalid length', { action: 'generate', encodingType: 'hex', stringLength: -1 }, 'integer'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, version: 1, parameters, items: [file] });
    expect(error?.message).toContain(message);
  });

  it('continues after a failing item if set', async () => {
    const { json } = await runNode({
      type,
      version: 1,
      parameters: { value: 'abc', type: '={{ $json.t }}' },
      items: [{ t: 'ROT13' }, { t: 'MD5' }],
      node: { onError: 'continueRegularOutput' },
    });
    expect(json).toEqual([{ error: expect.stringContaining('ROT13') as string }, { t: 'MD5', data: '900150983cd24fb0d6963f7d28e17f72' }]);
  });
});

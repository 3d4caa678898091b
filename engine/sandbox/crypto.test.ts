// The module `crypto` in code without a setting: hashes and random values, with Node's results.
import { createHash, createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { codeSession } from '../testing/code-session.ts';
import { createSandbox } from './index.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const run = async (source: string): Promise<unknown> =>
  (await sandbox.run({ source: `const crypto = require('crypto');\n${source}`, mode: 'all', dialect: 'code', items: [] }, codeSession({})))
    .value;

describe('hashes', () => {
  it.each<[source: string, expected: unknown]>([
    [
      'crypto.createHash("sha256").update("a").update("\u00e9", "utf8").digest("hex")',
      createHash('sha256').update('a\u00e9').digest('hex'),
    ],
    ['crypto.createHash("SHA256").update(Buffer.from("a")).digest("base64url")', createHash('sha256').update('a').digest('base64url')],
    ['crypto.createHash("md5").update("6100", "hex").digest().length', 16],
    ['crypto.createHash("md5").update("a").digest().toString("hex")', createHash('md5').update('a').digest('hex')],
    ['crypto.createHmac("sha512", "key").update("a").digest("base64")', createHmac('sha512', 'key').update('a').digest('base64')],
    ['crypto.createHmac("sha1", Buffer.from("key")).update("a").digest("hex")', createHmac('sha1', 'key').update('a').digest('hex')],
    ['crypto.hash("sha1", "a")', createHash('sha1').update('a').digest('hex')],
    [
      '(() => { const one = crypto.createHash("md5").update("a"); const two = one.copy().update("b"); return [one.digest("hex"), two.digest("hex")] })()',
      [createHash('md5').update('a').digest('hex'), createHash('md5').update('ab').digest('hex')],
    ],
    ['crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("a"))', true],
    ['crypto.getHashes().includes("sha256") && require("node:crypto") === crypto', true],
  ])('%s', async (source, expected) => {
    expect(await run(`return ${source}`)).toEqual(expected);
  });
});

it('random values', async () => {
  const result = await run(
    'return [crypto.randomUUID(), crypto.randomBytes(16).toString("hex"), crypto.randomInt(5), crypto.randomInt(3, 4)]',
  );
  const [uuid, bytes, small, only] = result as [string, string, number, number];
  expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(bytes).toMatch(/^[\da-f]{32}$/);
  expect([0, 1, 2, 3, 4]).toContain(small);
  expect(only).toBe(3);
});

it.each([
  ['crypto.createHash("none")', 'There is no hash "none"'],
  ['crypto.createHash("md5").update(5)', 'The data must be a text, a Buffer or a Uint8Array.'],
  ['crypto.createHash("md5").update("a", "none")', 'The encoding "none" is unknown'],
  ['(() => { const hash = crypto.createHash("md5"); hash.digest("hex"); return hash.digest("hex") })()', 'The digest was returned already'],
  ['crypto.createHmac("md5")', 'The key must be a text'],
  ['crypto.randomBytes(16, () => 1)', 'without a callback'],
  ['crypto.randomBytes(1e9)', 'a number of bytes from 0 to'],
  ['crypto.randomInt(3, 3)', 'needs two integers'],
  ['crypto.timingSafeEqual("a", "ab")', 'of the same length'],
  [
    'crypto.createCipheriv("aes-128-cbc", "", "")',
    'crypto.createCipheriv is not available in code, which has hashes and random values only. Allow the module crypto in the setting MILLRACE_CODE_MODULES.',
  ],
  ['require("fs")', 'The module "fs" is not allowed in code. Add it to the setting MILLRACE_CODE_MODULES, or do without it.'],
])('rejects %s', async (source, message) => {
  await expect(run(`return ${source}`)).rejects.toThrow(message);
});

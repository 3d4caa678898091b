// Debug Helper: errors, memory, and data that a seed reproduces.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { randomData, seededRandom } from './random-data.ts';

const type = 'n8n-nodes-base.debugHelper';
const generate = (randomDataType: string, more = {}): Record<string, unknown> => ({
  category: 'randomData',
  randomDataType,
  randomDataSeed: 'mill',
  randomDataCount: 2,
  ...more,
});

describe('debug helper', () => {
  it.each([
    ['a service error by default', {}, { name: 'NodeApiError', message: 'Node has thrown an error' }],
    [
      'an operation error',
      { throwErrorType: 'NodeOperationError', throwErrorMessage: 'No' },
      { name: 'NodeOperationError', message: 'No' },
    ],
    ['a plain error', { throwErrorType: 'Error', throwErrorMessage: '={{ $json.a }}' }, { name: 'Error', message: 'boom' }],
  ])('throws %s', async (_, parameters, expected) => {
    const { error } = await runNode({ type, parameters, items: [{ a: 'boom' }] });
    expect(error).toMatchObject(expected);
  });

  it('makes an error item if the node continues on failure', async () => {
    const { json } = await runNode({ type, node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: 'Node has thrown an error' }]);
  });

  it.each([
    ['does nothing', { category: 'doNothing' }],
    ['fills memory for a moment', { category: 'oom', memorySizeValue: 2 }],
  ])('%s and passes the items on', async (_, parameters) => {
    expect((await runNode({ type, parameters, items: [{ a: 1 }] })).json).toEqual([{ a: 1 }]);
  });

  it.each([
    ['too much memory', { category: 'oom', memorySizeValue: 100_000 }, '"Memory Size to Generate"'],
    ['too many pieces', generate('uuid', { randomDataCount: 1e9 }), '"Number of Items to Generate"'],
    ['NanoIds with an invalid length', generate('nanoid', { nanoidLength: 'long' }), '"NanoId Length"'],
    ['an unknown kind', generate('horoscope'), '"horoscope"'],
  ])('rejects %s', async (_, parameters, message) => {
    const { error } = await runNode({ type, parameters });
    expect(error).toMatchObject({ code: 'PARAMETER_INVALID', message: expect.stringContaining(message) as string });
  });

  it('returns the same data for the same seed, and different data for each piece', async () => {
    const first = await runNode({ type, parameters: generate('user') });
    const second = await runNode({ type, parameters: generate('user') });
    expect(first.json).toHaveLength(2);
    expect(first.json).toEqual(second.json);
    expect(first.json[0]).not.toEqual(first.json[1]);
  });

  it('returns one list if set', async () => {
    const { json } = await runNode({ type, parameters: generate('semver', { randomDataSingleArray: true }) });
    expect(json).toEqual([{ generatedItems: [{ version: expect.any(String) as string }, { version: expect.any(String) as string }] }]);
  });

  it.each([
    ['address', { zip: /^\d{5}$/, street: /^\d+ \w+/ }],
    ['email', { email: /^[a-z]+\.[a-z]+\d+@example\.(com|net|org)$/ }],
    ['ipv4', { ip: /^\d+(\.\d+){3}$/ }],
    ['ipv6', { ipv6: /^[\da-f]{4}(:[\da-f]{4}){7}$/ }],
    ['macAddress', { mac: /^[\da-f]{2}(:[\da-f]{2}){5}$/ }],
    ['nanoid', { nanoId: /^[ab]{8}$/ }],
    ['url', { url: /^https:\/\/[a-z]{8}\.example\.(com|net|org)\/$/ }],
    ['user', { uid: /^[\da-f-]{36}$/, password: /^\w{12}$/ }],
    ['uuid', { uuid: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/ }],
    ['semver', { version: /^\d+\.\d+\.\d+$/ }],
  ] as readonly [string, Record<string, RegExp>][])('gives data of the kind %s', async (kind, patterns) => {
    const { json } = await runNode({ type, parameters: generate(kind, { nanoidAlphabet: 'ab', nanoidLength: '8' }) });
    expect(json).toHaveLength(2);
    for (const piece of json) for (const [field, pattern] of Object.entries(patterns)) expect(piece[field]).toMatch(pattern);
  });

  it('returns valid coordinates', () => {
    const random = seededRandom('globe');
    for (let count = 0; count < 50; count++) {
      const { latitude, longitude } = randomData('latLong', random, { nanoidAlphabet: '', nanoidLength: 0 }) as Record<string, number>;
      expect(Math.abs(latitude as number)).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude as number)).toBeLessThanOrEqual(180);
    }
  });

  it('returns card numbers with a valid check digit', () => {
    const random = seededRandom('cards');
    for (let count = 0; count < 20; count++) {
      const { number } = randomData('creditCard', random, { nanoidAlphabet: '', nanoidLength: 0 }) as { number: string };
      const sum = Array.from(number)
        .reverse()
        .reduce((total, digit, at) => {
          const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
          return total + (doubled > 9 ? doubled - 9 : doubled);
        }, 0);
      expect(sum % 10).toBe(0);
    }
  });
});

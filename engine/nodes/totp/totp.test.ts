// TOTP with the examples of RFC 6238.
import { expect, it } from 'vitest';
import { fakeClock } from '../../testing/fake-ports.ts';
import { runNode, type NodeOutcome } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.totp';
const run = (secret: string, seconds: number, options: Record<string, unknown>): Promise<NodeOutcome> =>
  runNode({
    type,
    parameters: { options },
    node: { credentials: { totpApi: { id: '1', name: 'TOTP' } } },
    ports: { credential: async () => ({ secret }), clock: fakeClock(seconds * 1000) },
  });
const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const rfc256 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====';

it.each<[secret: string, seconds: number, options: Record<string, unknown>, token: string, left: number]>([
  [rfc, 59, { digits: 8 }, '94287082', 1],
  [rfc, 1111111109, { digits: 8 }, '07081804', 1],
  [rfc, 20000000000, { digits: 8 }, '65353130', 10],
  [rfc256, 59, { digits: 8, algorithm: 'SHA256' }, '46119246', 1],
  ['gezd gnbv-gy3t qojq gezd gnbv gy3t qojq', 59, {}, '287082', 1],
  [rfc, 59, { period: 60, digits: 8 }, '84755224', 1],
])('%s at %d with %j gives %s', async (secret, seconds, options, token, left) => {
  const { outputs, error } = await run(secret, seconds, options);
  expect(error).toBeUndefined();
  expect(outputs[0]).toEqual([{ json: { token, secondsRemaining: left }, pairedItem: { item: 0 } }]);
});

it.each([
  ['another alphabet', '01890', {}, 'is not base32'],
  ['no secret', '', {}, 'is not base32'],
  ['too many digits', rfc, { digits: 11 }, 'from 1 to 10'],
  ['no period', rfc, { period: 0 }, 'from 1 to'],
  ['an unknown algorithm', rfc, { algorithm: 'MD4' }, '"MD4" is unknown'],
])('rejects %s', async (_what, secret, options, message) => {
  expect((await run(secret, 59, options)).error?.message).toContain(message);
});

// What packages receive as `n8n-core`.
import { expect, it } from 'vitest';
import { coreModule } from './core-module.ts';

const core = coreModule as Readonly<Record<string, (request: unknown) => unknown>>;

it.each([
  ['isSlackInteractionRequest', 'x-slack-signature'],
  ['isTelegramInteractionRequest', 'x-telegram-bot-api-secret-token'],
])('%s tells clicks on buttons from visited links', (name, header) => {
  const asked = [
    { method: 'POST', headers: { [header]: 'abc' } },
    { method: 'GET', headers: { [header]: 'abc' } },
    { method: 'POST', headers: {} },
    {},
    undefined,
  ];
  expect(asked.map((request) => core[name]?.(request))).toEqual([true, false, false, false, false]);
});

it('a member that it lacks is named when it is used', () => {
  expect(() => core['InstanceSettings']?.(1)).toThrow('"n8n-core: InstanceSettings" is not supported');
});

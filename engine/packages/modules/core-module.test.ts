// What packages receive as `n8n-core`.
import { expect, it } from 'vitest';
import { coreModule, setInstanceId } from './core-module.ts';

const core = coreModule as Readonly<Record<string, (request: unknown) => unknown>>;

it.each([
  ['isSlackInteractionRequest', 'x-slack-signature'],
  ['isTelegramInteractionRequest', 'x-telegram-bot-api-secret-token'],
])('%s tells clicks on buttons from visited links', (name, header) => {
  const names = [
    { method: 'POST', headers: { [header]: 'abc' } },
    { method: 'GET', headers: { [header]: 'abc' } },
    { method: 'POST', headers: {} },
    {},
    undefined,
  ];
  expect(names.map((request) => core[name]?.(request))).toEqual([true, false, false, false, false]);
});

it('a member that it lacks is named when it is used', () => {
  expect(() => core['WorkflowExecute']?.(1)).toThrow('"n8n-core: WorkflowExecute" is not supported');
});

it('its settings say who this is, and keep keys and folders', () => {
  type Settings = new () => Readonly<Record<string, unknown>>;
  setInstanceId('abc');
  const settings = new (core['InstanceSettings'] as unknown as Settings)();
  expect([settings['instanceId'], settings['hostId'], settings['isLeader'], settings['isWorker']]).toEqual([
    'abc',
    'main-abc',
    true,
    false,
  ]);
  for (const secret of ['encryptionKey', 'hmacSignatureSecret', 'n8nFolder'])
    expect(() => settings[secret]).toThrow(`"n8n-core: InstanceSettings.${secret}" is not supported`);
});

it('toolkits hold tools, and requests of agents are told from items', () => {
  const toolkit = new (core['StructuredToolkit'] as unknown as new (tools: readonly unknown[]) => { getTools(): unknown })(['a']);
  expect(toolkit.getTools()).toEqual(['a']);
  expect([{ actions: [], metadata: {} }, [[{ json: {} }]], null, { actions: 1 }].map((value) => core['isEngineRequest']?.(value))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('counted imports of published packages are there, or refuse by name', () => {
  const counted = [
    'ErrorReporter', 'HITL_CALLBACK_PREFIX', 'InstanceSettings', 'StructuredToolkit', 'TELEGRAM_HITL_WEBHOOK_SUFFIX', 'getHtmlSandboxCSP',
    'isEngineRequest', 'isFormHtmlSandboxingDisabled', 'isSlackInteractionRequest', 'isTelegramInteractionRequest',
  ]; // oxfmt-ignore
  expect(counted.filter((name) => !Object.hasOwn(coreModule, name))).toEqual([]);
  for (const name of ['buildHitlCallbackReference', 'parseHitlCallbackReference', 'buildResumeUrlSuffix'])
    expect(() => core[name]?.(1)).toThrow(`"n8n-core: ${name}" is not supported`);
});

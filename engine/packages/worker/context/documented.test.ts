// The page for authors of packages: the members that it calls unsupported are those that are rejected, and no others.
import * as Luxon from 'luxon';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coreModule } from '../../modules/core-module.ts';
import { workflowModule } from '../../modules/workflow-module.ts';
import type { ContextData, RunContextData, DetachedData } from '../../process/protocol.ts';
import { PackageCall } from '../call.ts';
import { PackageLoader } from '../loader.ts';
import { LogLimit } from '../log-limit.ts';
import { SshClients } from '../ssh-clients.ts';
import { AttachedNodes } from './attached-nodes.ts';
import { documentedHelpers, documentedMembers } from './documented-members.ts';
import { credentialTestContext, editorContext } from './editor-context.ts';
import { executeContext, supplyContext } from './execute-context.ts';
import { routingContext } from './routing-context.ts';
import { respondToWebhook } from './webhook-context.ts';
import { listen, detachedContext } from './detached-context.ts';

type Members = Readonly<Record<string, unknown>> & { readonly helpers: Readonly<Record<string, unknown>> };

const line = { send: () => undefined, ask: () => ({ type: 'value', id: 0, value: undefined }) as const };
const call = new PackageCall(1, line, new Map(), {
  ssh: new SshClients(() => undefined),
  withoutFolders: (message) => message,
  luxon: () => Luxon,
  logLimit: new LogLimit(),
});
const context = {
  node: { id: '1', name: 'Node', type: 'x.y', typeVersion: 1, position: [0, 0], parameters: {} },
  workflow: { id: 'w', name: 'W', active: false, settings: {} },
  constants: {},
  variable: [],
} as unknown as ContextData;
const run: RunContextData = {
  inputs: [],
  sources: [],
  runIndex: 0,
  continueOnFail: false,
  isStreaming: false,
  isTool: false,
  webhookUrls: {},
};
const detachedNode: DetachedData = { activation: 'activate', webhookUrls: {} };
const loader = new PackageLoader(import.meta.dirname);
const attached = new AttachedNodes(loader);
const supplied = { kind: 'supplier', call: 1, name: 'Node', place: { file: '', className: '' }, context, run } as const;
const detachedNodeOf = { place: supplied.place, context, detachedNode };
const members = { getInputConnectionData: () => undefined };

/** The context that a webhook, or a trigger, receives. */
async function contextOf(start: (take: (context: object) => unknown) => Promise<unknown>): Promise<object> {
  const { promise, resolve } = Promise.withResolvers<object>();
  void start((each) => resolve(each)).catch(() => undefined);
  return promise;
}

const request = {
  name: 'default',
  method: 'GET',
  url: 'http://localhost/a',
  headers: {},
  query: {},
  params: {},
  ip: '127.0.0.1',
  ips: [],
  files: {},
};
const contexts = {
  execute: executeContext(call, context, run, attached),
  supplyData: supplyContext(call, supplied, attached),
  routing: routingContext(call, {
    ...detachedNodeOf,
    kind: 'routing',
    step: 'preSend',
    path: [],
    args: [],
    item: { json: {} },
    itemIndex: 0,
  }),
  poll: detachedContext(call, { ...detachedNodeOf, kind: 'poll' }, { members }),
  trigger: await contextOf((take) => listen(call, { ...detachedNodeOf, kind: 'trigger' }, members, take)),
  webhook: await contextOf((take) =>
    respondToWebhook(call, { ...detachedNodeOf, kind: 'webhook', request: request as never, isStreaming: false }, members, async (each) =>
      take(each),
    ),
  ),
  webhookMethods: detachedContext(
    call,
    { ...detachedNodeOf, kind: 'registration', webhook: 'default', step: 'create' },
    { members: { getWebhookName: () => 'default', getWebhookDescription: () => undefined } },
  ),
  loadOptions: editorContext(call, context),
  credentialTest: credentialTestContext(call),
} as unknown as Readonly<Record<string, Members>>;

/** Names of members that reject, found by calling them: others fail in other ways, or do nothing. */
function rejected(members: Readonly<Record<string, unknown>>, prefix: string): readonly string[] {
  return Object.keys(members).filter((name) => {
    const member = members[name];
    if (typeof member !== 'function' || member.length > 0) return false;
    try {
      const result: unknown = (member as () => unknown)();
      if (result instanceof Promise) result.catch(() => undefined);
      return false;
    } catch (error) {
      return (error as Error).message.startsWith(`"${prefix}.${name}" is not supported`);
    }
  });
}

const page = await readFile(join(import.meta.dirname, '../../../../docs/package-authors.md'), 'utf8');

/** The names in a row of the page's table. */
function listed(where: string): readonly string[] {
  const row = page.split('\n').find((each) => each.startsWith(`| ${where.replaceAll(/[\w-]+/g, '`$&`')} `));
  if (row === undefined) throw new Error(`The page has no row "${where}".`);
  const [, , members = ''] = row.split('|');
  return [...members.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '').toSorted();
}

it.each(Object.entries(documentedMembers))('%s has every documented member', (where, documented) => {
  const { helpers, logger, ...own } = contexts[where] as Members;
  expect(documented.filter((name) => typeof own[name] !== 'function')).toEqual([]);
  expect(documentedHelpers.filter((name) => typeof helpers[name] !== 'function')).toEqual([]);
  expect(logger).toMatchObject({ info: expect.any(Function) as unknown });
});

it.each(['execute', 'routing', 'poll', 'trigger', 'webhook', 'webhookMethods', 'loadOptions', 'supplyData'])(
  '%s has static data of the node and of the workflow only',
  (where) => {
    const { getWorkflowStaticData } = contexts[where] as unknown as Readonly<Record<'getWorkflowStaticData', (scope: unknown) => unknown>>;
    for (const scope of ['weird', undefined, '__proto__'])
      expect(() => getWorkflowStaticData(scope)).toThrow('"type" parameter is "global" or "node"');
  },
);

it.each(['execute', 'routing', 'supplyData'])('%s has a context of the node only', (where) => {
  const { getContext } = contexts[where] as unknown as Readonly<Record<'getContext', (scope: unknown) => unknown>>;
  expect(() => getContext('flow')).toThrow('"this.getContext("flow")" is not supported');
  expect(() => getContext('weird')).toThrow('"type" parameter is "node" or "flow"');
});

it.each(Object.keys(contexts))('the page names what %s refuses', (where) => {
  const members = contexts[where] as Members;
  expect(rejected(members, 'this').toSorted()).toEqual(where === 'credentialTest' ? [] : listed(where));
  const helpers = listed('helpers').filter((name) => where !== 'trigger' || name !== 'registerCron');
  expect(rejected(members.helpers, 'this.helpers').toSorted()).toEqual(helpers);
});

it.each([
  ['n8n-workflow', workflowModule],
  ['n8n-core', coreModule],
])('the page names what packages import of %s in vain', (name, module) => {
  for (const member of listed(name)) {
    expect(Object.keys(module)).not.toContain(member);
    const use = (module as Readonly<Record<string, (() => unknown) | undefined>>)[member];
    if (use !== undefined) expect(() => use()).toThrow(`"${name}: ${member}" is not supported`);
  }
});

it('the page names only what the modules have', () => {
  const [, modules = ''] = /## Modules([^]*)## Members/.exec(page) ?? [];
  const errors = [...modules.matchAll(/`(\w+Error)`/g)].map(([, name]) => name ?? '');
  expect(errors.length).toBeGreaterThan(10);
  for (const name of errors) expect(Object.keys(workflowModule)).toContain(name);
});

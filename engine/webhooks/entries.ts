// Entries of the webhook tables, with their registrations and test URLs.
import type { JsonObject } from '../contract/json.ts';
import type { AdmittedWorkflow } from '../execution/index.ts';
import type { DeclaredWebhook } from './declared.ts';
import type { TestCall } from './ports.ts';
import type { Registration } from './registrations.ts';
import type { WebhookSettings } from './settings.ts';
import type { WebhookEntry } from './table.ts';

export interface Target {
  /** Undefined until the first request if the workflow was registered without loading it. */
  workflow: AdmittedWorkflow | Promise<AdmittedWorkflow> | undefined;
  /** Whether a node of the workflow shows pages of its own. */
  readonly hasPages: boolean;
  readonly test?: TestCall;
  /** Static data of a test for which another server waits. */
  readonly staticData?: JsonObject;
}

export type Entry = WebhookEntry<Target>;

/** A URL that starts a test run. */
export interface TestAddress {
  /** Name of the listening node. */
  readonly node: string;
  readonly url: string;
  readonly methods: readonly string[];
  readonly isForm: boolean;
}

/** Returns the webhooks of a workflow to register at external services. */
export function registrationOf(workflowId: string, workflow: AdmittedWorkflow, entries: readonly Entry[], isTest: boolean): Registration {
  // A webhook with several methods has several entries.
  const webhooks = new Map(
    entries.map(({ nodeName, webhookName }) => [JSON.stringify([nodeName, webhookName]), { nodeName, webhookName }]),
  );
  return { workflowId, workflow, webhooks: [...webhooks.values()], isTest };
}

/** Returns the entries of a webhook, one for each of its methods. */
export function entriesOf(webhook: DeclaredWebhook, workflowId: string, workflowName: string, payload: Target): Entry[] {
  const { nodeName, webhookName, methods, kind } = webhook;
  const path = `${kind}/${webhook.path}`;
  return methods.map((method) => ({ workflowId, workflowName, nodeName, webhookName, method, path, payload }));
}

/** Returns the test URLs of entries, each once with all of its methods. */
export function testAddresses(entries: readonly Entry[], { baseUrl, prefixes }: WebhookSettings): readonly TestAddress[] {
  const addresses = new Map<string, TestAddress>();
  for (const { nodeName, method, path } of entries) {
    const [kind = '', ...rest] = path.split('/');
    const url = `${baseUrl()}/${prefixes[`${kind as DeclaredWebhook['kind']}-test`]}/${rest.join('/')}`;
    const methods = addresses.get(url)?.methods ?? [];
    addresses.set(url, { node: nodeName, url, methods: [...new Set([...methods, method])], isForm: kind === 'form' });
  }
  return [...addresses.values()];
}

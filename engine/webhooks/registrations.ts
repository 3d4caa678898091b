// Registers webhooks at the services that call them, and removes them again, for nodes that do so.
import type { JsonObject } from '../contract/json.ts';
import type { AdmittedWorkflow, DetachedNode } from '../execution/index.ts';
import { NodeError, type RegistrationContext, type WebhookRegistration } from '../sdk/index.ts';
import { urlsOf, webhooksOfNode } from './declared.ts';
import type { WebhookPorts } from './ports.ts';
import type { WebhookSettings } from './settings.ts';

/** The webhooks of a workflow that are or will be registered. */
export interface Registration {
  readonly workflowId: string;
  readonly workflow: AdmittedWorkflow;
  /** Names of the nodes and of their webhooks. */
  readonly webhooks: readonly { readonly nodeName: string; readonly webhookName: string }[];
  /** A test has URLs and static data of its own, and none of it is stored. */
  readonly isTest: boolean;
}

interface Registered extends Registration {
  /** Static data of a test. */
  staticData: JsonObject | undefined;
  /** Webhooks that the service knows. */
  readonly done: Registration['webhooks'][number][];
}

type Ports = Pick<WebhookPorts, 'detachedNode' | 'staticData' | 'latestStaticData' | 'keepStaticData' | 'assertWritable' | 'logger'>;

/** Returns the key of a workflow's test; its production webhooks are registered under its id. */
export const testKey = (workflowId: string): string => `test ${workflowId}`;

/** Milliseconds for all requests of one webhook to its service. */
const LIMIT = 60_000;

export class Registrations {
  readonly #ports: Ports;
  readonly #settings: Pick<WebhookSettings, 'baseUrl' | 'prefixes'>;
  readonly #registered = new Map<string, Registered>();
  readonly #pending = new Set<Promise<void>>();

  constructor(ports: Ports, settings: Pick<WebhookSettings, 'baseUrl' | 'prefixes'>) {
    this.#ports = ports;
    this.#settings = settings;
  }

  /** Whether any of these webhooks is registered at a service. */
  async isNeeded({ workflow, webhooks }: Registration): Promise<boolean> {
    for (const { nodeName, webhookName } of webhooks) {
      const signal = AbortSignal.timeout(LIMIT);
      const request = { principal: workflow.principal, mode: 'trigger', signal } as const;
      if (registrationOf(await this.#ports.detachedNode(workflow.file, nodeName, request), webhookName) !== undefined) return true;
    }
    return false;
  }

  /** Replaces what is registered under this key. If a service refuses a webhook, the others are removed, and the NodeError is thrown. */
  async add(key: string, registration: Registration): Promise<void> {
    await this.remove(key);
    const registered: Registered = { ...registration, staticData: registration.isTest ? {} : undefined, done: [] };
    this.#registered.set(key, registered);
    try {
      for (const webhook of registration.webhooks) await this.#register(registered, webhook);
    } catch (error) {
      await this.remove(key);
      throw error;
    }
  }

  /** Removes webhooks from their services. A failure is logged: the workflow is inactive whatever the service says. Never rejects. */
  remove(key: string): Promise<void> {
    const registered = this.#registered.get(key);
    this.#registered.delete(key);
    const work = registered === undefined ? Promise.resolve() : this.#removeAll(registered);
    this.#pending.add(work);
    return work.finally(() => this.#pending.delete(work));
  }

  /** Returns the static data of a test. */
  staticDataOf(key: string): JsonObject | undefined {
    return this.#registered.get(key)?.staticData;
  }

  /** Removes the webhooks of tests, and waits for removals in progress. */
  async endTests(): Promise<void> {
    for (const [key, { isTest }] of this.#registered) if (isTest) this.remove(key).catch(() => undefined);
    await Promise.all(this.#pending);
  }

  async #register(registered: Registered, webhook: Registration['webhooks'][number]): Promise<void> {
    const { nodeName } = webhook;
    try {
      await this.#with(registered, webhook, async (registration, context) => {
        const isKnown = await registration.checkExists(context);
        // Without the id that the service returns, nobody could remove the webhook.
        if (!isKnown && !registered.isTest) await this.#ports.assertWritable?.();
        if (!isKnown && !(await registration.create(context))) {
          throw new NodeError(`The service did not accept the webhook of the node "${nodeName}".`, {
            hint: 'Check the credential and the parameters of the node.',
          });
        }
        registered.done.push(webhook);
      });
    } catch (error) {
      throw named(error, nodeName);
    }
  }

  async #removeAll(registered: Registered): Promise<void> {
    for (const webhook of registered.done.toReversed()) {
      try {
        await this.#with(registered, webhook, async (registration, context) => {
          if (!(await registration.delete(context))) throw new Error('the service refused');
        });
      } catch (error) {
        const { workflowId } = registered;
        const reason = error instanceof Error ? error.message : String(error);
        this.#ports.logger.warn(`The webhook of the node "${webhook.nodeName}" could not be removed from its service: ${reason}`, {
          workflowId,
          node: webhook.nodeName,
        });
      }
    }
  }

  /** Calls the functions of a node that has them, and stores the static data that they changed. */
  async #with(
    registered: Registered,
    { nodeName, webhookName }: Registration['webhooks'][number],
    work: (registration: WebhookRegistration, context: RegistrationContext) => Promise<void>,
  ): Promise<void> {
    const { workflowId, workflow, isTest } = registered;
    const staticData = isTest ? registered.staticData : this.#ports.staticData?.(workflowId);
    const detachedNode = await this.#ports.detachedNode(workflow.file, nodeName, {
      principal: workflow.principal,
      mode: isTest ? 'manual' : 'trigger',
      signal: AbortSignal.timeout(LIMIT),
      latestStaticData: isTest ? undefined : this.#ports.latestStaticData?.(workflowId, workflow.file),
      ...(staticData === undefined ? {} : { staticData }),
    });
    const registration = registrationOf(detachedNode, webhookName);
    if (registration === undefined) return;
    const urls = urlsOf(webhooksOfNode(detachedNode, detachedNode.compiled.node, workflowId), this.#settings, isTest);
    try {
      await work(registration, detachedNode.contextWith({ webhookUrl: (name: string) => urls.get(name) }));
    } finally {
      const changed = detachedNode.changedStaticData();
      if (changed !== undefined && isTest) registered.staticData = changed;
      else if (changed !== undefined) await this.#ports.keepStaticData?.(workflowId, changed);
    }
  }
}

const registrationOf = ({ type }: DetachedNode, webhookName: string): WebhookRegistration | undefined =>
  type.registrations !== undefined && Object.hasOwn(type.registrations, webhookName) ? type.registrations[webhookName] : undefined;

/** Adds the node's name, which activation shows. */
function named(error: unknown, nodeName: string): NodeError {
  if (error instanceof NodeError) {
    error.node ??= nodeName;
    return error;
  }
  const failure = new NodeError(error instanceof Error ? error.message : String(error), { cause: error });
  failure.node = nodeName;
  return failure;
}

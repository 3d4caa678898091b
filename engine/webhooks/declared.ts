// The webhooks that a workflow's nodes declare. Expressions in their descriptions are resolved with the nodes' parameters.
import { errorCodeOf } from '../contract/errors.ts';
import type { WorkflowFile, WorkflowNode } from '../contract/workflow.ts';
import type { DetachedNode } from '../execution/index.ts';
import { NodeError } from '../sdk/index.ts';
import { isCredentialSelected, visibleCredentialSlots } from '../workflow/issues/credential-issues.ts';
import type { CredentialSlot } from '../workflow/node-type.ts';
import { ownValue } from '../workflow/values/own-properties.ts';
import { isDynamicPath } from './path.ts';
import type { WebhookSettings } from './settings.ts';
import type { WebhookEntry } from './table.ts';
import { webhookPath } from '../workflow/planning/start-node.ts';
import { isExpression } from '../contract/json.ts';

export interface DeclaredWebhook {
  readonly nodeName: string;
  readonly webhookName: string;
  /** HTTP methods in upper case. */
  readonly methods: readonly string[];
  /** Path after the prefix, without leading or trailing slashes. */
  readonly path: string;
  /** Forms have another prefix than webhooks. */
  readonly kind: 'webhook' | 'form' | 'mcp';
  /** Whether it resumes a waiting execution instead of starting one. */
  readonly resumes: boolean;
}

type DetachedNodeOf = (nodeName: string) => Promise<DetachedNode>;

/** Returns the webhooks of all enabled nodes. Nodes of unknown types have none; other failures of `detachedNode` and of expressions are thrown. */
export async function webhooksOf(
  workflow: WorkflowFile,
  workflowId: string,
  detachedNode: DetachedNodeOf,
): Promise<readonly DeclaredWebhook[]> {
  const declared: DeclaredWebhook[] = [];
  for await (const [node, its] of enabledNodes(workflow, detachedNode)) declared.push(...webhooksOfNode(its, node, workflowId));
  return declared;
}

/** Throws NodeError if nobody could call a node: CREDENTIAL_NOT_FOUND if it uses a credential for its webhook and none is selected. */
export async function assertCallersCanPass(workflow: WorkflowFile, detachedNode: DetachedNodeOf): Promise<void> {
  for await (const [node, { type, context }] of enabledNodes(workflow, detachedNode)) {
    const { description } = type;
    if ((description.webhooks ?? []).length === 0) continue;
    const fault = type.webhookFault?.(context);
    if (fault !== undefined) {
      fault.node = node.name;
      throw fault;
    }
    const isMissing = ({ name, required }: CredentialSlot): boolean =>
      required === true && !isCredentialSelected(ownValue(node.credentials, name));
    const missing = visibleCredentialSlots(node, description).find(isMissing);
    if (missing === undefined) continue;
    const registers = type.registrations !== undefined;
    const use = registers ? 'registers its webhook with' : 'checks its callers by';
    const error = new NodeError(`It ${use} a credential of type "${missing.name}", and none is selected.`, {
      code: 'CREDENTIAL_NOT_FOUND',
      hint: `Select a credential in the node "${node.name}"${registers ? '' : ', or turn off its authentication'}.`,
    });
    error.node = node.name;
    throw error;
  }
}

/** The enabled nodes whose types are known. Other failures of `detachedNode` are thrown. */
async function* enabledNodes(workflow: WorkflowFile, detachedNode: DetachedNodeOf): AsyncGenerator<readonly [WorkflowNode, DetachedNode]> {
  for (const node of workflow.nodes) {
    if (node.disabled === true) continue;
    let its: DetachedNode;
    try {
      its = await detachedNode(node.name);
    } catch (error) {
      if (errorCodeOf(error) !== 'NODE_TYPE_UNKNOWN') throw error;
      continue;
    }
    yield [node, its];
  }
}

/** What is read of a node to find its webhooks: its description, and its parameters for the expressions in it. */
interface DeclaringNode {
  readonly context: Pick<DetachedNode['context'], 'evaluate'>;
  readonly type: { readonly description: DetachedNode['type']['description'] };
}

/** Returns the webhooks that a node declares. */
export function webhooksOfNode(detachedNode: DeclaringNode, node: WorkflowNode, workflowId: string): readonly DeclaredWebhook[] {
  const { context } = detachedNode;
  const resolved = (value: unknown): unknown => (isExpression(value) ? context.evaluate(value, 0) : value);
  // A node's waiting mode may depend on its items, which are not available here, so the static value of the description is used.
  const orElse = (value: unknown, fallback: unknown): unknown => {
    try {
      return resolved(value);
    } catch {
      return fallback;
    }
  };
  // If a node can wait in several ways, `when` selects the webhooks that match its parameters.
  const webhooks = (detachedNode.type.description.webhooks ?? []).filter(({ when }) => when === undefined || orElse(when, true) === true);
  return webhooks.map((webhook) => {
    const resumes = webhook.restartWebhook === true;
    const read = resumes ? (value: unknown): unknown => orElse(value, undefined) : resolved;
    const input = withoutSlashes(textOf(read(webhook.path)));
    // A user-defined path with parameters could match any other path, so it is prefixed with the node's id.
    const isFullPath = read(webhook.isFullPath) === true && !isDynamicPath(input);
    return {
      nodeName: node.name,
      webhookName: webhook.name,
      methods: methodsOf(read(webhook.httpMethod)),
      path: withoutSlashes(webhookPath(workflowId, node, input, isFullPath, resumes)),
      kind: kindOf(webhook['nodeType']),
      resumes,
    };
  });
}

/** Returns the URLs of webhooks that start a workflow, by their names. */
export function urlsOf(
  declared: readonly DeclaredWebhook[],
  { baseUrl, prefixes }: Pick<WebhookSettings, 'baseUrl' | 'prefixes'>,
  isTest: boolean,
): ReadonlyMap<string, string> {
  const starting = declared.filter(({ resumes }) => !resumes);
  return new Map(
    starting.map(({ webhookName, kind, path }) => [
      webhookName,
      `${baseUrl()}/${prefixes[isTest ? (`${kind}-test` as const) : kind]}/${path}`,
    ]),
  );
}

/** Returns a function that returns the URLs, by name, of a node's webhooks that start its workflow. It throws if an expression in them fails. */
export const startUrls =
  (settings: Pick<WebhookSettings, 'baseUrl' | 'prefixes'>) =>
  (node: WorkflowNode, read: DeclaringNode, workflowId: string, isTest: boolean): ReadonlyMap<string, string> =>
    urlsOf(webhooksOfNode(read, node, workflowId), settings, isTest);

/** A production URL that starts an active workflow. */
export interface WebhookAddress {
  readonly node: string;
  readonly method: string;
  readonly url: string;
  readonly isForm: boolean;
}

/** Returns the production addresses of registered webhooks. A form, which is fetched and submitted, has one. */
export function addressesOf(
  entries: readonly Pick<WebhookEntry<unknown>, 'nodeName' | 'method' | 'path'>[],
  { baseUrl, prefixes }: Pick<WebhookSettings, 'baseUrl' | 'prefixes'>,
): readonly WebhookAddress[] {
  const match = new Map<string, WebhookAddress>();
  for (const { nodeName, method, path } of entries) {
    const [kind = '', ...rest] = path.split('/');
    const url = `${baseUrl()}/${prefixes[kind as DeclaredWebhook['kind']]}/${rest.join('/')}`;
    const isForm = kind === 'form';
    const key = isForm ? url : `${method} ${url}`;
    if (!match.has(key)) match.set(key, { node: nodeName, method: isForm ? 'GET' : method, url, isForm });
  }
  return [...match.values()];
}

/** Forms and servers of the Model Context Protocol have addresses of their own. */
const kindOf = (nodeType: unknown): DeclaredWebhook['kind'] => (nodeType === 'form' || nodeType === 'mcp' ? nodeType : 'webhook');

function methodsOf(value: unknown): string[] {
  const names = (Array.isArray(value) ? value : [value]).map((name) => textOf(name).toUpperCase()).filter((name) => name !== '');
  return names.length === 0 ? ['GET'] : [...new Set(names)];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

const withoutSlashes = (path: string): string => path.trim().replaceAll(/^\/+|\/+$/g, '');

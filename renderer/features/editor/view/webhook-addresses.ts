// The test and production URLs of a node's webhooks.
import { isExpression } from '../../../../engine/contract/json.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { ExpressionPreview } from '../../../../engine/expression/index.ts';
import type { NodeDescription, WebhookDescription } from '../../../../engine/workflow/node-type.ts';
import { webhookPath } from '../../../../engine/workflow/planning/start-node.ts';

interface WebhookAddress {
  readonly name: string;
  readonly methods: readonly string[];
  readonly test: string;
  readonly production: string;
  /** Path of both URLs below the base URL, which depends on where the caller is. */
  readonly paths: { readonly test: string; readonly production: string };
  /** Whether it resumes a waiting execution; its URL is generated per execution. */
  readonly isResume: boolean;
  /** Whether it is a form, which is opened in a browser. */
  readonly isForm: boolean;
}

export interface Endpoints {
  readonly urlBaseWebhook: string;
  readonly endpointWebhook: string;
  readonly endpointWebhookTest: string;
  readonly endpointForm: string;
  readonly endpointFormTest: string;
  readonly endpointMcp: string;
  readonly endpointMcpTest: string;
}

interface AddressInput {
  readonly workflowId: string;
  readonly node: WorkflowNode;
  readonly description: NodeDescription | undefined;
  readonly endpoints: Endpoints;
  readonly evaluate: (text: string) => ExpressionPreview;
}

/** Whether the node itself sends the address, such as in a message that asks for an approval: there is nothing to copy, and it is signed. */
export const isOwnLink = ({ restartWebhook, path }: WebhookDescription): boolean => restartWebhook === true && /\$nodeId\b/.test(path);

export function webhookAddresses({ workflowId, node, description, endpoints, evaluate }: AddressInput): readonly WebhookAddress[] {
  const read = (value: unknown): unknown => {
    if (!isExpression(value)) return value;
    const preview = evaluate(value);
    return preview.ok ? preview.value : undefined;
  };
  const seen = new Set<string>();
  return (description?.webhooks ?? []).flatMap((webhook) => {
    if (webhook['when'] !== undefined && read(webhook['when']) !== true) return [];
    if (isOwnLink(webhook)) return [];
    const address = addressOf(webhook, read);
    // A form is fetched from and submitted to the same URL, which is shown once.
    const key = address.isForm ? address.production : `${address.production} ${address.methods.join()}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [address];
  });

  function addressOf(webhook: WebhookDescription, value: typeof read): WebhookAddress {
    const isForm = webhook['nodeType'] === 'form';
    const isResume = webhook.restartWebhook === true;
    const storedPath = value(webhook.path);
    const path = webhookPath(
      workflowId,
      node,
      storedPath === undefined ? '' : String(storedPath),
      value(webhook.isFullPath) === true,
      isResume,
    );
    const base = endpoints.urlBaseWebhook.endsWith('/') ? endpoints.urlBaseWebhook : `${endpoints.urlBaseWebhook}/`;
    const prefix = prefixesOf(webhook['nodeType'], endpoints);
    const method = value(webhook.httpMethod);
    const paths = {
      test: `${prefix.test}/${path}`,
      production: `${prefix.production}/${path}`,
    };
    return {
      name: webhook.name,
      methods: Array.isArray(method) ? method.map(String) : [String(method ?? 'GET')],
      test: `${base}${paths.test}`,
      production: `${base}${paths.production}`,
      paths,
      isResume,
      isForm,
    };
  }
}

/** First path segments of test and production addresses. */
function prefixesOf(nodeType: unknown, endpoints: Endpoints): { readonly test: string; readonly production: string } {
  if (nodeType === 'form') return { test: endpoints.endpointFormTest, production: endpoints.endpointForm };
  if (nodeType === 'mcp') return { test: endpoints.endpointMcpTest, production: endpoints.endpointMcp };
  return { test: endpoints.endpointWebhookTest, production: endpoints.endpointWebhook };
}

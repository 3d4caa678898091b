// One request to a webhook: what was called, the node's function that handles it, and its response.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DetachedNode } from '../execution/index.ts';
import type { DetachedContext, WebhookContext, WebhookResult } from '../sdk/index.ts';
import { CallLog } from './call-log.ts';
import { urlsOf, webhooksOfNode } from './declared.ts';
import type { IncomingCall, OutgoingResponse, WebhookPorts } from './ports.ts';
import { failure, isPartOfProduct } from './rejections.ts';
import { RequestView, type CallAddress } from './request-view.ts';
import { webhookSpaceOf, type WebhookKind, type WebhookSettings } from './settings.ts';
import { WebhookResponder } from './webhook-responder.ts';

export interface CallParts {
  readonly ports: WebhookPorts;
  readonly settings: WebhookSettings;
  /** Whether the request arrived at an origin that does not serve the product itself. */
  readonly isSeparateOrigin: boolean;
}

/** The webhook of a node that a request is for. */
export interface CalledWebhook {
  readonly workflowId: string;
  readonly name: string;
  readonly isTest: boolean;
  readonly params?: Readonly<Record<string, string>>;
  /** Query as the node sees it. Default: that of the request. */
  readonly query?: string;
  readonly resumes?: WebhookContext['resumes'];
}

export class WebhookCall {
  readonly kind: WebhookKind;
  readonly incoming: IncomingCall;
  readonly address: CallAddress;
  readonly responder: WebhookResponder;
  readonly log: CallLog;
  readonly #parts: CallParts;
  #view: RequestView | undefined;

  constructor(kind: WebhookKind, incoming: IncomingCall, outgoing: OutgoingResponse, parts: CallParts) {
    const { binary, logger } = parts.ports;
    const { hiddenCookies } = parts.settings;
    const rules = { hiddenCookies, isSeparateOrigin: parts.isSeparateOrigin };
    this.kind = kind;
    this.incoming = incoming;
    this.address = addressOf(kind, incoming.url ?? '/', parts.settings);
    this.log = new CallLog(logger, kind, incoming);
    this.responder = new WebhookResponder(outgoing, { binary, logger, isHead: incoming.method === 'HEAD', rules }, this.log);
    this.#parts = parts;
  }

  get method(): string {
    return this.incoming.method ?? 'GET';
  }

  /** Whether a page of the product loads the response as its script or style. */
  get isPartOfProduct(): boolean {
    return !this.#parts.isSeparateOrigin && isPartOfProduct(this.incoming.headers);
  }

  /** Whether a test URL was called. */
  get isTest(): boolean {
    return this.kind.endsWith('-test');
  }

  /** The path as the tables of webhooks have it. */
  get tablePath(): string {
    return `${webhookSpaceOf(this.kind)}/${this.address.path}`;
  }

  /** Calls the node's function for the webhook. If it throws, the files of the request are removed. */
  async callNode(
    detachedNode: DetachedNode,
    { workflowId, name, isTest, params = {}, query, resumes }: CalledWebhook,
  ): Promise<WebhookResult> {
    const { ports, settings } = this.#parts;
    const view = new RequestView(this.incoming, { ...this.address, query: query ?? this.address.query, params }, settings, ports);
    this.#view = view;
    const members: Omit<WebhookContext, keyof DetachedContext> = {
      request: view,
      webhookName: name,
      isTest,
      signedInUser: async (mustSeeWorkflow) => {
        const { cookie = '' } = this.incoming.headers;
        return ports.signedInUser?.(cookie, isLoopback(view.ip), mustSeeWorkflow ? workflowId : undefined);
      },
      ...nodeSignature(settings.secret, workflowId, detachedNode.compiled.name),
      webhookUrl: (webhook: string) =>
        urlsOf(webhooksOfNode(detachedNode, detachedNode.compiled.node, workflowId), settings, isTest).get(webhook),
      ...(resumes === undefined ? undefined : { resumes }),
    };
    const context = detachedNode.contextWith(members);
    try {
      return (await detachedNode.type.webhook?.(context)) ?? {};
    } catch (error) {
      await view.discard();
      throw error;
    }
  }

  /** Responds without a run that needs the files of the request. */
  async end(reply: NonNullable<WebhookResult['reply']>): Promise<void> {
    this.responder.reject(reply);
    await this.#view?.discard();
  }

  /** Responds to a request that failed. */
  fail(error: unknown): void {
    this.log.failed(error);
    this.responder.reject(failure(this.kind, error));
  }
}

/**
 * Returns the functions by which a node recognizes what it has given out, such as a token of its page. Their signatures differ from those of resumed
 * executions and of other nodes.
 */
function nodeSignature(secret: string, workflowId: string, node: string): Pick<WebhookContext, 'sign' | 'isSigned'> {
  const sign = (text: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['node', workflowId, node, text]))
      .digest('base64url');
  return {
    sign,
    isSigned: (text, signature) => {
      const [expected, actual] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return actual.byteLength === expected.byteLength && timingSafeEqual(actual, expected);
    },
  };
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

function addressOf(kind: WebhookKind, url: string, { basePath, prefixes }: WebhookSettings): CallAddress {
  const prefix = prefixes[kind];
  const question = url.indexOf('?');
  const path = url.slice(basePath.length + prefix.length + 2, question < 0 ? undefined : question);
  return { prefix, path, query: question < 0 ? '' : url.slice(question + 1) };
}

// A separate origin for webhooks and forms: a host name or port that serves nothing else, so that their pages need no sandbox.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Webhooks } from '../webhooks/index.ts';
import { hostName } from './guard.ts';

export type WebhookHandler = Pick<Webhooks, 'kindOf' | 'handle'>;

/** Whether a request was sent to the host name for webhooks, on any port. */
export const isForWebhooks = ({ headers }: Pick<IncomingMessage, 'headers'>, webhookHost: string): boolean =>
  webhookHost !== '' && hostName(headers.host) === webhookHost.toLowerCase();

/** Serves webhooks and forms; responds with 404 to every other address. */
export function serveWebhooksOnly(webhooks: WebhookHandler, request: IncomingMessage, response: ServerResponse): void {
  const kind = webhooks.kindOf(request.url ?? '');
  if (kind !== undefined) {
    void webhooks.handle(kind, request, response, true);
    return;
  }
  request.resume();
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' });
  response.end(JSON.stringify({ code: 'NOT_FOUND', message: 'Only webhooks and forms are served at this address.', status: 404 }));
}

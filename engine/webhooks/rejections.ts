// Responses to requests that match no webhook: JSON for programs, a page for forms.
import type { IncomingHttpHeaders } from 'node:http';
import { AppError, errorCodeOf } from '../contract/errors.ts';
import { messagePage } from '../nodes/_shared/form/page.ts';
import { formText } from '../nodes/_shared/form/page.ts';
import { escapeHtml, type WebhookReply } from '../sdk/index.ts';
import { messageReply } from './last-node.ts';
import type { WebhookKind } from './settings.ts';

export const isForm = (kind: WebhookKind): boolean => kind.startsWith('form');
const isTestKind = (kind: WebhookKind): boolean => kind.endsWith('-test');

const shortPath = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);

/** Response to an unknown path. `isElsewhere`: whether it is registered as a production URL while a test URL was called, or vice versa. */
export function unknownPath(kind: WebhookKind, method: string, path: string, isElsewhere: boolean): WebhookReply {
  if (isForm(kind))
    return messagePage(404, { title: formText('notFound.title'), text: formText(isTestKind(kind) ? 'notFound.test' : 'notFound.text') });
  const hint = isTestKind(kind)
    ? isElsewhere
      ? 'The test address works while the editor listens for a test event. The workflow is active: its production address answers.'
      : 'The test address works for one call after "Listen for test event" was chosen in the editor.'
    : isElsewhere
      ? 'The production address works once the workflow is active. The editor listens on the test address.'
      : 'Is the workflow active, and is this its production URL? Inactive workflows respond only at their test URL.';
  return messageReply(404, `The requested webhook "${method} ${shortPath(path)}" is not registered.`, { code: 404, hint });
}

/** Response to an address that ends after its prefix. Servers behind it, and monitors, know the page from other web servers. */
export function withoutPath(method: string, prefix: string): WebhookReply {
  const html = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Error</title></head><body><pre>Cannot ${method} /${escapeHtml(prefix)}/</pre></body></html>\n`;
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
}

/** Destinations whose content acts in the page that loads it, as opposed to being shown by it. */
const activeDestinations: ReadonlySet<unknown> = new Set([
  'audioworklet',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'worker',
  'xslt',
]);

/**
 * Whether a page of the product's own origin loads the response as its script or style. Pages of webhooks have an opaque origin: what they load is
 * cross-site, even from webhooks. Browsers name the destination only over https and on the computer itself.
 */
export const isPartOfProduct = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && activeDestinations.has(headers['sec-fetch-dest']);

export const notPartOfProduct = (kind: WebhookKind): WebhookReply =>
  isForm(kind)
    ? messagePage(403, { title: formText('notFound.title'), text: formText('notFound.text') })
    : messageReply(403, 'The response of a workflow is not used as a script or style of Millrace itself.', { code: 403 });

/** Response to a known path with another method. */
export function unknownMethod(kind: WebhookKind, method: string, path: string, methods: readonly string[]): WebhookReply {
  const allowed = [...methods].sort().join(', ');
  const reply = isForm(kind)
    ? messagePage(404, { title: formText('notFound.title'), text: formText('notFound.text') })
    : messageReply(404, `The webhook "${shortPath(path)}" is not registered for ${method} requests.`, {
        code: 404,
        hint: `Did you mean to make a ${allowed.replaceAll(', ', ' or ')} request?`,
      });
  return { ...reply, headers: { ...reply.headers, allow: allowed } };
}

export function badSignature(kind: WebhookKind): WebhookReply {
  if (isForm(kind)) return messagePage(403, { title: formText('notFound.title'), text: formText('notFound.signature') });
  return messageReply(403, 'The signature of this address is missing or wrong.', {
    code: 403,
    hint: 'Use the complete URL from $execution.resumeUrl.',
  });
}

/** Response for an execution that does not exist or is not waiting. */
export function notWaiting(
  kind: WebhookKind,
  executionId: string,
  status: 'unknown' | 'running' | 'finished' | 'elsewhere' | 'asking' | 'answered',
): WebhookReply {
  if (isForm(kind)) {
    if (status === 'answered') return messagePage(200, { title: formText('answered.title'), text: formText('answered.text') });
    if (status === 'running') return workingPage();
    const key = status === 'finished' ? 'finished' : 'notFound';
    return messagePage(status === 'finished' ? 200 : 404, { title: formText(`${key}.title`), text: formText(`${key}.text`) });
  }
  const name = `The execution "${shortPath(executionId)}"`;
  if (status === 'unknown') return messageReply(404, `${name} does not exist.`, { code: 404 });
  if (status === 'answered') return messageReply(409, `${name} does not wait for this answer any more.`, { code: 409 });
  if (status === 'elsewhere' || status === 'asking') {
    return messageReply(
      404,
      `The workflow for execution "${shortPath(executionId)}" does not contain a waiting webhook with a matching path/method.`,
      {
        code: 404,
        hint: 'Check the method and the end of the URL.',
      },
    );
  }
  return messageReply(409, `${name} ${status === 'running' ? 'is running already' : 'has finished already'}.`, { code: 409 });
}

/** Seconds after which callers may retry; by then this or another instance may have started, or the database may respond. */
const RETRY_AFTER = '5';

/** Response while the instance is stopping and accepts no requests. */
export const closing = (kind: WebhookKind): WebhookReply => unavailable(kind, 'Millrace is stopping and accepts no new requests.');

function unavailable(kind: WebhookKind, message: string, hint = 'Try again in a few seconds.'): WebhookReply {
  const reply = isForm(kind)
    ? messagePage(503, { title: formText('closing.title'), text: formText('closing.text') })
    : messageReply(503, message, { code: 503, hint });
  return { ...reply, headers: { ...reply.headers, 'retry-after': RETRY_AFTER } };
}

/** Response if the instance stops while the run is waiting. It has no Retry-After, since a second request would start a second run. */
export function continuesLater(executionId: string): WebhookReply {
  return messageReply(
    503,
    'Millrace is stopping. The workflow continues at the next start, but this request will not receive its response.',
    {
      code: 503,
      hint: `Do not repeat the request: the execution "${executionId}" is stored.`,
    },
  );
}

/** A page that reloads itself after a few seconds. */
export function workingPage(): WebhookReply {
  return messagePage(200, { title: formText('working.title'), text: formText('working.text'), refresh: 3 });
}

/** Returns the error for a body that does not match its content type. */
export const unreadable = (cause: unknown): AppError =>
  new AppError('BODY_UNREADABLE', 'Failed to parse request body', {
    cause,
    hint: cause instanceof Error ? cause.message.split('\n')[0] : undefined,
  });

/** Whether the request is invalid, not the workflow. */
export function isCallersFault(error: unknown): error is AppError {
  const code = errorCodeOf(error);
  return (
    code === 'BAD_REQUEST' ||
    code === 'BODY_UNREADABLE' ||
    code === 'FILE_TOO_LARGE' ||
    code === 'NOT_FOUND' ||
    code === 'WEBHOOK_NOT_FOUND'
  );
}

/**
 * Response to a request whose workflow could not be started. Callers see their own errors, and that the database cannot be used; why, and all other
 * errors, are shown only to the person who tests the workflow.
 */
export function failure(kind: WebhookKind, error: unknown): WebhookReply {
  if (isLocked(error)) return locked(kind, error);
  if (errorCodeOf(error) === 'STORE_FAILED')
    return unavailable(
      kind,
      'The database of Millrace cannot be used at the moment.',
      isTestKind(kind) ? (error as Error).message : undefined,
    );
  if (isForm(kind)) {
    const title = formText('failed.title');
    return isCallersFault(error)
      ? messagePage(error.status, { title, text: error.message })
      : messagePage(500, { title, text: formText('failed.text') });
  }
  if (isCallersFault(error)) return messageReply(error.status, error.message, { code: error.status, hint: error.hint });
  return messageReply(500, 'The workflow could not be started', {
    code: 0,
    hint: error instanceof Error && isTestKind(kind) ? error.message : 'See the log of the instance.',
  });
}

/** Only the check of callers reads credentials before a run starts. */
function isLocked(error: unknown): error is AppError {
  const code = errorCodeOf(error);
  return code === 'CREDENTIAL_NOT_FOUND' || code === 'CREDENTIAL_NODE_REFUSED';
}

/** The node that was called checks its callers, and has no credential that it can use. Names only appear in tests. */
function locked(kind: WebhookKind, { message, hint = '' }: AppError): WebhookReply {
  const reason = `${message} ${hint}`.trim();
  if (isForm(kind)) return messagePage(500, { title: formText('locked.title'), text: isTestKind(kind) ? reason : formText('locked.text') });
  return messageReply(500, 'The authentication of this webhook is not set up: its node has no credential that it can use.', {
    code: 500,
    hint: isTestKind(kind) ? reason : 'Ask the owner of the workflow to select a credential in the node.',
  });
}

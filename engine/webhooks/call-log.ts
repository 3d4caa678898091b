// Log lines of a request that failed: which request, for which workflow and node, and where an unexpected error comes from.
import { errorCodeOf } from '../contract/errors.ts';
import type { Logger } from '../sdk/index.ts';
import type { IncomingCall } from './ports.ts';
import { isCallersFault } from './rejections.ts';
import type { WebhookKind } from './settings.ts';

/** The node that a request is for, as far as it was found. */
export interface CalledNode {
  readonly workflowId: string;
  readonly node: string;
  /** Once there is one. */
  readonly executionId?: string;
}

const LONGEST_PATH = 200;

/** Logs what happens to one request, without its query, headers and body, which may be confidential. */
export class CallLog {
  /** Set as soon as the node is found. */
  called: CalledNode | undefined;
  readonly #logger: Logger;
  readonly #kind: WebhookKind;
  readonly #request: Pick<IncomingCall, 'method' | 'url'>;

  constructor(logger: Logger, kind: WebhookKind, request: Pick<IncomingCall, 'method' | 'url'>) {
    this.#logger = logger;
    this.#kind = kind;
    this.#request = request;
  }

  /** Logs why the request failed. */
  failed(error: unknown): void {
    const { method = 'GET', url = '/' } = this.#request;
    const fullPath = url.split('?', 1)[0] ?? '';
    const path = fullPath.length > LONGEST_PATH ? `${fullPath.slice(0, LONGEST_PATH)}…` : fullPath;
    const { called } = this;
    const execution = called?.executionId === undefined ? '' : `, execution ${called.executionId}`;
    const where = called === undefined ? '' : `, node "${called.node}" of the workflow ${called.workflowId}${execution}`;
    const message = `A webhook call failed: ${error instanceof Error ? error.message : String(error)} (${method} ${path}${where})`;
    const stack = framesOf(error);
    const fields = { kind: this.#kind, method, path, ...called, ...(stack === undefined ? {} : { stack }) };
    if (isCallersFault(error)) this.#logger.debug(message, fields);
    else this.#logger.warn(message, fields);
  }

  /** Logs an error that is not the caller's. */
  error(message: string): void {
    this.#logger.error(message, { ...this.called });
  }
}

/** Returns where an unexpected error was thrown, or the unexpected cause of another one. Without messages: those of causes may quote what was received. */
function framesOf(error: unknown): string | undefined {
  let unexpected = error;
  while (unexpected instanceof Error && (errorCodeOf(unexpected) ?? 'INTERNAL') !== 'INTERNAL') unexpected = unexpected.cause;
  if (!(unexpected instanceof Error)) return undefined;
  const frames = unexpected.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return frames.length === 0 ? undefined : frames.join('\n');
}

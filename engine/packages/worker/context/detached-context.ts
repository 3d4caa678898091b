// `this` of triggers, polls and the functions that register webhooks: the node while its workflow is active or being tested.
import type { Item } from '../../../contract/run-data.ts';
import { isRecord } from '../../../workflow/values/own-properties.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { CallContent } from '../../process/protocol.ts';
import type { PackageCall } from '../call.ts';
import { formed } from '../returned-forms.ts';
import { baseMembers, baseParts, completeContext, parametersOfNode } from './base-context.ts';
import { dataProxy } from './data-proxy.ts';
import { documentedMembers } from './documented-members.ts';
import { createHelpers } from './helpers.ts';
import { runWorkflow, type CalledWorkflow, type WaitOption } from './sub-workflow.ts';
import { Schedules } from './recurrences.ts';

type DetachedCall = Extract<CallContent, { kind: 'poll' | 'trigger' | 'webhook' | 'registration' }>;

/** Milliseconds for which a poll may continue to fetch; the next poll, at least a minute later, fetches the rest. */
const POLL_BUDGET = 60_000;

interface More {
  readonly members?: object;
  readonly helpers?: object;
}

/** Returns a context without items. `more`: further members, and further helpers. */
export function detachedContext(call: PackageCall, { kind, context, detachedNode }: DetachedCall, { members, helpers }: More = {}): object {
  const parts = baseParts(call, context);
  return completeContext(
    {
      ...baseMembers(parts),
      ...parametersOfNode(parts),
      getCredentials: (name: string) => call.request('credentials', { name, itemIndex: 0 }),
      getActivationMode: () => detachedNode.activation,
      getPollBudgetMs: () => POLL_BUDGET,
      getNodeWebhookUrl: (name: string) => (Object.hasOwn(detachedNode.webhookUrls, name) ? detachedNode.webhookUrls[name] : undefined),
      evaluateExpression: (expression: string) => call.evaluate(expression, 0),
      getWorkflowDataProxy: () => dataProxy(call, [], 0),
      executeWorkflow: (info: CalledWorkflow, items: readonly Item[] = [], _manager?: unknown, options: WaitOption = {}) =>
        runWorkflow(call, info, items, options.doNotWaitToFinish !== true),
      ...members,
      helpers: createHelpers({ call, items: [], itemIndex: () => 0 }, helpers),
    },
    documentedMembers[kind === 'registration' ? 'webhookMethods' : kind],
  );
}

/** Returns all parameters of the node. */
export const detachedParameters = (call: PackageCall, { context }: DetachedCall): object => baseParts(call, context).parameters.all(0);

/** What a trigger returns. */
interface Listening {
  readonly closeFunction?: () => unknown;
  /** In tests: creates the first event. */
  readonly manualTriggerFunction?: () => unknown;
}

type Trigger = Extract<CallContent, { kind: 'trigger' }>;

/** Starts a trigger, and keeps it listening until the call is closed. `more`: further members of its context. Rejects if it cannot start or be closed. */
export async function listen(call: PackageCall, content: Trigger, more: object, start: (context: object) => unknown): Promise<void> {
  const schedules = new Schedules({ timezone: content.context.timezone, staticData: () => call.staticData('node') });
  const broken = (error: unknown): void => call.notify('broken', { error: call.errorData(error) });
  const failed = (error: unknown): void => call.notify('failedRun', { error: call.errorData(error) });
  const context = detachedContext(call, content, {
    members: {
      ...more,
      emit: (...args: readonly unknown[]) => {
        schedules.emitted();
        emit(call, args, (error) => (content.context.mode === 'manual' ? broken(error) : failed(error)));
      },
      emitError: broken,
      saveFailedExecution: failed,
    },
    helpers: { registerCron: (cron: unknown, onTick: () => unknown) => schedules.register(cron, onTick) },
  });
  try {
    const started = formed(await start(context), 'listening', `The node "${call.node}"`) as Listening | null | undefined;
    const { closeFunction, manualTriggerFunction } = started ?? {};
    call.notify('listening', undefined);
    if (content.context.mode === 'manual') void (async () => manualTriggerFunction?.())().catch(broken);
    await call.closed;
    await closeFunction?.();
  } finally {
    schedules.stop();
  }
}

interface Deferred {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Nodes do not await `emit`. The third argument, if there is one, is settled when the execution has ended. `reject`: called with the error of an event
 * that no execution can start with.
 */
function emit(call: PackageCall, [outputs, response, execution]: readonly unknown[], reject: (error: unknown) => void): void {
  const done = execution as Deferred | undefined;
  const deferred = response as Deferred | undefined;
  let sent: Promise<unknown>;
  try {
    assertEvent(outputs, `The node "${call.node}"`);
    sent = call.emit(
      outputs,
      done !== undefined,
      deferred === undefined ? undefined : (reply) => deferred.resolve(responseOf(reply as Reply)),
    );
  } catch (error) {
    reject(error);
    deferred?.reject(error as Error);
    done?.reject(error as Error);
    return;
  }
  sent.then(
    (end) => {
      // If the workflow gave no response, the promise resolves with undefined. Otherwise it is settled already.
      deferred?.resolve(undefined);
      done?.resolve(executionOf(end as ExecutionEnd | undefined));
    },
    (error: Error) => {
      call.log('log', { level: 'error', message: `An event was lost: ${error.message}` });
      deferred?.reject(error);
      done?.reject(error);
    },
  );
}

/** Checks items as well, because an event that the engine rejects leaves no execution. Throws ApplicationError. */
function assertEvent(outputs: unknown, emittedBy: string): void {
  for (const list of formed(outputs, 'event', emittedBy) as readonly (readonly unknown[] | null | undefined)[]) {
    if (list?.every(isRecord) === false) {
      throw new ApplicationError(`${emittedBy} emitted an item that is not an object.`, {
        description: 'Tell the authors of the package.',
      });
    }
  }
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** A response as nodes know it: JSON is parsed, and bytes are buffers. */
function responseOf({ status, headers = {}, body }: Reply): object {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return { statusCode: status, headers, body: bodyOf(body, String(type)) };
}

function bodyOf(body: unknown, type: string): unknown {
  if (body instanceof Uint8Array) return Buffer.from(body);
  if (typeof body !== 'string' || !/\bjson\b/.test(type)) return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

interface ExecutionEnd {
  readonly status: string;
  readonly error?: object;
}

/** What nodes read of an execution that has ended. */
const executionOf = ({ status, error }: ExecutionEnd = { status: 'canceled' }): object => ({
  status,
  finished: status === 'success',
  data: { resultData: { runData: {}, ...(error === undefined ? {} : { error }) } },
});

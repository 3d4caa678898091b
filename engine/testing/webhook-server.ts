// A node:http server for tests, with the webhooks and a real executor, which stores executions in memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../contract/json.ts';
import type { RunResult } from '../contract/run-data.ts';
import type { WorkflowFile } from '../contract/workflow.ts';
import {
  Executor,
  failedResult,
  openQuestions,
  Principal,
  type ExecutionPorts,
  type RunOutcome,
  type StoredRunState,
} from '../execution/index.ts';
import { asNobody } from './build-workflow.ts';
import { fakePorts } from './fake-ports.ts';
import type { TestWebhookEvent, WebhookPorts, WebhookRun } from '../webhooks/ports.ts';
import { defaultWebhookSettings, type WebhookSettings } from '../webhooks/settings.ts';
import { Webhooks } from '../webhooks/webhooks.ts';

export interface ServedExecution {
  readonly workflow: WorkflowFile;
  status: 'running' | 'waiting' | 'finished';
  state?: StoredRunState;
  result?: RunResult;
  done: Promise<unknown>;
}

export interface WebhookServer {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly webhooks: Webhooks;
  readonly executions: ReadonlyMap<string, ServedExecution>;
  readonly events: readonly TestWebhookEvent[];
  /** Ids of removed files. */
  readonly removed: readonly string[];
  /** Resumes a waiting execution, as the clock would. */
  resumeByClock(executionId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly ports?: Partial<ExecutionPorts>;
  readonly settings?: Partial<WebhookSettings>;
  /** Decrypted data by credential type. */
  readonly credentials?: Readonly<Record<string, JsonObject>>;
  readonly webhookPorts?: Partial<WebhookPorts>;
  /** Resolves when the start of an execution is stored. Default: immediately. */
  readonly keepStart?: () => Promise<void>;
  /** Whether requests arrive at an origin that does not serve the product. */
  readonly isSeparateOrigin?: boolean;
}

const soon = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/** Starts a server and opens the webhooks of these workflows. */
export async function webhookServer(workflows: readonly WorkflowFile[], options: ServerOptions = {}): Promise<WebhookServer> {
  const { credentials = {}, keepStart = async () => undefined } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ports = fakePorts({
    credential: async (type) => credentials[type] ?? {},
    clock: { now: () => Date.now(), sleep: soon },
    ...options.ports,
  });
  const executions = new Map<string, ServedExecution>();
  const events: TestWebhookEvent[] = [];
  const removed: string[] = [];
  let count = 0;
  const executor: Executor = new Executor(ports, { resumeUrl: (endpoint, id) => webhooks.resumeUrl(endpoint, id), timezone: 'UTC' });

  const follow = (executionId: string, execution: ServedExecution, done: Promise<RunOutcome>): WebhookRun => {
    const saved = done.then((outcome) => {
      execution.status = outcome.result.status === 'waiting' ? 'waiting' : 'finished';
      execution.result = outcome.result;
      execution.state = outcome.state;
      return outcome;
    });
    execution.done = saved.catch(() => undefined);
    return { executionId, started: keepStart(), done: saved };
  };

  const resumed = (executionId: string, more: object): Promise<RunOutcome> | undefined => {
    const execution = executions.get(executionId);
    if (execution?.status !== 'waiting' || execution.state === undefined) return undefined;
    execution.status = 'running';
    const { workflow, state } = execution;
    return executor.resume({ workflow, mode: execution.result?.mode ?? 'webhook', executionId, ...more }, state).done;
  };

  const webhooks = new Webhooks(
    {
      detachedNode: (workflow, nodeName, request) => executor.detachedNode(workflow, nodeName, request),
      start: ({ workflow, mode, startNode, items, output, failed, hints, responder, staticData, test }) => {
        const executionId = String(++count);
        const execution: ServedExecution = { workflow, status: 'running', done: Promise.resolve() };
        executions.set(executionId, execution);
        if (failed !== undefined) {
          const result = failedResult(failed, startNode, mode, Date.now());
          return follow(executionId, execution, Promise.resolve({ executionId, result }));
        }
        const run = executor.start({
          workflow,
          mode,
          executionId,
          responder,
          staticData,
          startNode,
          items,
          output,
          hints,
          destination: test?.destination,
        });
        return follow(executionId, execution, run.done);
      },
      resumable: async (executionId, questionId) => {
        const execution = executions.get(executionId);
        if (execution === undefined) return undefined;
        if (execution.status !== 'waiting') return { status: execution.status };
        const questions = openQuestions(execution.state ?? { pending: [] });
        const question = questions.find(({ id }) => id === questionId);
        if (questions.length > 0 && question === undefined) return { status: questionId === undefined ? 'asking' : 'answered' };
        const nodeName = question?.node ?? execution.state?.pending.find((task) => task.resumed === true)?.node ?? '';
        const state = execution.state?.contexts.find(([name]) => name === nodeName)?.[1] ?? {};
        const { workflow } = execution;
        return {
          status: 'waiting',
          workflowId: String(workflow.id ?? ''),
          workflow,
          principal: Principal.nobody,
          mode: execution.result?.mode ?? 'webhook',
          nodeName,
          state,
          ...(question === undefined ? {} : { question }),
        };
      },
      resume: async ({ executionId, ...more }) => {
        const done = resumed(executionId, more);
        return done === undefined ? undefined : follow(executionId, executions.get(executionId) as ServedExecution, done);
      },
      activeWorkflow: async (id) => {
        const file = workflows.find((workflow) => workflow.id === id);
        return file === undefined ? undefined : asNobody(file);
      },
      binary: ports.binary,
      removeFiles: async (ids) => {
        removed.push(...ids);
        const { binary } = ports as { binary: { remove?(ids: readonly string[]): Promise<void> } };
        await binary.remove?.(ids);
      },
      clock: ports.clock,
      logger: ports.logger,
      onTestWebhook: (event) => events.push(event),
      ...options.webhookPorts,
    },
    { ...defaultWebhookSettings, baseUrl: () => address, secret: 'test secret', ...options.settings },
  );
  server.on('request', (incoming, outgoing) => {
    const kind = webhooks.kindOf(incoming.url ?? '/');
    if (kind === undefined) outgoing.writeHead(404).end('not a webhook');
    else void webhooks.handle(kind, incoming, outgoing, options.isSeparateOrigin);
  });
  for (const workflow of workflows) await webhooks.open(String(workflow.id ?? ''), asNobody(workflow));
  return {
    address,
    webhooks,
    executions,
    events,
    removed,
    resumeByClock: async (executionId) => {
      const run = resumed(executionId, { responder: webhooks.responses.responderOf(executionId) });
      if (run === undefined) return;
      const { result } = await follow(executionId, executions.get(executionId) as ServedExecution, run).done;
      webhooks.responses.ended(executionId, result);
    },
    stop: async () => {
      await webhooks.stop();
      executor.stop();
      await executor.idle();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

// Manual and test runs, which report their progress to the editor session that started them.
import { AppError } from '../../contract/errors.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { EarlierResults } from '../../contract/rest/workflows.ts';
import type { ItemList, NodeHint, RunData } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import type { AdmittedRequest, RunListener } from '../../execution/index.ts';
import type { Logger, Responder, WebhookReply } from '../../sdk/index.ts';
import type { ExecutionService } from '../executions/executions.ts';
import type { LaunchedRun } from '../executions/run-launcher.ts';
import type { Asker } from '../access.ts';
import { EarlierRuns, type EarlierRunsPorts } from './earlier-runs.ts';
import { WaitingSessions } from './waiting-sessions.ts';

export interface ReportedRunsPorts extends EarlierRunsPorts {
  readonly executions: ExecutionService;
  /** Sends an event to an address of the push hub. */
  readonly push: (address: string, event: PushEvent) => void;
  /** Default: those of this server alone. */
  readonly waitingSessions?: WaitingSessions;
  readonly logger: Logger;
}

export class ReportedRuns {
  readonly #ports: ReportedRunsPorts;
  readonly #earlier: EarlierRuns;
  readonly #waiting: WaitingSessions;

  constructor(ports: ReportedRunsPorts) {
    this.#ports = ports;
    this.#earlier = new EarlierRuns(ports);
    this.#waiting = ports.waitingSessions ?? new WaitingSessions(undefined);
  }

  /**
   * Starts a run. `session`: push address of the editor session that receives the events, if any. `response`: the session also receives the
   * responses of nodes; with `stream`, in parts.
   */
  start(request: AdmittedRequest, session: string | undefined, response?: 'whole' | 'stream'): LaunchedRun {
    const { executions, push, logger } = this.#ports;
    const listener = session === undefined ? undefined : (event: PushEvent): void => push(session, event);
    const responder = listener === undefined || response === undefined ? undefined : new SessionResponder(listener, response === 'stream');
    const run = executions.start({ ...request, listener, ...(responder === undefined ? {} : { responder }) });
    responder?.begin(run.executionId);
    this.#earlier.follow(run, editorKey(session, request.workflow));
    run.done
      .then(({ result }) => {
        if (result.status === 'waiting' && session !== undefined) this.#waiting.set(run.executionId, session);
      })
      .catch((error: unknown) => {
        // A failed start is reported to the session like any other end.
        logger.info(`A manual run could not start: ${error instanceof Error ? error.message : String(error)}`);
        listener?.(runRejected(run.executionId, request.workflow, error));
      });
    return run;
  }

  /**
   * Returns results of earlier runs of the same session, keyed by the current names of their nodes. Throws RESULTS_GONE if some are no longer
   * available.
   */
  earlier(requested: EarlierResults, workflow: WorkflowFile, asker: Asker, session: string | undefined): Promise<RunData> {
    return this.#earlier.read(requested, editorKey(session, workflow), asker);
  }

  /** Returns the listener for further events of a waiting execution; undefined if no session started it. */
  listenerOf(executionId: string): RunListener | undefined {
    const session = this.#waiting.get(executionId);
    if (session === undefined) return undefined;
    return (event) => {
      if (event.type === 'executionFinished' && event.status !== 'waiting') this.#waiting.delete(executionId);
      this.#ports.push(session, event);
    };
  }

  /** Continues a waiting execution of the session; `output` becomes the output of its waiting node. Throws EXECUTION_NOT_FOUND if it does not wait. */
  async resume(executionId: string, output: readonly ItemList[], session: string | undefined, response: 'whole' | 'stream'): Promise<void> {
    const { executions, push, logger } = this.#ports;
    const isWaiting = session !== undefined && (await this.#waiting.find(executionId)) === session;
    const listener = this.listenerOf(executionId);
    if (!isWaiting || listener === undefined)
      throw new AppError('EXECUTION_NOT_FOUND', `The execution ${executionId} does not wait for a reply.`, { params: { id: executionId } });
    const responder = new SessionResponder((event) => push(session, event), response === 'stream');
    responder.begin(executionId);
    const { done } = await executions.resumeRun(executionId, { output, listener, responder });
    done.catch((error: unknown) => logger.info(`An execution could not continue: ${String(error)}`, { executionId }));
  }
}

/** Sends the responses of nodes to an editor session, as events. */
class SessionResponder implements Responder {
  readonly isStreaming: boolean;
  readonly #listener: (event: PushEvent) => void;
  /** Called with the execution's id once it is known. */
  #waiting: ((executionId: string) => void)[] = [];
  #executionId: string | undefined;

  constructor(listener: (event: PushEvent) => void, isStreaming: boolean) {
    this.#listener = listener;
    this.isStreaming = isStreaming;
  }

  begin(executionId: string): void {
    this.#executionId = executionId;
    for (const send of this.#waiting.splice(0)) send(executionId);
  }

  respond({ body }: WebhookReply): boolean {
    if (body === undefined) return true;
    const content = typeof body === 'string' ? body : body instanceof Uint8Array ? new TextDecoder().decode(body) : (body.fileName ?? '');
    this.#send(content, false);
    return true;
  }

  respondChunk(chunk: string): boolean {
    if (!this.isStreaming) return false;
    this.#send(chunk, true);
    return true;
  }

  /** Headers are not shown. */
  hintsFor(): readonly NodeHint[] {
    return [];
  }

  #send(content: string, isPart: boolean): void {
    const send = (executionId: string): void => this.#listener({ type: 'nodeResponse', executionId, content, isPart });
    if (this.#executionId === undefined) this.#waiting.push(send);
    else send(this.#executionId);
  }
}

/** Identifies an editor session and a workflow. */
const editorKey = (session: string | undefined, workflow: WorkflowFile): string | undefined =>
  session === undefined ? undefined : JSON.stringify([session, workflow.id]);

/** The event that reports to a session that its run could not start. */
export function runRejected(executionId: string, workflow: WorkflowFile, error: unknown): PushEvent {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return {
    type: 'executionFinished',
    executionId,
    workflowId: String(workflow.id),
    status: 'error',
    stoppedAt: Date.now(),
    error: { name, message },
  };
}

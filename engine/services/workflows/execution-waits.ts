// What waiting executions wait for, and continuing them before their time.
import { AppError } from '../../contract/errors.ts';
import type { ExecutionQuestion, ExecutionWait } from '../../contract/rest/executions.ts';
import { WAIT_FOREVER } from '../../contract/run-data.ts';
import { openCalls, openQuestions } from '../../execution/index.ts';
import { approvalJson } from '../../nodes/_shared/ai/approval/answer.ts';
import type { Question } from '../../sdk/index.ts';
import type { Webhooks } from '../../webhooks/index.ts';
import type { Asker } from '../access.ts';
import type { ExecutionListService } from '../executions/execution-list.ts';
import type { ExecutionService } from '../executions/executions.ts';
import { storedState } from '../executions/stored-executions.ts';
import type { WaitingExecutions } from '../executions/waiting-executions.ts';

export interface ExecutionWaitsPorts {
  readonly executions: ExecutionService;
  readonly executionList: Pick<ExecutionListService, 'assertVisible' | 'isAnyVisible'>;
  readonly webhooks: Pick<Webhooks, 'waitOf'>;
  readonly waiting: Pick<WaitingExecutions, 'continueNow'>;
}

interface Wait {
  readonly waitTill: number | undefined;
  /** Ids of the called executions that it waits for. */
  readonly called: readonly string[];
  readonly questions: readonly Question[];
}

export class ExecutionWaits {
  readonly #ports: ExecutionWaitsPorts;

  constructor(ports: ExecutionWaitsPorts) {
    this.#ports = ports;
  }

  /** Throws EXECUTION_NOT_FOUND for an execution that does not wait, or that the caller may not see. */
  async of(id: string, asker: Asker): Promise<ExecutionWait> {
    const { waitTill, called, questions } = await this.#wait(id, asker);
    if (questions.length > 0)
      return { kind: 'approval', questions: await Promise.all(questions.map((question) => this.#viewOf(id, question))) };
    if (called.length > 0) return { kind: 'workflow', called: await this.#visible(called, asker) };
    const { nodeName, request } = (await this.#ports.webhooks.waitOf(id)) ?? {};
    return {
      kind: request?.kind ?? 'time',
      ...(nodeName === undefined ? {} : { node: nodeName }),
      ...(waitTill === undefined || waitTill >= WAIT_FOREVER ? {} : { waitTill: new Date(waitTill).toISOString() }),
      ...(request === undefined ? {} : { url: request.url, methods: [...request.methods] }),
    };
  }

  /** Resolves once the execution runs. Throws EXECUTION_NOT_FOUND like `of`, and BAD_REQUEST if it waits for executions that it has called. */
  async resume(id: string, asker: Asker): Promise<{ readonly executionId: string }> {
    const { called, questions } = await this.#wait(id, asker);
    if (questions.length > 0) {
      throw new AppError('BAD_REQUEST', `The execution ${id} waits for the approval of a person.`, {
        params: { id },
        hint: 'Approve or deny the call that it asks about.',
      });
    }
    if (called.length > 0) {
      const [first] = await this.#visible(called, asker);
      throw new AppError('BAD_REQUEST', `The execution ${id} waits for the end of a workflow that it has called.`, {
        params: { id },
        hint: first === undefined ? 'It continues once that workflow has ended.' : `Continue the called execution (${first}) instead.`,
      });
    }
    await this.#ports.waiting.continueNow(id);
    return { executionId: id };
  }

  /**
   * Answers a question about the call of a tool. Resolves once the execution runs. Throws EXECUTION_NOT_FOUND like `of`, and BAD_REQUEST if the
   * question is not open.
   */
  async answer(
    id: string,
    questionId: string,
    { approved, reason }: { readonly approved: boolean; readonly reason?: string },
    asker: Asker,
  ): Promise<{ readonly executionId: string }> {
    const { questions } = await this.#wait(id, asker);
    if (!questions.some((question) => question.id === questionId)) {
      throw new AppError('BAD_REQUEST', `The execution ${id} does not wait for this answer any more.`, { params: { id } });
    }
    const output = [[{ json: approvalJson(approved, reason) }]];
    await this.#ports.waiting.continueNow(id, { output, question: questionId });
    return { executionId: id };
  }

  async #viewOf(executionId: string, { id, node, tool, args, message, askedAt, waitTill }: Question): Promise<ExecutionQuestion> {
    const { request } = (await this.#ports.webhooks.waitOf(executionId, id)) ?? {};
    return {
      id,
      node,
      tool,
      parameters: args,
      askedAt: new Date(askedAt).toISOString(),
      ...(message === undefined ? {} : { message }),
      ...(waitTill === undefined || waitTill >= WAIT_FOREVER ? {} : { waitTill: new Date(waitTill).toISOString() }),
      ...(request?.kind === 'form' ? { url: request.url } : {}),
    };
  }

  async #visible(ids: readonly string[], asker: Asker): Promise<string[]> {
    const visible: string[] = [];
    for (const id of ids) if (await this.#ports.executionList.isAnyVisible([id], asker)) visible.push(id);
    return visible;
  }

  async #wait(id: string, asker: Asker): Promise<Wait> {
    const { executions, executionList } = this.#ports;
    await executionList.assertVisible(id, asker);
    // Editors are notified of a wait before it is stored.
    await executions.activeRuns.saved(id);
    const isActive = executions.activeRuns.record(id) !== undefined;
    const saved = isActive ? undefined : await executions.get(id);
    if (saved?.record.status !== 'waiting') {
      throw new AppError('EXECUTION_NOT_FOUND', `The execution ${id} is not waiting.`, { params: { id } });
    }
    const state = storedState(saved);
    const calls = state === undefined ? [] : openCalls(state);
    const questions = state === undefined ? [] : openQuestions(state);
    return { waitTill: saved.record.waitTill, called: calls.map(({ executionId }) => executionId), questions };
  }
}

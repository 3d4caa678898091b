// /api/v1/executions
import { AppError } from '../../contract/errors.ts';
import { executionApi, type ApiExecution } from '../../contract/public-api/executions.ts';
import { limitOf } from '../../contract/public-api/pages.ts';
import type { ExecutionSummary } from '../../contract/rest/executions.ts';
import type { Asker } from '../../services/access.ts';
import type { ExecutionListService } from '../../services/executions/execution-list.ts';
import { responseSent, type Mount } from '../mount.ts';
import { sendJson } from '../send-json.ts';
import { pageFrom, readPosition } from './pages.ts';

type Chunks = AsyncGenerator<string | Uint8Array>;

export function mountExecutions(mount: Mount, executions: ExecutionListService): void {
  mount(executionApi.list, async ({ caller, query, reply }) => {
    const read = await listed(executions, caller, query);
    const page = pageFrom(read, query, ({ startedAt, id }) => [Date.parse(startedAt), id]);
    if (query.includeData !== true) return { ...page, data: page.data.map(executionView) };
    // The data of a page may exceed the maximum length of a string.
    await sendJson(reply, pageText(executions, caller, page));
    return responseSent;
  });
  mount(executionApi.get, async ({ caller, params, query, reply }) => {
    if (query.includeData !== true) return executionView(await executions.summary(params.id, caller));
    await sendJson(reply, await executions.getText(params.id, caller, executionView));
    return responseSent;
  });
  mount(executionApi.remove, async ({ caller, params: { id } }) => {
    const summary = await executions.summary(id, caller);
    if ((await executions.remove(caller, { ids: [id] })) === 0) {
      throw new AppError('BAD_REQUEST', `The execution "${id}" is running.`, { params: { id }, hint: 'Stop it, and delete it then.' });
    }
    return executionView(summary);
  });
  mount(executionApi.retry, async ({ caller, params, body }) => {
    const { workflowId, workflowName } = await executions.summary(params.id, caller);
    const { executionId, result } = await executions.retry(params.id, caller, body?.loadWorkflow === true);
    return executionView({
      id: executionId,
      finished: result.status === 'success',
      mode: result.mode,
      status: result.status,
      startedAt: new Date(result.startedAt).toISOString(),
      stoppedAt: new Date(result.stoppedAt).toISOString(),
      workflowId,
      workflowName,
      retryOf: params.id,
    });
  });
  mount(executionApi.stop, async ({ caller, params }) => executionView(await executions.stop(params.id, caller)));
}

interface ListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly status?: string | undefined;
  readonly workflowId?: string | undefined;
}

/** Returns the executions of a page, and one more if there is a next page. */
async function listed(executions: ExecutionListService, caller: Asker, query: ListQuery): Promise<readonly ExecutionSummary[]> {
  const { cursor, status, workflowId } = query;
  const filter = JSON.stringify({ status, workflowId });
  const [startedAt, id] = cursor === undefined ? [] : readPosition(cursor);
  const before = startedAt === undefined || id === undefined ? undefined : { startedAt, id };
  if (status === 'running' || status === 'new') {
    return (await executions.current(caller, filter)).filter((execution) => before === undefined || isBefore(execution, before));
  }
  const limit = limitOf(query) + 1;
  return (await executions.list(caller, filter, { limit, ...(before === undefined ? {} : { before }) })).results;
}

const isBefore = ({ startedAt, id }: ExecutionSummary, last: { readonly startedAt: number; readonly id: string }): boolean => {
  const time = Date.parse(startedAt);
  return time < last.startedAt || (time === last.startedAt && id < last.id);
};

async function* pageText(
  executions: ExecutionListService,
  caller: Asker,
  page: { readonly data: readonly ExecutionSummary[]; readonly nextCursor: string | null },
): Chunks {
  yield '{"data":[';
  for (const [index, { id }] of page.data.entries()) {
    if (index > 0) yield ',';
    yield* await executions.getText(id, caller, executionView);
  }
  yield `],"nextCursor":${JSON.stringify(page.nextCursor)}}`;
}

const executionView = (summary: ExecutionSummary): ApiExecution => ({
  stoppedAt: null,
  waitTill: null,
  retryOf: null,
  retrySuccessId: null,
  ...summary,
});

// /rest/executions, /rest/executions-current
import { executionRoutes } from '../../contract/rest/executions.ts';
import type { ExecutionListService } from '../../services/executions/execution-list.ts';
import type { ExecutionWaits } from '../../services/workflows/execution-waits.ts';
import { responseSent, type Mount } from '../mount.ts';
import { sendJson } from '../send-json.ts';

export function mountExecutions(mount: Mount, executions: ExecutionListService, waits: ExecutionWaits): void {
  mount(executionRoutes.list, ({ caller, query }) => {
    const { filter, limit, firstId, lastId, oldestFirst } = query;
    return executions.list(caller, filter, {
      ...(limit === undefined ? {} : { limit }),
      ...(firstId === undefined ? {} : { firstId }),
      ...(lastId === undefined ? {} : { lastId }),
      ...(oldestFirst === undefined ? {} : { oldestFirst }),
    });
  });
  mount(executionRoutes.statistics, ({ caller, query }) => executions.statistics(caller, query.filter));
  mount(executionRoutes.get, async ({ caller, params, reply }) => {
    // A run's data may exceed the maximum length of a string.
    await sendJson(reply, responseOf(await executions.getText(params.id, caller)));
    return responseSent;
  });
  mount(executionRoutes.current, ({ caller, query }) => executions.current(caller, query.filter));
  mount(executionRoutes.annotate, ({ caller, params, body }) => executions.annotate(params.id, body, caller));
  mount(executionRoutes.stop, ({ caller, params }) => executions.stop(params.id, caller));
  mount(executionRoutes.retry, async ({ caller, params, body }) => {
    const { result } = await executions.retry(params.id, caller, body?.loadWorkflow === true);
    return result.status === 'success' || result.status === 'waiting';
  });
  mount(executionRoutes.wait, ({ caller, params }) => waits.of(params.id, caller));
  mount(executionRoutes.resume, ({ caller, params }) => waits.resume(params.id, caller));
  mount(executionRoutes.approve, ({ caller, params, body }) => waits.answer(params.id, params.question, body, caller));
  mount(executionRoutes.remove, async ({ caller, body }) => ({ deleted: await executions.remove(caller, body) }));
}

async function* responseOf(data: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  yield '{"data":';
  yield* data;
  yield '}';
}

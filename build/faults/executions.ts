// Executions as the REST interface returns them, and the tokens in their start items.
import { setTimeout } from 'node:timers/promises';
import type { ExecutionSummary } from '../../engine/contract/rest/executions.ts';
import type { Program } from './program.ts';

interface Detail extends ExecutionSummary {
  readonly data: { readonly resultData: { readonly runData: Readonly<Record<string, readonly TaskRun[]>> } };
}

interface TaskRun {
  readonly data?: { readonly main?: readonly (readonly { readonly json: Readonly<Record<string, unknown>> }[] | null)[] };
}

const PAGE = 100;
const unsettled = ['new', 'running', 'waiting'];
/** Milliseconds within which pending executions must end. */
const PATIENCE = 30_000;

const list = async (server: Program, filter: object, lastId?: string): Promise<readonly ExecutionSummary[]> => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), limit: String(PAGE), ...(lastId === undefined ? {} : { lastId }) });
  return (await server.rest<{ results: readonly ExecutionSummary[] }>(`executions?${query.toString()}`)).results;
};

/** Returns all executions, latest first, down to the one with the id `until` (exclusive). */
export async function executionsSince(server: Program, until?: string): Promise<readonly ExecutionSummary[]> {
  const all: ExecutionSummary[] = [];
  for (;;) {
    const page = await list(server, {}, all.at(-1)?.id);
    const end = page.findIndex(({ id }) => id === until);
    all.push(...(end < 0 ? page : page.slice(0, end)));
    if (end >= 0 || page.length < PAGE) return all;
  }
}

/** Resolves once no execution is queued, running or waiting; rejects with the remaining ones after a while. */
export async function settled(server: Program, isExpected: (execution: ExecutionSummary) => boolean = () => false): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const current = await server.rest<readonly ExecutionSummary[]>('executions-current');
    const open = [...current, ...(await list(server, { status: unsettled }))].filter((execution) => !isExpected(execution));
    if (open.length === 0) return;
    if (Date.now() > end) {
      const listed = open.slice(0, 3).map(({ id, mode, status, workflowName }) => `${workflowName} ${id} (${mode}, ${status})`);
      throw new Error(`${open.length} executions did not end: ${listed.join(', ')}`);
    }
    await setTimeout(50);
  }
}

/** Returns the token of the call that started an execution; undefined if its results do not contain it. */
export async function tokenOf(server: Program, id: string): Promise<string | undefined> {
  const { data } = await server.rest<Detail>(`executions/${id}`);
  const body = data.resultData.runData['Webhook']?.[0]?.data?.main?.[0]?.[0]?.json['body'] as { token?: string } | undefined;
  return body?.token;
}

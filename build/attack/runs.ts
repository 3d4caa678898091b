// Runs hostile nodes on the attacked server: many in parallel in one workflow, started by its webhook, with the outcome of each.
import { setTimeout } from 'node:timers/promises';
import type { Sketch } from '../faults/workflows.ts';
import { call } from './client.ts';
import type { Person, Target } from './target.ts';

/** Outcome of a node: its items or its error. */
export interface NodeOutcome {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly error: string | undefined;
  /** Everything that the server returned about the node, as text. */
  readonly text: string;
}

interface TaskRun {
  readonly error?: { readonly message?: string };
  readonly data?: { readonly main?: readonly (readonly { readonly json: Readonly<Record<string, unknown>> }[] | null)[] };
}

interface Execution {
  readonly id: string;
  readonly status: string;
  readonly data?: {
    readonly resultData?: { readonly runData?: Readonly<Record<string, readonly TaskRun[]>>; readonly error?: { message?: string } };
  };
}

/** Milliseconds within which an execution must end. */
const PATIENCE = 90_000;
const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all', saveDataErrorExecution: 'all' };
let count = 0;

const hook = (path: string): object => ({
  id: 'start',
  name: 'Start',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  position: [0, 0],
  parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
  webhookId: path,
});

/** A workflow whose nodes all follow its webhook and continue on failure. */
export function fan(path: string, nodes: readonly Sketch[]): object {
  return {
    name: path,
    settings,
    nodes: [
      hook(path),
      ...nodes.map(({ type, typeVersion = 1, parameters = {} }, index) => ({
        id: `n${index}`,
        name: `n${index}`,
        type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
        typeVersion,
        position: [200, index * 100],
        parameters,
        onError: 'continueRegularOutput',
      })),
    ],
    connections: { Start: { main: [nodes.map((_, index) => ({ node: `n${index}`, type: 'main', index: 0 }))] } },
  };
}

/** Saves and activates a workflow. Returns its id. */
export async function activate(person: Person, workflow: object): Promise<string> {
  const { id } = await person.data<{ id: string }>('POST', 'workflows', workflow);
  await person.data('PATCH', `workflows/${id}`, { active: true });
  return id;
}

/** A node that proves that the workflow ran. */
const control: Sketch = {
  type: 'set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: 'a', name: 'got', type: 'any', value: '={{ 1 + 1 }}' }] }, options: {} },
};

/** Runs nodes in parallel with an item that contains `body`; outcomes are in the same order. Throws if one of them did not run. */
export async function runNodes(
  { url }: Pick<Target, 'url'>,
  person: Person,
  nodes: readonly Sketch[],
  body: object = {},
): Promise<readonly NodeOutcome[]> {
  const path = `fan-${++count}`;
  const workflowId = await activate(person, fan(path, [...nodes, control]));
  await call(url, { method: 'POST', path: `/webhook/${path}`, body });
  const { data } = await lastExecution(person, workflowId);
  await person.data('DELETE', `workflows/${workflowId}`);
  const outcomes = [...nodes, control].map((node, index) => {
    const run = data?.resultData?.runData?.[`n${index}`]?.[0];
    if (run !== undefined) return outcomeOf(run);
    throw new Error(`A node did not run (${data?.resultData?.error?.message ?? 'no error'}): ${JSON.stringify(node)}`);
  });
  if (outcomes.at(-1)?.items[0]?.['got'] !== 2) throw new Error('The harmless node beside the hostile ones did not run as it should.');
  return outcomes.slice(0, -1);
}

function outcomeOf(run: TaskRun): NodeOutcome {
  const items = (run.data?.main?.[0] ?? []).map(({ json }) => json);
  const [first = {}] = items;
  const errorText = items.length === 1 && Object.keys(first).length === 1 ? first['error'] : undefined;
  return {
    items,
    error: run.error?.message ?? (errorText === undefined ? undefined : JSON.stringify(errorText)),
    text: JSON.stringify(run),
  };
}

/** Returns the latest execution of a workflow once it has ended. */
export async function lastExecution(person: Person, workflowId: string): Promise<Execution> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const end = Date.now() + PATIENCE;
  for (;;) {
    const { results } = await person.data<{ results: readonly { id: string; status: string }[] }>(
      'GET',
      `executions?filter=${filter}&limit=1`,
    );
    const [latest] = results;
    if (latest !== undefined && !['new', 'running'].includes(latest.status))
      return person.data<Execution>('GET', `executions/${latest.id}`);
    if (Date.now() > end) throw new Error(`The execution ${latest?.id ?? ''} of ${workflowId} did not end within ${PATIENCE / 1000} s`);
    await setTimeout(20);
  }
}

/** Splits a list into parts of at most `size` entries. */
export function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

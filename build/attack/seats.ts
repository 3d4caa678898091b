// A member tries to read and change what only the owner may: settings, packages, keys, test runs, archived workflows, files to import.
import { setTimeout } from 'node:timers/promises';
import { Tally, type Attack } from './attack.ts';
import type { ReceivedResponse, Call } from './client.ts';
import type { Person, Target } from './target.ts';

/** A text that marks the owner's data. */
const MARK = 'seat-of-the-owner';

const node = (name: string, type: string, parameters: object = {}): object => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

const waiting = {
  name: MARK,
  nodes: [node('Start', 'manualTrigger'), node('Wait', 'wait', { resume: 'webhook' })],
  connections: { Start: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
};

interface Seat {
  readonly workflow: string;
  readonly archived: string;
  /** A run by hand that waits. */
  readonly run: string;
}

/** The owner saves two workflows, archives one of them, and runs the other by hand. */
async function seatOf(owner: Person): Promise<Seat> {
  const { id: workflow } = await owner.data<{ id: string }>('POST', 'workflows', waiting);
  const { id: archived } = await owner.data<{ id: string }>('POST', 'workflows', { ...waiting, name: `${MARK} archived` });
  await owner.data('PATCH', `workflows/${archived}`, { isArchived: true });
  const workflowData = { ...waiting, id: workflow };
  const started = await owner.data<{ executionId?: string }>('POST', 'workflows/run', {
    workflowData,
    pinData: { Start: [{ json: { MARK } }] },
  });
  const run = started.executionId ?? '';
  const end = Date.now() + 10_000;
  const isWaiting = async (): Promise<boolean> => (await owner.data<{ status: string }>('GET', `executions/${run}`)).status === 'waiting';
  while (!(await isWaiting().catch(() => false))) {
    if (Date.now() > end) throw new Error('The run by hand of the owner does not wait.');
    await setTimeout(50);
  }
  return { workflow, archived, run };
}

/** What must be the same before and after. */
async function stateOf(owner: Person, { workflow, archived, run }: Seat): Promise<string> {
  const paths = [
    'settings/general',
    `workflows/${workflow}`,
    `workflows/${archived}`,
    `executions/${run}`,
    'nodes',
    'vault',
    'users',
    'tags',
  ];
  return JSON.stringify(await Promise.all(paths.map((path) => owner.data('GET', path))));
}

const changes: readonly Readonly<Record<string, unknown>>[] = [
  { timezone: 'Pacific/Kiritimati' },
  { saveManual: true, saveOnSuccess: 'none', saveOnError: 'none' },
  { productionLimit: 1, executionTimeout: 1 },
  { prune: true, pruneAgeHours: 1, pruneCount: 1, pruneSizeMiB: 1, historyAgeDays: 1, historyCount: 1 },
  { locale: 'xx', __proto__: { role: 'owner' } },
  { backUpCommand: 'rm -rf /' },
  {},
];

/** Calls that need the owner's role: each must be rejected with 403. */
const reserved: readonly Call[] = [
  { path: '/rest/settings/general' },
  ...changes.map((body) => ({ method: 'PATCH', path: '/rest/settings/general', body })),
  { path: '/rest/nodes' },
  { path: '/rest/nodes/updates' },
  { path: '/rest/nodes/installations' },
  { path: '/rest/nodes/details?name=n8n-nodes-none' },
  { path: '/rest/nodes/search?query=none' },
  { method: 'POST', path: '/rest/nodes', body: { name: 'n8n-nodes-none' } },
  { method: 'PATCH', path: '/rest/nodes', body: { name: 'n8n-nodes-none' } },
  { method: 'DELETE', path: '/rest/nodes?name=n8n-nodes-none' },
  { method: 'DELETE', path: '/rest/nodes/installation?name=n8n-nodes-none' },
  { path: '/rest/addresses/editor' },
  { method: 'POST', path: '/rest/users', body: [{ email: 'seat@example.com' }] },
];

/** Calls for the owner's workflows and manual runs: each must be rejected without revealing or changing them. */
const foreign = ({ workflow, archived, run }: Seat): readonly Call[] => [
  ...[workflow, archived].flatMap((id): Call[] => [
    { path: `/rest/workflows/${id}` },
    { path: `/rest/workflows/${id}/starts` },
    { path: `/rest/workflows/${id}/deletion` },
    { path: `/rest/workflows/${id}/history` },
    { path: `/rest/workflows/${id}/history/1` },
    { method: 'PATCH', path: `/rest/workflows/${id}/history/1`, body: { name: 'x' } },
    { method: 'POST', path: `/rest/workflows/${id}/history/1/restore`, body: { version: 1 } },
    { method: 'PATCH', path: `/rest/workflows/${id}`, body: { isArchived: id === workflow } },
    { method: 'PATCH', path: `/rest/workflows/${id}`, body: { active: true } },
    { method: 'DELETE', path: `/rest/workflows/${id}` },
  ]),
  { path: `/rest/executions/${run}` },
  { path: `/rest/executions/${run}/wait` },
  { method: 'POST', path: `/rest/executions/${run}/resume` },
  { method: 'POST', path: `/rest/executions/${run}/retry`, body: { loadWorkflow: true } },
  { method: 'POST', path: `/rest/executions-current/${run}/stop` },
];

const filtered = (filter: object): string => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Lists: they may succeed, but must contain nothing of the owner. */
const lists = ({ workflow, run }: Seat): readonly Call[] => [
  ...[{}, { workflowId: workflow }, { mode: 'manual' }, { status: ['waiting'] }, { ids: [run] }].flatMap((filter): Call[] => [
    { path: `/rest/executions${filtered(filter)}` },
    { path: `/rest/executions-current${filtered(filter)}` },
  ]),
  { path: '/rest/workflows' },
  { path: `/rest/workflows${filtered({ isArchived: true })}` },
  { path: '/rest/active' },
  { method: 'POST', path: '/rest/executions/delete', body: { ids: [run] } },
  {
    method: 'POST',
    path: '/rest/executions/delete',
    body: { deleteBefore: '2099-01-01T00:00:00.000Z', filters: { workflowId: workflow } },
  },
  { method: 'POST', path: '/rest/executions/delete', body: { deleteBefore: '2099-01-01T00:00:00.000Z', filters: { mode: 'manual' } } },
  { method: 'POST', path: '/rest/workflows/run', body: { workflowData: { ...waiting, id: workflow, name: 'x' } } },
  {
    method: 'POST',
    path: '/rest/workflows/run',
    body: { workflowData: { ...waiting, name: 'x' }, earlierResults: { Start: { executionId: run, node: 'Start' } }, startNodes: ['Wait'] },
  },
];

export const seats: Attack = {
  area: "A member at the owner's settings and runs by hand",
  async run(target: Target) {
    const tally = new Tally();
    const { owner, member } = target;
    const seat = await seatOf(owner);
    const before = await stateOf(owner, seat);
    const attack = async (request: Call, isPrevented: (receivedResponse: ReceivedResponse) => boolean): Promise<ReceivedResponse> => {
      const receivedResponse = await member.send(request);
      const summary = `${receivedResponse.status} ${receivedResponse.text.slice(0, 120)}`;
      const isClean =
        !receivedResponse.text.includes(MARK) && target.leak(receivedResponse.text) === undefined && receivedResponse.status < 500;
      tally.check(isClean && isPrevented(receivedResponse), `A member got ${summary}`, target.curl(request));
      return receivedResponse;
    };
    for (const request of reserved) await attack(request, ({ status }) => status === 403);
    for (const request of foreign(seat)) await attack(request, ({ status }) => status === 404);
    for (const request of lists(seat)) await attack(request, ({ text }) => !text.includes(seat.run) && !text.includes(seat.archived));
    // A file with the owner's id becomes a workflow of the member, with an id of its own.
    const imported = await attack(
      { method: 'POST', path: '/rest/workflows', body: { ...waiting, id: seat.workflow, name: 'imported' } },
      ({ json }) => (json?.data as { id?: string } | undefined)?.id !== seat.workflow,
    );
    const { id } = (imported.json?.data ?? {}) as { id?: string };
    if (id !== undefined) await attack({ method: 'DELETE', path: `/rest/workflows/${id}` }, ({ status }) => status < 300);
    tally.check(
      (await stateOf(owner, seat)) === before,
      'Something of the owner or of the instance was changed',
      'any of the calls of build/attack/seats.ts',
    );
    return tally;
  },
};

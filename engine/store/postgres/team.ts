// The servers that share a Postgres database, as one of them sees the others.
import { setTimeout as delay } from 'node:timers/promises';
import type { MemberState, Team, TeamMember, WorkflowLeases } from '../team.ts';
import type { Channel } from './channel.ts';
import type { Queries } from './pool.ts';
import { storeFailed } from './writes.ts';

interface MemberRow extends Pick<TeamMember, 'id' | 'place' | 'kind' | 'lease' | 'workflows'> {
  readonly started_at: number;
  readonly seen_ago: number;
  readonly state: string | null;
}

/** Milliseconds between two attempts to get a lock. */
const LOCK_TRIED_EVERY = 50;

export class PostgresTeam implements Team {
  readonly id: string;
  readonly messages: Channel;
  readonly leases: WorkflowLeases;
  readonly #pool: Queries;
  readonly #lease: number;
  readonly #listeners = new Set<() => void>();
  /** The latest work with each key. */
  readonly #locks = new Map<string, Promise<void>>();
  #servers: readonly string[];
  #serving: readonly string[];
  #state: (() => MemberState) | undefined;
  #renewedAt = performance.now();

  /** `lease`: milliseconds after which the lease of a member expires. */
  constructor(id: string, pool: Queries, lease: number, messages: Channel) {
    this.id = id;
    this.#pool = pool;
    this.#lease = lease;
    this.messages = messages;
    this.#servers = [id];
    this.#serving = [id];
    this.leases = {
      take: async (workflowIds) => {
        const { rows } = await pool.query<{ id: string }>(takeLeases, [workflowIds, id]).catch(failed);
        return new Set(rows.map((row) => row.id));
      },
      giveBack: async (workflowIds) => {
        await pool
          .query('delete from workflow_lease where workflow_id = any($1::text[]) and member_id = $2', [workflowIds, id])
          .catch(failed);
      },
    };
  }

  get servers(): readonly string[] {
    return this.#servers;
  }

  get serving(): readonly string[] {
    return this.#serving;
  }

  async alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#locks.get(key);
    this.#locks.set(key, promise);
    await before;
    try {
      // The connection has the lock, and it is the only one of this pool. If it is lost, so is the lock.
      while (!(await this.#ask<boolean>('pg_try_advisory_lock', key))) await delay(LOCK_TRIED_EVERY);
      try {
        return await work();
      } finally {
        await this.#ask('pg_advisory_unlock', key).catch(() => undefined);
      }
    } finally {
      resolve();
      if (this.#locks.get(key) === promise) this.#locks.delete(key);
    }
  }

  async #ask<T>(name: 'pg_try_advisory_lock' | 'pg_advisory_unlock', key: string): Promise<T | undefined> {
    const text = `select ${name}(hashtextextended(current_schema() || ' ' || $1, 0)) as result`;
    return (await this.#pool.query<{ result: T }>(text, [key]).catch(failed)).rows[0]?.result;
  }

  get isConnected(): boolean {
    return performance.now() - this.#renewedAt < this.#lease / 2;
  }

  /** Called when the lease was renewed. */
  renewed(): void {
    this.#renewedAt = performance.now();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  describe(state: () => MemberState): void {
    this.#state = state;
  }

  /** JSON text of the state; null before the server has started. */
  get stateText(): string | null {
    return this.#state === undefined ? null : JSON.stringify(this.#state());
  }

  /** Sets the living servers. `state`: JSON text; null before the server has started. */
  see(servers: readonly { readonly id: string; readonly state: string | null }[]): void {
    const onlyWorkers = new Set(servers.filter(({ state }) => isOnlyWorker(state)).map(({ id }) => id));
    const living = [...new Set([this.id, ...servers.map(({ id }) => id)])].sort();
    const serving = living.filter((id) => !onlyWorkers.has(id));
    const isSame = isEqual(living, this.#servers) && isEqual(serving, this.#serving);
    this.#servers = living;
    this.#serving = serving;
    if (!isSame) for (const changed of this.#listeners) changed();
  }

  async members(): Promise<readonly TeamMember[]> {
    const { rows } = await this.#pool.query<MemberRow>(allMembers).catch(failed);
    return rows.map(({ id, place, kind, workflows, started_at: startedAt, seen_ago: seenAgo, state }) => ({
      id,
      place,
      kind,
      startedAt,
      seenAgo,
      lease: this.#lease,
      workflows,
      state: state === null ? null : (JSON.parse(state) as MemberState),
    }));
  }
}

const isOnlyWorker = (state: string | null): boolean => state !== null && !(JSON.parse(state) as MemberState).serves;

const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** A lease ends with the row of its member. */
const takeLeases = `with taken as (insert into workflow_lease (workflow_id, member_id)
    select workflow.id, member.id from workflow, member where workflow.id = any($1::text[]) and member.id = $2 on conflict do nothing returning workflow_id)
  select workflow_id as id from taken
  union select workflow_id from workflow_lease where workflow_id = any($1::text[]) and member_id = $2`;

const allMembers = `select id, place, kind, started_at, state, (select count(*) from workflow_lease where member_id = member.id) as workflows,
    (extract(epoch from clock_timestamp()) * 1000)::bigint - seen_at as seen_ago
  from member order by started_at, id`;

function failed(error: unknown): never {
  throw storeFailed(error);
}

// The members of a team: the processes that run executions on a Postgres database. Each renews a lease; others take over the executions of a member
// whose lease has expired, and it can no longer write.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { hostname } from 'node:os';
import type { Instance, InstanceOptions } from '../instances.ts';
import { Channel } from './channel.ts';
import { hasExpired, LEASE, time } from './lease.ts';
import type { Listener } from './listener.ts';
import type { DatabasePool, Queries } from './pool.ts';
import { PostgresTeam } from './team.ts';

/** Milliseconds between two renewals. */
const RENEWED_EVERY = 2000;
/** Milliseconds for which ended members are remembered. Executions of earlier ones count as those of ended members too. */
const REMEMBERED = 30 * 86_400_000;

const end = (condition: string): string => `with gone as (delete from member where ${condition} returning id)
  insert into ended_member (id, ended_at) select id, ${time} from gone on conflict do nothing`;

interface SchemaOfMember {
  /** Name of the last migration that this program knows. */
  readonly migration: string;
  /** Calls the function while no migration is applied. Throws STORE_FAILED if the database is too new. */
  readonly between: (pool: DatabasePool, register: (client: Queries) => Promise<void>) => Promise<void>;
}

export class Member implements Instance {
  readonly id = randomUUID();
  /** Absent for a command. */
  readonly team: PostgresTeam | undefined;
  readonly #pool: DatabasePool;
  readonly #options: InstanceOptions;
  readonly #closing = new AbortController();
  #living: ReadonlySet<string> = new Set();
  readonly #ended = new Set<string>();
  /** Unknown ids for which `isAlive` was called since the table was last read. Their members have just started, or ended long ago. */
  #asked = new Set<string>();
  #renewing: Promise<void> = Promise.resolve();
  /** Time of the last renewal, and until which this member ends no other one, in milliseconds of `performance.now`. */
  #renewedAt = performance.now();
  #sparesUntil = Number.NEGATIVE_INFINITY;

  private constructor(pool: DatabasePool, options: InstanceOptions) {
    this.#pool = pool;
    this.#options = options;
    const channel = new Channel(this.id, pool, (topic, error) =>
      options.onFailure?.(`A message of another server (${topic}) was not received`, error),
    );
    this.team = options.kind === 'server' ? new PostgresTeam(this.id, pool, LEASE, channel) : undefined;
  }

  /** `pool`: connections for this member alone, which closes them. `listener`: receives the messages of others. */
  static async register(pool: DatabasePool, options: InstanceOptions, listener: Listener, schema: SchemaOfMember): Promise<Member> {
    const member = new Member(pool, options);
    const { dataDir, kind } = options;
    const place = `${hostname()}:${dataDir}`;
    // The lock of the folder shows that an earlier server in it has ended.
    if (kind === 'server') await pool.query(end("kind = 'server' and place = $1"), [place]);
    await pool.query(end(hasExpired), [LEASE]);
    const insert = `insert into member (id, place, kind, started_at, seen_at, migration) values ($1, $2, $3, ${time}, ${time}, $4)`;
    await schema.between(pool, async (client) => {
      await client.query(insert, [member.id, place, kind, schema.migration]);
    });
    await pool.query(`delete from ended_member where ended_at < ${time} - $1::bigint`, [REMEMBERED]);
    const { rows } = await pool.query<{ id: string }>('select id from ended_member');
    for (const { id } of rows) member.#ended.add(id);
    await member.team?.messages.listen(listener);
    await member.#look();
    member.#renewing = member.#renew();
    return member;
  }

  isAlive(id: string): boolean {
    if (id === this.id || this.#living.has(id)) return true;
    if (this.#ended.has(id)) return false;
    this.#asked.add(id);
    return true;
  }

  removeDead(): void {
    // Each renewal ends the members whose lease has expired.
  }

  async release(): Promise<void> {
    this.#closing.abort();
    await this.#renewing;
    await this.#pool.query(end('id = $1'), [this.id]).catch(() => undefined);
    await this.#pool.end().catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await delay(RENEWED_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const renewal = `update member set seen_at = ${time}, state = $2 where id = $1`;
        const { rowCount } = await this.#pool.query(renewal, [this.id, this.team?.stateText ?? null]);
        if (rowCount === 0) return this.#options.onLost();
        if (!this.#sparesOthers()) await this.#pool.query(end(hasExpired), [LEASE]);
        this.team?.renewed();
        await this.team?.messages.removeOld();
        await this.#look();
      } catch {
        // The lease may expire until the database responds again; then the next renewal finds that out.
      }
    }
  }

  /** Whether other members could not renew their leases lately either, because the database did not respond. Called after each renewal. */
  #sparesOthers(): boolean {
    const now = performance.now();
    if (now - this.#renewedAt > LEASE) this.#sparesUntil = now + LEASE;
    this.#renewedAt = now;
    return now < this.#sparesUntil;
  }

  async #look(): Promise<void> {
    const asked = this.#asked;
    this.#asked = new Set();
    const { rows } = await this.#pool.query<{ id: string; kind: string; state: string | null }>('select id, kind, state from member');
    const living = new Set(rows.map(({ id }) => id));
    for (const id of [...this.#living, ...asked]) if (!living.has(id)) this.#ended.add(id);
    this.#living = living;
    this.team?.see(rows.filter(({ kind }) => kind === 'server'));
  }
}

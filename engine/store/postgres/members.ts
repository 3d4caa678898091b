// The members of a team: the processes that run executions on a Postgres database. Each renews a lease; others take over the executions of a member
// whose lease has expired, and it can no longer write.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import type { Instance, InstanceOptions } from '../instances.ts';

/** Milliseconds between two renewals. */
const RENEWED_EVERY = 2000;
/** Milliseconds after which a lease that was not renewed expires. */
const LEASE = 10_000;
/** Milliseconds for which ended members are remembered. Executions of earlier ones count as those of ended members too. */
const REMEMBERED = 30 * 86_400_000;

const time = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const end = (condition: string): string => `with gone as (delete from member where ${condition} returning id)
  insert into ended_member (id, ended_at) select id, ${time} from gone on conflict do nothing`;

const inUse = (place: string): AppError =>
  new AppError('DATA_FOLDER_IN_USE', `A server is already running on this database: ${place}.`, {
    params: { server: place },
    hint: 'Stop it first. If it was killed, wait ten seconds.',
  });

export class Member implements Instance {
  readonly id = randomUUID();
  readonly #pool: Pool;
  readonly #options: InstanceOptions;
  readonly #closing = new AbortController();
  #living: ReadonlySet<string> = new Set();
  #ended: ReadonlySet<string> = new Set();
  /** Unknown ids for which `isAlive` was called since the table was last read. Their members have just started, or ended long ago. */
  #asked = new Set<string>();
  #renewing: Promise<void> = Promise.resolve();

  private constructor(pool: Pool, options: InstanceOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** `pool`: connections for this member alone, which closes them. Throws DATA_FOLDER_IN_USE if another server uses the database. */
  static async register(pool: Pool, options: InstanceOptions): Promise<Member> {
    const member = new Member(pool, options);
    const { dataDir, kind } = options;
    const place = `${hostname()}:${dataDir}`;
    // The lock of the folder shows that an earlier server in it has ended.
    if (kind === 'server') await pool.query(end("kind = 'server' and place = $1"), [place]);
    await pool.query(end(`seen_at < ${time} - $1::bigint`), [LEASE]);
    const { rows } = await pool.query<{ place: string | null }>('select register_member($1, $2, $3) as place', [member.id, place, kind]);
    const [other] = rows.flatMap((row) => row.place ?? []);
    if (other !== undefined) {
      await pool.end();
      throw inUse(other);
    }
    await pool.query(`delete from ended_member where ended_at < ${time} - $1::bigint`, [REMEMBERED]);
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
        const { rowCount } = await this.#pool.query(`update member set seen_at = ${time} where id = $1`, [this.id]);
        if (rowCount === 0) return this.#options.onLost();
        await this.#pool.query(end(`seen_at < ${time} - $1::bigint`), [LEASE]);
        await this.#look();
      } catch {
        // The lease may expire until the database responds again; then the next renewal finds that out.
      }
    }
  }

  async #look(): Promise<void> {
    const asked = this.#asked;
    this.#asked = new Set();
    const { rows } = await this.#pool.query<{ id: string; ended: boolean }>(
      'select id, false as ended from member union all select id, true as ended from ended_member',
    );
    this.#living = new Set(rows.filter(({ ended }) => !ended).map(({ id }) => id));
    this.#ended = new Set([...rows.filter(({ ended }) => ended).map(({ id }) => id), ...[...asked].filter((id) => !this.#living.has(id))]);
  }
}

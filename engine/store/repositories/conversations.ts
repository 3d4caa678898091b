// Conversations that memories of workflows store: one row per workflow and session.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Database } from '../sql-database.ts';
import type { Writes } from '../writes.ts';

export interface StoredConversation {
  /** JSON: a list of messages. */
  readonly messages: string;
  /** Incremented by every change. */
  readonly version: number;
}

export interface ConversationKey {
  readonly workflowId: string;
  readonly session: string;
}

export class ConversationRepository {
  readonly #queries: Kysely<Tables>;
  readonly #writes: Writes;

  constructor({ queries, writes }: Database) {
    this.#queries = queries;
    this.#writes = writes;
  }

  async get({ workflowId, session }: ConversationKey): Promise<StoredConversation | undefined> {
    return this.#queries
      .selectFrom('conversation')
      .select(['messages', 'version'])
      .where('workflow_id', '=', workflowId)
      .where('session', '=', session)
      .executeTakeFirst();
  }

  /** Stores the messages. `version`: that of the messages they replace; undefined for a new conversation. Returns false if another run was faster, or if the workflow is deleted. */
  async put({ workflowId, session }: ConversationKey, messages: string, version: number | undefined, now: number): Promise<boolean> {
    const query =
      version === undefined
        ? sql`
          insert into conversation (workflow_id, session, messages, updated_at)
          select id, cast(${session} as text), cast(${messages} as text), cast(${now} as bigint) from workflow where id = ${workflowId}
          on conflict do nothing`.compile(this.#queries)
        : this.#queries
            .updateTable('conversation')
            .set({ messages, version: version + 1, updated_at: now })
            .where('workflow_id', '=', workflowId)
            .where('session', '=', session)
            .where('version', '=', version)
            .compile();
    return (await this.#writes.write(query)) === 1;
  }

  /** Whether the workflow that conversations would belong to exists. */
  async hasWorkflow(workflowId: string): Promise<boolean> {
    return (await this.#queries.selectFrom('workflow').select('id').where('id', '=', workflowId).executeTakeFirst()) !== undefined;
  }

  /** Removes conversations that were last changed before a time, and the oldest ones of workflows that have more than `most`. */
  async prune(before: number, most: number): Promise<void> {
    await this.#writes.write(this.#queries.deleteFrom('conversation').where('updated_at', '<', before).compile());
    const excess = sql`
      delete from conversation where (workflow_id, session) in (
        select workflow_id, session from (
          select workflow_id, session, row_number() over (partition by workflow_id order by updated_at desc, session) as place from conversation
        ) as placed where place > ${most})`;
    await this.#writes.write(excess.compile(this.#queries));
  }
}

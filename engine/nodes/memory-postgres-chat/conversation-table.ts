// A Postgres table with messages of conversations: `id`, `session_id` and `message`, as n8n makes it.
import type { JsonObject } from '../../contract/json.ts';
import type { ChatMessage } from '../../sdk/index.ts';
import { messageOfRecord, messageRecord } from '../_shared/ai/memory/message-record.ts';
import { createIfMissing, PostgresDatabase, storableJson } from '../_shared/ai/postgres/postgres-database.ts';

/** Maximum number of messages that are read; the latest ones. */
const MOST_MESSAGES = 10_000;

/** Connects on first use. Its methods throw NodeError. */
export class ConversationTable {
  readonly #database: PostgresDatabase;
  readonly #table: string;

  /** `table`: its quoted name. */
  constructor(credential: () => Promise<JsonObject>, table: string, signal: AbortSignal) {
    this.#table = table;
    this.#database = new PostgresDatabase({
      credential,
      signal,
      node: 'Postgres Chat Memory',
      hint: 'Check the credential, and that the user may read, write and create the table.',
      prepare: (client) =>
        createIfMissing(
          client,
          `create table if not exists ${table} (id serial primary key, session_id varchar(255) not null, message jsonb not null)`,
        ),
    });
  }

  async load(session: string): Promise<readonly ChatMessage[]> {
    const rows = await this.#database.query(
      `select message from (select id, message from ${this.#table} where session_id = $1 order by id desc limit ${MOST_MESSAGES}) as latest order by id`,
      [session],
    );
    return rows.flatMap(({ message }) => messageOfRecord(message) ?? []);
  }

  async append(session: string, messages: readonly ChatMessage[]): Promise<void> {
    await this.#database.query(
      `insert into ${this.#table} (session_id, message) select $1, value from jsonb_array_elements($2::jsonb) with ordinality order by ordinality`,
      [session, recordsOf(messages)],
    );
  }

  async replace(session: string, messages: readonly ChatMessage[]): Promise<void> {
    // One statement is one transaction.
    await this.#database.query(
      `with removed as (delete from ${this.#table} where session_id = $1)
      insert into ${this.#table} (session_id, message) select $1, value from jsonb_array_elements($2::jsonb) with ordinality order by ordinality`,
      [session, recordsOf(messages)],
    );
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

const recordsOf = (messages: readonly ChatMessage[]): string => storableJson(messages.map((message) => messageRecord(message)));

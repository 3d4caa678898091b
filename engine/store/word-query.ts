// Searches in the index of words: by FTS5 in SQLite, and in Postgres by a GIN index of words and the texts themselves.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './schema.ts';

/** Words that follow each other. */
export interface Phrase {
  readonly text: string;
  /** Default: any column. */
  readonly column?: 'data' | 'custom';
  /** Whether the last word may be the beginning of a longer one. */
  readonly isPrefix?: boolean;
}

/** For each of its lists, a text must have one of the phrases. */
export type WordQuery = readonly (readonly Phrase[])[];

export interface WordIndex {
  /** Returns what is inserted into the index for a text. */
  indexed(text: string): string;
  /** Returns the condition on rows of `execution_text`. */
  matches(query: WordQuery, queries: Kysely<Tables>): Promise<RawBuilder<unknown>>;
}

/** Maximum number of words with the same beginning that are searched as words of their own. */
const WORDS = 64;

export const fts5: WordIndex = {
  indexed: (text) => text,
  matches: async (query, queries) => {
    const lists: string[] = [];
    for (const phrases of query) {
      const alternatives: string[] = [];
      for (const phrase of phrases) alternatives.push(...(await expressionsOf(phrase, queries)));
      lists.push(`(${alternatives.join(' OR ')})`);
    }
    return sql`execution_text match ${lists.join(' AND ')}`;
  },
};

/** Returns the expressions of FTS5 for a phrase; one of them is enough. */
async function expressionsOf({ text, column, isPrefix = false }: Phrase, queries: Kysely<Tables>): Promise<readonly string[]> {
  const prefix = column === undefined ? '' : `${column} : `;
  // For the beginning of a word, FTS5 reads all matches. For a whole word, it stops at the limit of the statement.
  const words = isPrefix && /^[a-z\d]+$/i.test(text) ? await wordsWith(text.toLowerCase(), queries) : undefined;
  if (words !== undefined) return [text, ...words].map((word) => prefix + quoted(word));
  return [`${prefix}${quoted(text)}${isPrefix ? '*' : ''}`];
}

/** Returns the longer words of the index with this beginning, which is a word in lower case; undefined if there are too many. */
async function wordsWith(beginning: string, queries: Kysely<Tables>): Promise<readonly string[] | undefined> {
  await sql`create virtual table if not exists temp.execution_word using fts5vocab('main', 'execution_text', 'instance')`.execute(queries);
  const words: string[] = [];
  for (let last = beginning; ;) {
    const { rows } = await sql<{ term: string }>`select term from temp.execution_word where term >= ${`${last}\u0001`} limit 1`.execute(
      queries,
    );
    const next = rows[0]?.term;
    if (next?.startsWith(beginning) !== true) return words;
    if (words.length === WORDS) return undefined;
    words.push(next);
    last = next;
  }
}

/** A NUL character would end the expression. */
const quoted = (text: string): string => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;

/** Longest word of a GIN index, in characters; of longer ones, the beginning is indexed. */
const LONGEST_WORD = 200;

/** Returns the words of a text as FTS5's tokenizer `unicode61` does: letters and digits without accents, in lower case, and characters for private use. */
const wordsOf = (text: string): readonly string[] =>
  (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
  ).map((word) => word.slice(0, LONGEST_WORD));

export const tsvector: WordIndex = {
  /** Words between spaces. */
  indexed: (text) => ` ${wordsOf(text).join(' ')} `,
  matches: async (query) =>
    sql.join(
      query.map((phrases) => {
        const alternatives = phrases.map(({ text, column, isPrefix = false }) => {
          const words = wordsOf(text);
          const lexemes = words.map((word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`).join(' & ');
          const part = ` ${words.join(' ')}${isPrefix ? '' : ' '}`;
          const columns = column === undefined ? sql`data || custom` : sql.ref(column);
          return sql`(execution_words(data, custom) @@ ${lexemes}::tsquery and strpos(${columns}, ${part}) > 0)`;
        });
        return sql`(${sql.join(alternatives, sql` or `)})`;
      }),
      sql` and `,
    ),
};

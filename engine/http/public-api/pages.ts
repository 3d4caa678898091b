// Pages of lists. A cursor contains the sort key of the last entry before the page, so that entries may be deleted in between.
import { AppError } from '../../contract/errors.ts';
import { limitOf } from '../../contract/public-api/pages.ts';
import { isRecord } from '../../workflow/values/own-properties.ts';

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Page<T> {
  readonly data: T[];
  readonly nextCursor: string | null;
}

interface Entry {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

const byCreation = ({ id, createdAt }: Entry): string => `${createdAt} ${id}`;

/** Returns one page of all entries, the oldest first. Throws BAD_REQUEST for a cursor that no page contained. */
export const pageIn = <T extends Entry>(all: readonly T[], query: PageQuery): Page<T> => pageBy(all, query, byCreation);

/** Like `pageIn`, in the order of the key, which differs for all entries. */
export function pageBy<T>(all: readonly T[], query: PageQuery, keyOf: (entry: T) => string): Page<T> {
  const after = query.cursor === undefined ? undefined : readKey(query.cursor);
  const rest = all
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .filter(({ key }) => after === undefined || key > after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry }) => entry);
  return pageFrom(rest, query, keyOf);
}

/** Returns the first entries as a page. `rest`: at least one more than the limit if there are more. */
export function pageFrom<T>(rest: readonly T[], query: PageQuery, cursorOf: (last: T) => Cursor): Page<T> {
  const data = rest.slice(0, limitOf(query));
  const last = data.at(-1);
  return { data, nextCursor: last === undefined || data.length === rest.length ? null : cursorText(cursorOf(last)) };
}

/** What identifies the last entry before a page in the order of its list: its sort key, or a time or position with an id. */
export type Cursor = string | readonly [position: number, id: string];

const cursorText = (cursor: Cursor): string => Buffer.from(JSON.stringify({ after: cursor })).toString('base64url');

/** Returns the sort key in a cursor. Throws BAD_REQUEST. */
function readKey(text: string): string {
  const after = contentOf(text);
  if (typeof after === 'string') return after;
  throw unknownCursor();
}

/** Returns the position and the id in a cursor. Throws BAD_REQUEST. */
export function readPosition(text: string): readonly [position: number, id: string] {
  const after = contentOf(text);
  const [position, id] = Array.isArray(after) ? (after as readonly unknown[]) : [];
  if (Number.isSafeInteger(position) && (position as number) >= 0 && typeof id === 'string') return [position as number, id];
  throw unknownCursor();
}

function contentOf(text: string): unknown {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return isRecord(cursor) ? cursor['after'] : undefined;
  } catch {
    return undefined;
  }
}

const unknownCursor = (): AppError =>
  new AppError('BAD_REQUEST', 'The cursor is not one that a page of this list contained.', {
    params: { field: 'cursor' },
    hint: 'Pass `nextCursor` of the previous page unchanged, or leave it out to start at the first page.',
  });

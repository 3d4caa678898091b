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
  const after = query.cursor === undefined ? undefined : String(readCursor(query.cursor)[0]);
  const rest = all
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .filter(({ key }) => after === undefined || key > after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry }) => entry);
  return pageFrom(rest, query, (entry) => [keyOf(entry)]);
}

/** Returns the first entries as a page. `rest`: at least one more than the limit if there are more. */
export function pageFrom<T>(rest: readonly T[], query: PageQuery, cursorOf: (last: T) => Cursor): Page<T> {
  const data = rest.slice(0, limitOf(query));
  const last = data.at(-1);
  return { data, nextCursor: last === undefined || data.length === rest.length ? null : cursorText(cursorOf(last)) };
}

/** What identifies the last entry before a page in the order of its list. */
type Cursor = readonly [key: string | number, id?: string];

export const cursorText = (cursor: Cursor): string => Buffer.from(JSON.stringify({ after: cursor })).toString('base64url');

/** Throws BAD_REQUEST. */
export function readCursor(text: string): Cursor {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const after = isRecord(cursor) ? cursor['after'] : undefined;
    if (Array.isArray(after) && ['string', 'number'].includes(typeof after[0])) return [after[0] as string | number, String(after[1])];
  } catch {
    // Refused below.
  }
  throw new AppError('BAD_REQUEST', 'The cursor is not one that a page of this list contained.', {
    params: { field: 'cursor' },
    hint: 'Pass `nextCursor` of the previous page unchanged, or leave it out to start at the first page.',
  });
}

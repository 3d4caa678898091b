// Lists of the public API, which are returned in pages.
import { Type, type TSchema } from 'typebox';

const DEFAULT_LIMIT = 100;
const MOST = 250;

/** The parameters of every list. `cursor`: `nextCursor` of the previous page. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(Type.String({ maxLength: 1000 })),
};

export const limitOf = ({ limit = DEFAULT_LIMIT }: { readonly limit?: number | undefined }): number => limit;

/** A page; `nextCursor` is null after the last one. */
export const pageOf = <const Entry extends TSchema>(entry: Entry) =>
  Type.Object({ data: Type.Array(entry), nextCursor: Type.Union([Type.String(), Type.Null()]) });

export const byId = Type.Object({ id: Type.String() });

/** ISO 8601. */
export const time = Type.String();
export const nullableTime = Type.Union([Type.String(), Type.Null()]);
